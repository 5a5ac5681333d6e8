import { AppError } from '../errors.ts';
import type { HttpRequest } from './define.ts';

/**
 * The two directions of a request: `toWire` writes an input as HTTP in the client, `fromWire` reads it back on the
 * platform. They stand side by side because they must be each other's inverse.
 */

export interface WireRequest {
  readonly method: string;
  /** Path with its variables filled in, percent-encoded; no query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly form: boolean;
  /** The scope of the call, sent as X-Tenant-ID and X-Environment-ID. */
  readonly headers: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

const scopeHeaders = { tenant_id: 'X-Tenant-ID', environment_id: 'X-Environment-ID' } as const;

export const pathVariables = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** A value as a path segment. `.` and `..` are refused: URL parsers collapse them even when they are encoded. */
function segment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '' || text === '.' || text === '..') {
    throw new AppError('invalid_input', `${name} cannot be “${text}”.`, { problems: [{ path: [name], message: 'Not a valid id' }] });
  }
  return encodeURIComponent(text);
}

const queryText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean));

/** The HTTP request that a validated input stands for. */
export function toWire(request: HttpRequest, input: Fields): WireRequest {
  const { method, names = {}, constants = {}, scope } = request;
  const inPath = new Set(pathVariables(request.path));
  const path = request.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, input[name]));
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  const fields: Record<string, unknown> = {};
  const toQuery = method === 'GET' || method === 'DELETE' ? undefined : new Set(request.query);

  for (const [name, header] of Object.entries(scopeHeaders)) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') headers[header] = value;
  }
  for (const [name, value] of Object.entries({ ...input, ...constants })) {
    if (value === undefined || inPath.has(name) || name === '__proto__') continue;
    if (name in scopeHeaders && !scope.includes(name as 'tenant_id')) continue;
    const wireName = names[name] ?? name;
    if (!toQuery || toQuery.has(name)) {
      if (value !== null) query[wireName] = queryText(value);
    } else if (!(name in constants) || request.body === 'form') fields[wireName] = value;
  }
  if (!toQuery) return { method, path, query, body: undefined, form: false, headers };
  const fixed = Object.fromEntries(Object.entries(constants).filter(([name]) => !toQuery.has(name)));
  const body = request.body === 'data' ? { ...fixed, data: fields } : { ...fixed, ...fields };
  return { method, path, query, body, form: request.body === 'form', headers };
}

/** The input that an HTTP request stands for; not validated yet. `body` is the parsed body, if there was one. */
export function fromWire(
  request: HttpRequest,
  wire: { variables: Fields; query: Fields; body: unknown; headers: Readonly<Record<string, string | string[] | undefined>> },
): Record<string, unknown> {
  const ours = Object.fromEntries(Object.entries(request.names ?? {}).map(([mine, theirs]) => [theirs, mine]));
  const input: Record<string, unknown> = {};
  const take = (fields: Fields, beside: Readonly<Record<string, unknown>> = request.constants ?? {}) => {
    for (const [name, value] of Object.entries(fields)) {
      if (Object.hasOwn(beside, name) || name === '__proto__') continue;
      input[ours[name] ?? name] = value;
    }
  };
  for (const [name, header] of Object.entries(scopeHeaders)) {
    const value = wire.headers[header.toLowerCase()];
    if (typeof value === 'string' && value !== '') input[name] = value;
  }
  take(wire.query);
  const body = (wire.body ?? {}) as Record<string, unknown>;
  if (request.body === 'data') {
    const { data, ...beside } = body;
    take(beside);
    take((data ?? {}) as Fields, {});
  } else take(body);
  take(wire.variables);
  return input;
}
