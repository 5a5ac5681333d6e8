import { styledHeader, styledQuery, type ParameterStyle, type ParameterStyles } from '../../execution/parameter-style.ts';
import type { AuthSpec, BodySpec, ExecutionRequest, Fields } from '../../execution/request.ts';
import { refuse } from '../../execution/request.ts';
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
  const parameters = parametersOf(endpoint['parameters']);
  const given = (place: string) => valuesIn(parameters, place);
  const cookies = Object.entries(given('cookie')).map(([name, value]) => styledQuery(name, value, stylesIn(parameters, 'cookie')[name] ?? {}).replaceAll('&', '; '));
  const headerStyles = stylesIn(parameters, 'header');
  return {
    method: text(endpoint['method']) || 'GET',
    url: targetUrl({
      server_url: text(api['server_url']),
      base_path: text(api['base_path']),
      path: text(endpoint['path']),
      path_variables: { ...given('path'), ...run.path_variables },
      path_styles: stylesIn(parameters, 'path'),
    }),
    query: { ...given('query'), ...run.query },
    query_styles: stylesIn(parameters.filter((one) => one['style'] !== undefined || one['explode'] !== undefined), 'query'),
    headers: {
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...Object.fromEntries(Object.entries(given('header')).map(([name, value]) => [name, styledHeader(value, headerStyles[name] ?? {})])),
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

/** `[{name, in, value?, style?, explode?}]`, as far as it is that. */
function parametersOf(parameters: unknown): readonly Fields[] {
  if (!Array.isArray(parameters)) return [];
  return (parameters as unknown[]).filter((one): one is Fields => typeof one === 'object' && one !== null && typeof (one as Fields)['name'] === 'string');
}

const inPlace = (parameters: readonly Fields[], place: string) => parameters.filter((one) => one['in'] === place);

/** Of the parameters that have a value, by name. */
const valuesIn = (parameters: readonly Fields[], place: string): Fields =>
  Object.fromEntries(inPlace(parameters, place).flatMap((one) => (one['value'] === undefined || one['value'] === null ? [] : [[one['name'] as string, one['value']]])));

const stylesIn = (parameters: readonly Fields[], place: string): ParameterStyles =>
  Object.fromEntries(inPlace(parameters, place).map((one) => [one['name'] as string, styleFrom(one)]));

const styleFrom = ({ style, explode }: Fields): ParameterStyle => ({
  ...(typeof style === 'string' ? { style } : {}),
  ...(typeof explode === 'boolean' ? { explode } : {}),
});
