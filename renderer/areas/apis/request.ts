import { endpointTest, type EndpointTest } from '../../../shared/contract/endpoint-tests.ts';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { sameValue } from '../../components/resource/form-state.ts';
import type { Values } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import type { ExecutionInput } from '../../state/executions.ts';
import { pathVariablesIn, urlPieces } from './request-pieces.ts';

/** The request of an endpoint: what is edited, where it goes, and what one run says beyond what is saved. No React here. */

export const places = ['path', 'query', 'header', 'cookie'] as const;
export type ParameterPlace = (typeof places)[number];

/** `value` is sent; `example` is only shown. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required?: boolean;
  readonly description?: string;
  readonly type?: string;
  readonly example?: unknown;
  readonly value?: unknown;
  /** It is kept as a secret. */
  readonly secret?: boolean | undefined;
}

export const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlace = (value: unknown): value is ParameterPlace => places.includes(value as ParameterPlace);
const isGiven = (value: unknown) => value !== undefined && value !== null;

/** The parameters of an endpoint that say where they go; what else a server keeps there is left alone. */
export const parametersOf = (value: unknown): Parameter[] =>
  Array.isArray(value) ? (value as unknown[]).filter((one): one is Parameter & Values => isObject(one) && typeof one['name'] === 'string' && isPlace(one['in'])) : [];

export const parametersIn = (value: unknown, place: ParameterPlace): Parameter[] => parametersOf(value).filter((one) => one.in === place);

/** The variables of the path, described or not. */
export function pathParameters({ path, parameters }: Values): Parameter[] {
  const described = parametersIn(parameters, 'path');
  return pathVariablesIn(textOf(path)).map((name) => described.find((one) => one.name === name) ?? { name, in: 'path', required: true });
}

/** A typed text as the value of a parameter: lists and objects are written as JSON; an empty text is no value. */
export function valueOfText(text: string, type: string | undefined): unknown {
  if (text === '') return undefined;
  if ((type !== 'array' && type !== 'object') || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The parameters with one changed, or added at the end. */
export function withParameter(parameters: unknown, changed: Parameter): unknown[] {
  const all: unknown[] = Array.isArray(parameters) ? parameters : [];
  const isIt = (one: unknown) => isObject(one) && one['name'] === changed.name && one['in'] === changed.in;
  const kept = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  return all.some(isIt) ? all.map((one) => (isIt(one) ? kept : one)) : [...all, kept];
}

export const withoutParameter = (parameters: unknown, { name, in: place }: Parameter): unknown[] =>
  Array.isArray(parameters) ? (parameters as unknown[]).filter((one) => !(isObject(one) && one['name'] === name && one['in'] === place)) : [];

/** Values by name of the parameters in one place. */
const valuesIn = (parameters: unknown, place: ParameterPlace): Record<string, unknown> =>
  Object.fromEntries(parametersIn(parameters, place).filter(({ value }) => isGiven(value)).map(({ name, value }) => [name, value]));

/** A piece of the address as it is shown. */
export interface AddressPiece {
  readonly text: string;
  readonly kind: 'server' | 'text' | 'variable' | 'missing';
}

/** Where the request goes, as far as it is known here: the platform puts the address together. `fill` puts variables in their place. */
export function addressOf(api: Values | undefined, values: Values, fill: (text: string) => string = (text) => text): AddressPiece[] {
  const server = fill(textOf(api?.['server_url'])).replace(/\/+$/, '');
  const base = fill(textOf(api?.['base_path'])).replace(/^\/*(?=[^/])/, '/').replace(/\/+$/, '');
  const given = valuesIn(values['parameters'], 'path');
  const pieces = urlPieces(fill(textOf(values['path']))).map(({ text, kind, name }): AddressPiece => {
    if (kind === 'text') return { text: text.split('#', 1)[0] ?? '', kind };
    const value = kind === 'path' ? fill(textOf(given[name])) : '';
    return value === '' ? { text, kind: 'missing' } : { text: encodeURIComponent(value), kind: 'variable' };
  });
  const pairs = Object.entries(valuesIn(values['parameters'], 'query')).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => `${encodeURIComponent(name)}=${isSecretMark(one) ? '•••' : encodeURIComponent(fill(textOf(one)))}`)).join('&');
  const hasQuery = pieces.some(({ text }) => text === '?');
  return [
    server === '' ? { text: 'no server', kind: 'missing' } : { text: server, kind: server.includes('{{') ? 'missing' : 'server' },
    ...(base === '' ? [] : [{ text: base, kind: 'server' } as const]),
    ...(pieces[0]?.text.startsWith('/') ? [] : [{ text: '/', kind: 'text' } as const]), ...pieces,
    ...(pairs === '' ? [] : [{ text: hasQuery ? `&${pairs}` : `?${pairs}`, kind: 'text' } as const]),
  ];
}

export const addressText = (pieces: readonly AddressPiece[]): string => pieces.map(({ text }) => text).join('');

const pairsOf = (value: unknown): Values => (isObject(value) ? value : {});

/** Headers as they are sent: those that the document describes, and those of the endpoint. */
const headersOf = ({ parameters, headers }: Values): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...valuesIn(parameters, 'header'), ...pairsOf(headers) }).filter(([, value]) => !isSecretMark(value)).map(([name, value]) => [name, textOf(value)]));

/** What is gone from `before` as nulls, so that what is saved is not sent for it. */
const withGone = (before: Values, now: Values): Values => ({ ...Object.fromEntries(Object.keys(before).filter((name) => !(name in now)).map((name) => [name, null])), ...now });

/** Of what is edited, what a run of a platform that knows no `edited` cannot say, and has to be saved for. */
const first = (what: string) => `Save first: a run on this platform cannot change ${what}.`;

/** The fields that a run takes as they are edited; how it signs in goes beside, since secrets do. */
const editable = ['method', 'path', 'parameters', 'headers', 'body', 'timeout_ms'] as const;

/** What one run says for itself, so that what is on the screen is sent before it is saved. */
export function runInput(saved: Row, values: Values, takesEdits: boolean): ExecutionInput {
  const same = (name: string) => sameValue(saved[name], values[name]);
  const which = { endpoint_id: saved.id, api_id: textOf(saved['api_id']) };
  const auth = same('auth') || !values['auth'] ? {} : { auth: values['auth'] as ExecutionInput['auth'] };
  if (!takesEdits) return { ...which, ...overrides(saved, values), ...auth };
  const edited: Record<string, unknown> = Object.fromEntries(editable.filter((name) => !same(name) || (name === 'body' && hasUpload(values[name]))).map((name) => [name, values[name] ?? null]));
  if (!same('auth') && !values['auth']) edited['auth'] = null;
  return { ...which, ...(Object.keys(edited).length > 0 ? { edited } : {}), ...auth };
}

/** Uploads are this computer's, so that a body that names one is always given with the run. */
const hasUpload = (body: unknown): boolean => isObject(body) && ('upload' in body || (Array.isArray(body['content']) && (body['content'] as unknown[]).some((part) => isObject(part) && 'upload' in part)));

function overrides(saved: Row, values: Values): Partial<ExecutionInput> {
  const same = (name: string) => sameValue(saved[name], values[name]);
  const between = (place: ParameterPlace) => withGone(valuesIn(saved['parameters'], place), valuesIn(values['parameters'], place));
  return {
    ...(same('parameters') ? {} : { path_variables: between('path'), query: between('query') }),
    ...(same('parameters') && same('headers') ? {} : { headers: headersOf(values) }),
    ...(same('body') && !hasUpload(values['body']) ? {} : { body: (values['body'] ?? { type: 'none' }) as ExecutionInput['body'] }),
    ...(typeof values['timeout_ms'] === 'number' && !same('timeout_ms') ? { timeout_ms: values['timeout_ms'] } : {}),
  };
}

/** Why what is edited cannot be tried before it is saved where a run only adds to what is saved, or undefined if it can. */
export function mustSave(saved: Row, values: Values): string | undefined {
  const same = (name: string) => sameValue(saved[name], values[name]);
  if (!same('method') || !same('path')) return first('the method or the path');
  if (!same('api_id')) return first('the API');
  if (!same('auth') && !values['auth']) return first('the authentication back to that of the API');
  const now = headersOf(values);
  if (Object.keys(headersOf(saved)).some((name) => !(name in now))) return first('a header that is taken away');
  if (!sameValue(valuesIn(saved['parameters'], 'cookie'), valuesIn(values['parameters'], 'cookie'))) return first('cookies');
  return undefined;
}

/** The tests of an endpoint that can be looked at; those that are still being written are left out. */
export const testsIn = (value: unknown): EndpointTest[] =>
  Array.isArray(value) ? (value as unknown[]).flatMap((one) => endpointTest.safeParse(one).data ?? []) : [];
