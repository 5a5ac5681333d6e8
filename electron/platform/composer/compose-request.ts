import type { AuthSpec, BodySpec, ExecutionRequest, Fields } from '../../execution/request.ts';
import { refuse, scalarText } from '../../execution/request.ts';
import { targetUrl } from '../../execution/target-url.ts';

/** From an API, its endpoint and what a caller gives for one run, to the request that is sent. */

/** What a run may say for itself; what it leaves out comes from the endpoint. */
export interface Overrides {
  readonly path_variables?: Fields | null | undefined;
  readonly query?: Fields | null | undefined;
  readonly headers?: Fields | null | undefined;
  readonly body?: BodySpec | null | undefined;
  readonly auth?: AuthSpec | null | undefined;
  readonly timeout_ms?: number | null | undefined;
}

/** Rows of the composer, with their secrets in clear; their fields are the user's, and are not taken to be right. */
export type ComposerRow = Fields & { readonly id: string };

/** The request of one run. Throws `invalid_input` that names the field, of the run or of the rows, that cannot be used. */
export function composeRequest(api: ComposerRow, endpoint: ComposerRow, run: Overrides): ExecutionRequest {
  const given = (place: string) => parametersIn(endpoint['parameters'], place);
  const cookies = Object.entries(given('cookie')).map(([name, value]) => `${name}=${encodeURIComponent(scalarText(value) ?? '')}`);
  return {
    method: text(endpoint['method']) || 'GET',
    url: targetUrl({
      server_url: text(api['server_url']),
      base_path: text(api['base_path']),
      path: text(endpoint['path']),
      path_variables: { ...given('path'), ...run.path_variables },
    }),
    query: { ...given('query'), ...run.query },
    headers: {
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...given('header'),
      ...fields('headers', endpoint['headers']),
      ...run.headers,
    },
    body: run.body ?? (endpoint['body'] as BodySpec | null | undefined),
    auth: run.auth ?? authOf(api, endpoint),
    timeout_ms: run.timeout_ms ?? (endpoint['timeout_ms'] as number | null | undefined),
  };
}

/** The endpoint's own authentication wins; absent, it is the API's, and `none` means none. */
export const authOf = (api: ComposerRow, endpoint: ComposerRow): AuthSpec | null | undefined =>
  hasAuth(endpoint) ? (endpoint['auth'] as AuthSpec) : (api['auth'] as AuthSpec | null | undefined);

export const hasAuth = (row: ComposerRow): boolean => typeof (row['auth'] as AuthSpec | null | undefined)?.type === 'string';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function fields(name: string, value: unknown): Fields {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw refuse(name, `The endpoint's ${name} are not an object of names and values. Write them as {"name": "value"}.`);
  return value as Fields;
}

/** Parameters that have a value, by name: `[{name, in, value}]`. */
function parametersIn(parameters: unknown, place: string): Fields {
  if (!Array.isArray(parameters)) return {};
  const found = (parameters as unknown[]).filter((one): one is Fields => typeof one === 'object' && one !== null);
  const here = found.filter((one) => one['in'] === place && typeof one['name'] === 'string' && one['value'] !== undefined && one['value'] !== null);
  return Object.fromEntries(here.map((one) => [one['name'] as string, one['value']]));
}
