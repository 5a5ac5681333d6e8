import { templatePieces } from '../../../shared/rules/path-template.ts';
import type { Values } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { isObject, parametersOf, withParameter } from './request.ts';

/** The request of an earlier run, as its history keeps it, put back into the editor. */

export interface Restored {
  readonly values: Values;
  /** What was not kept, such as `headers.Authorization`: it stays as the editor has it. */
  readonly hidden: readonly string[];
}

/** How an endpoint signs in is not restored: secrets are not kept. */
export function restored(api: Values | undefined, now: Values, record: Values): Restored {
  const hidden = Array.isArray(record['hidden']) ? (record['hidden'] as unknown[]).filter((one) => typeof one === 'string') : [];
  const method = textOf(record['method']) || now['method'];
  const body = hidden.includes('body') ? {} : { body: record['body'] ?? { type: 'none' } };
  const address = hidden.includes('url') ? {} : addressFields(api, now, textOf(record['url']));
  const parameters = 'parameters' in address ? address.parameters : now['parameters'];
  return { values: { ...address, method, ...body, ...headerFields(parameters, now, record, hidden) }, hidden };
}

/** The path of an address below the API's own. */
function below(api: Values | undefined, url: URL): string {
  const server = textOf(api?.['server_url']);
  const own = `${URL.canParse(server) ? new URL(server).pathname : ''}/${textOf(api?.['base_path'])}`.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  return url.pathname.startsWith(`${own}/`) ? url.pathname.slice(own.length) : url.pathname;
}

/** Path, path variables and query. The template stays where the address still fits it. */
function addressFields(api: Values | undefined, now: Values, address: string): Values & { parameters?: unknown[] } {
  if (!URL.canParse(address)) return {};
  const url = new URL(address);
  const path = below(api, url);
  const variables = variablesOf(textOf(now['path']), path);
  const query = Map.groupBy(url.searchParams, ([name]) => name);
  let parameters: unknown[] = parametersOf(now['parameters']).map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'value')));
  for (const [name, value] of Object.entries(variables ?? {})) parameters = withParameter(parameters, { ...described(parameters, name, 'path'), name, in: 'path', value });
  for (const [name, pairs] of query) {
    const values = pairs.map(([, value]) => value);
    parameters = withParameter(parameters, { ...described(parameters, name, 'query'), name, in: 'query', value: values.length === 1 ? values[0] : values });
  }
  return { path: variables ? textOf(now['path']).split('?')[0] : path, parameters };
}

const described = (parameters: readonly unknown[], name: string, place: string) => parametersOf(parameters).find((one) => one.name === name && one.in === place);

/** The values of a template's variables in a path, or undefined where it does not fit. */
function variablesOf(template: string, path: string): Record<string, string> | undefined {
  const { route } = templatePieces(template);
  const names = route.flatMap(({ variable }) => variable ?? []);
  const pattern = route.map(({ text, variable }) => (variable === undefined ? text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : '([^/]+)')).join('');
  const found = new RegExp(`^/?${pattern}$`).exec(path);
  if (!found) return undefined;
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]));
  } catch {
    return undefined;
  }
}

/** Headers go back to where they came from: a described header, or the endpoint's own; what was not kept stays as it is. */
function headerFields(parameters: unknown, now: Values, record: Values, hidden: readonly string[]): Values {
  const isHidden = (name: string) => hidden.some((one) => one.toLowerCase() === `headers.${name.toLowerCase()}`);
  const own = Object.entries(isObject(now['headers']) ? now['headers'] : {}).filter(([name]) => isHidden(name));
  const sent = Object.entries(isObject(record['headers']) ? record['headers'] : {}).filter(([name]) => !isHidden(name));
  const before = parametersOf(now['parameters']);
  let next: unknown[] = Array.isArray(parameters) ? parameters : [];
  for (const { name, value } of before.filter((one) => (one.in === 'cookie' && isHidden('cookie')) || (one.in === 'header' && isHidden(one.name)))) {
    next = next.map((one) => (isObject(one) && one['name'] === name && (one['in'] === 'cookie' || one['in'] === 'header') ? { ...one, value } : one));
  }
  const headers: [string, unknown][] = [...own];
  for (const [name, value] of sent) {
    const known = described(next, name, 'header');
    if (known) next = withParameter(next, { ...known, value });
    else headers.push([name, value]);
  }
  return { parameters: next, headers: Object.fromEntries(headers) };
}
