import { maskError, maskOf } from '../mask.ts';
import { styledHeader, styledQuery, type ParameterStyle, type ParameterStyles } from '../parameter-style.ts';
import type { AuthSpec, BodySpec, ExecutionRequest, Fields } from '../request.ts';
import { refuse, scalarText } from '../request.ts';
import { targetUrl } from '../target-url.ts';
import { fillingOf } from './filling.ts';

/** From an API, its endpoint and what a caller gives for one run, to the request that is sent. */

/** What a run may say for itself; what it leaves out comes from the endpoint. */
export interface Overrides {
  readonly path_variables?: Fields | null | undefined;
  readonly query?: Fields | null | undefined;
  readonly headers?: Fields | null | undefined;
  readonly body?: BodySpec | null | undefined;
  readonly auth?: AuthSpec | null | undefined;
  readonly timeout_ms?: number | null | undefined;
  /** Values for `{{name}}`, before those of the environment and the API. */
  readonly variables?: Fields | null | undefined;
  /** The run's own fields are data out of other hands, in which `{{name}}` stands for itself. */
  readonly literal?: boolean | undefined;
}

/** Rows of the composer, with their secrets in clear; their fields are the user's, and are not taken to be right. */
export type ComposerRow = Fields & { readonly id: string };

/**
 * The request of one run, with the variables of `environment` (its row) filled in. Throws `invalid_input` that names the
 * field, of the run or of the rows, that cannot be used. `sealed` are texts of the endpoint that are secrets whatever
 * they are called.
 */
export function composeRequest(api: ComposerRow, endpoint: ComposerRow, run: Overrides, environment: Fields = {}, sealed: readonly string[] = []): ExecutionRequest {
  const { request, target, secrets } = composeParts(api, endpoint, run, environment, sealed);
  try {
    return { ...request, url: targetUrl(target), ...(secrets.length > 0 && { secrets }) };
  } catch (error) {
    throw maskError(error, maskOf(secrets));
  }
}

/** The same before its address is put together: all that it would send, and nothing that it would not. Throws as above. */
export function composeParts(api: ComposerRow, endpoint: ComposerRow, run: Overrides, environment: Fields, sealed: readonly string[] = []) {
  const filling = fillingOf(run.variables, environment['variables'], api['variables']);
  const own = <T>(value: T): T => (run.literal ? value : filling.all(value));
  const parameters = parametersOf(endpoint['parameters']);
  const given = (place: string) => filling.all(valuesIn(parameters, place));
  const cookies = Object.entries(given('cookie')).map(([name, value]) => styledQuery(name, value, stylesIn(parameters, 'cookie')[name] ?? {}).replaceAll('&', '; '));
  const headers = fields('headers', endpoint['headers']);
  const typed = Object.values(headers).flatMap((value) => (isTypedSecret(value) ? [scalarText(value.value) ?? ''] : []));
  const headerStyles = stylesIn(parameters, 'header');
  const target = {
    // An imported operation may have a server of its own, or only a base path.
    server_url: filling.target(text(endpoint['server_url']) || text(api['server_url'])),
    base_path: filling.target(text(endpoint['base_path'] ?? api['base_path'])),
    path: filling.path(text(endpoint['path'])),
    path_variables: { ...given('path'), ...own(run.path_variables) },
    path_styles: stylesIn(parameters, 'path'),
  };
  const request = {
    method: text(endpoint['method']) || 'GET',
    query: { ...given('query'), ...own(run.query) },
    query_styles: stylesIn(parameters.filter((one) => one['style'] !== undefined || one['explode'] !== undefined), 'query'),
    headers: {
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...Object.fromEntries(Object.entries(given('header')).map(([name, value]) => [name, styledHeader(value, headerStyles[name] ?? {})])),
      ...filling.all(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isTypedSecret(value) ? value.value : value]))),
      ...own(run.headers),
    },
    body: run.body ? (run.literal ? run.body : filling.body(run.body)) : filling.body(endpoint['body'] as BodySpec | null | undefined),
    auth: own(run.auth) ?? filling.all(authOf(api, endpoint)),
    timeout_ms: run.timeout_ms ?? (endpoint['timeout_ms'] as number | null | undefined),
  };
  const hidden = filling.all([...sealed, ...typed]);
  filling.check();
  return { request, target, secrets: [...filling.secrets(), ...hidden] };
}

/** The endpoint's own authentication wins; absent, it is the API's, and `none` means none. */
export const authOf = (api: ComposerRow, endpoint: ComposerRow): AuthSpec | null | undefined =>
  hasAuth(endpoint) ? (endpoint['auth'] as AuthSpec) : (api['auth'] as AuthSpec | null | undefined);

export const hasAuth = (row: ComposerRow): boolean => typeof (row['auth'] as AuthSpec | null | undefined)?.type === 'string';

/** A header as it is edited, before it is stored as a secret. */
const isTypedSecret = (value: unknown): value is { readonly value: unknown } => typeof value === 'object' && value !== null && (value as Fields)['secret'] === true && 'value' in value;

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
