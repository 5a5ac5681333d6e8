import type { Call, Stream } from '../../../shared/contract/define.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseInput } from '../../../shared/rpc.ts';
import type { Fields } from './body.ts';

type Values = Readonly<Record<string, unknown>>;

interface Wire {
  readonly query: Values;
  readonly body: Values;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The validated input of a call. Tenant and environment may be said in header, query and body, but only one: where
 * they disagree, what was asked for is not there (`not_found`).
 */
export function readInput(call: Call | Stream, given: Fields, wire: Wire): Fields {
  refuseTwoScopes(call, wire);
  const input = isWrappedUpdate(call, given) ? unwrapped(given) : given;
  try {
    return parseInput(call, input);
  } catch (thrown) {
    const texts = call.request?.body === 'form' ? { ...wire.query, ...wire.body } : wire.query;
    const repaired = fromTexts(call, input, texts);
    if (!repaired) throw thrown;
    return parseInput(call, repaired);
  }
}

const scopes = [
  { name: 'tenant_id', header: 'x-tenant-id', what: 'tenant' },
  { name: 'environment_id', header: 'x-environment-id', what: 'environment' },
] as const;

function refuseTwoScopes(call: Call | Stream, { query, body, headers }: Wire): void {
  const data = call.request?.body === 'data' ? ((body['data'] ?? {}) as Values) : {};
  for (const { name, header, what } of scopes) {
    const theirs = call.request?.names?.[name] ?? name;
    const said = [headers[header], query[theirs], body[theirs], data[theirs]].filter((value) => typeof value === 'string' && value !== '');
    const other = said.find((value) => value !== said[0]);
    if (other !== undefined) throw new AppError('not_found', `Not found: ${what} ${other as string}`);
  }
}

/** Does an update's body hold its fields as `{data: {…}}`? */
function isWrappedUpdate(call: Call | Stream, given: Fields): boolean {
  if (call.kind !== 'call' || call.request.method !== 'PUT' || call.answer !== 'row') return false;
  const { data } = given;
  return typeof data === 'object' && data !== null && !Array.isArray(data) && !('data' in shapeOf(call));
}

function unwrapped(given: Fields): Fields {
  const { data, ...beside } = given;
  return { ...(data as Fields), ...beside };
}

const shapeOf = (call: Call | Stream): Values => (call.input as unknown as { shape?: Values }).shape ?? {};

/** A query and a form know only texts: what the contract wants as a number, a flag or an object is read as JSON. */
function fromTexts(call: Call | Stream, input: Fields, texts: Values): Fields | undefined {
  const result = call.input.safeParse(input);
  if (result.success) return undefined;
  const repaired = { ...input };
  let changed = false;
  for (const { path } of result.error.issues) {
    const name = String(path[0]);
    const value = repaired[name];
    if (typeof value !== 'string' || texts[call.request?.names?.[name] ?? name] !== value) continue;
    try {
      repaired[name] = JSON.parse(value) as unknown;
      changed = true;
    } catch {
      // It is not JSON either: the contract's own complaint stands.
    }
  }
  return changed ? repaired : undefined;
}
