import { longestExample } from '../../../shared/rules/constants.ts';
import { reasonPhrase } from '../../../shared/rules/status-text.ts';
import { withoutCookieValues } from '../../execution/compose/hidden-cookies.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Row } from '../rows.ts';
import { typeOfExample, type ImportedExample } from './example-text.ts';
import { endpointsOf, type Endpoint } from './kinds.ts';

/** Examples of answers between documents and rows. */

/** A new endpoint, and the examples that came with it. */
export function createImported(core: Core, { examples, ...fields }: Readonly<Record<string, unknown>>, caller: Caller): Endpoint {
  const endpoint = endpointsOf(core).create(fields, caller);
  for (const example of (examples ?? []) as readonly ImportedExample[]) {
    core.kinds.of('composerExamples').create({ name: example.name, endpoint_id: endpoint.id, status: example.status, statusText: reasonPhrase(example.status), headers: withoutCookieValues(example.headers), request: null, ...bodyOf(example) }, caller);
  }
  return endpoint;
}

function bodyOf({ headers, text }: ImportedExample) {
  const whole = text.slice(0, longestExample);
  const cut = whole.length < text.length;
  if (whole === '') return { data: null, data_kind: 'none', cut };
  try {
    if (!cut && /[/+]json\b/i.test(typeOfExample({ headers }))) return { data: JSON.parse(whole) as unknown, data_kind: 'json', text: whole, cut };
  } catch {
    // A text like any other, whatever it calls itself.
  }
  return { data: whole, data_kind: 'text', cut };
}

/** Those of an API's endpoints that are whole and are text, by endpoint. */
export function keptExamples(core: Core, endpoints: readonly { readonly id: string }[], caller: Caller): ReadonlyMap<string, ImportedExample[]> {
  const wanted = new Set(endpoints.map(({ id }) => id));
  const rows = core.kinds.of('composerExamples').all({}, { ...caller, environment_id: '' });
  const found = rows.filter((row) => wanted.has(row['endpoint_id'] as string) && row['cut'] !== true && row['data_kind'] !== 'base64');
  const all = new Map<string, ImportedExample[]>();
  for (const row of found) {
    const id = row['endpoint_id'] as string;
    all.set(id, [...(all.get(id) ?? []), keptOf(row)]);
  }
  return all;
}

function keptOf({ name, status, headers, data, data_kind: kind, text }: Row): ImportedExample {
  const written = typeof text === 'string' ? text : kind === 'json' ? JSON.stringify(data, null, 2) : typeof data === 'string' ? data : '';
  return { name: String(name), status: Number(status) || 200, headers: (headers ?? {}) as Record<string, string>, text: written };
}
