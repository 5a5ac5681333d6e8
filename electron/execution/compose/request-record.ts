import { isSecretMark } from '../../../shared/rules/secret-mark.ts';
import { maskDeep, masked, maskOf } from '../mask.ts';
import { mergeQuery } from '../query.ts';
import { refuse, scalarText, type AuthSpec, type BodySpec, type ExecutionRequest, type Fields, type HopRecord } from '../request.ts';
import { typedSecrets } from '../typed-secrets.ts';
import { isPublicName, looksSecret } from './secret-names.ts';

/** The request of a run as its history keeps it: whole, but without what signs in. */
export interface RequestRecord {
  readonly method: string;
  /** With its query, but for fields that carry credentials. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodySpec | null;
  /** With marks in the place of its secrets; null without any. */
  readonly auth: AuthSpec | null;
  /** Whose authentication it is. */
  readonly auth_of: 'run' | 'endpoint' | 'api';
  readonly timeout_ms: number | null;
  /** What was not kept: `auth` that was typed in for this run, `headers.<name>`, `body` or `url` where they held a secret. */
  readonly hidden: readonly string[];
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const secretHeader = /^(?:proxy-)?authorization$|^cookie$|api[-_]?key|secret|token|password/i;
const isSecretHeader = (name: string) => secretHeader.test(name) || looksSecret(name);

/** `given` is the run's own authentication as it came, with marks for secrets that stand in the rows. */
export function recordOf(request: ExecutionRequest, auth_of: RequestRecord['auth_of'], given: unknown): RequestRecord {
  const hide = maskOf([...secretsIn(request.auth), ...(request.secrets ?? []), ...typedSecrets(request)]);
  const hidden: string[] = auth_of === 'run' && secretsIn(given).length > 0 ? ['auth'] : [];
  const shown = (place: string, text: string) => {
    const left = hide(text);
    if (left !== text) hidden.push(place);
    return left;
  };
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => {
    if (!isSecretHeader(name) && !request.secrets?.includes(scalarText(value) ?? '')) return [name, shown(`headers.${name}`, scalarText(value) ?? '')];
    hidden.push(`headers.${name}`);
    return [name, masked];
  });
  const url = shown('url', addressOf(request));
  const body = maskDeep(request.body ?? null, hide) as BodySpec | null;
  if (JSON.stringify(body) !== JSON.stringify(request.body ?? null)) hidden.push('body');
  return {
    method: request.method,
    url,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
    auth: request.auth ? { type: request.auth.type, credentials: marked(request.auth.credentials ?? {}) as Fields } : null,
    auth_of,
    timeout_ms: request.timeout_ms ?? null,
    hidden,
  };
}

/** What went over the wire, without what signs in. */
export function shownHops(hops: readonly HopRecord[], { hidden }: Pick<RequestRecord, 'hidden'>): HopRecord[] {
  const names = new Set(hidden.map((place) => place.toLowerCase()));
  const isHidden = (name: string) => isSecretHeader(name) || names.has(`headers.${name}`);
  return hops.map((hop) => Object.assign({}, hop, { request_headers: hop.request_headers.map(([name, value]) => [name, isHidden(name) && !value.includes(masked) ? masked : value] as const) }));
}

/** What a replay may say for what was not kept. */
export interface Regiven {
  readonly headers?: Fields | null | undefined;
  readonly body?: BodySpec | null | undefined;
  readonly auth?: AuthSpec | null | undefined;
}

/**
 * The request once more. What was hidden comes from `given`, or from what the endpoint says now; so does how it signs in,
 * which is told to no other server than the API's of now. Throws `invalid_input` that names what is missing.
 */
export function requestAgain(record: RequestRecord, given: Regiven, now: ExecutionRequest): ExecutionRequest {
  const origin = originOf(record.url);
  const isTyped = given.auth && !hasMark(given.auth);
  if (!isTyped && now.auth && now.auth.type !== 'none' && origin !== originOf(now.url)) {
    throw refuse('auth', `This request went to ${origin}, which its API does not use any more, so its credentials are not sent there. Give an authentication in “auth”, such as {"type": "none"}.`);
  }
  const headers: Record<string, unknown> = { ...record.headers };
  for (const place of record.hidden) {
    if (place === 'url') throw refuse('execution_id', 'The address of this request held a secret, which is not kept. Run the endpoint anew.');
    if ((place === 'auth' && !given.auth) || (place === 'body' && !given.body)) throw missing(place);
    if (!place.startsWith('headers.')) continue;
    const name = place.slice('headers.'.length);
    headers[name] = valueOf(given.headers, name) ?? valueOf(now.headers, name);
    if (headers[name] === undefined) throw missing('headers', `its header “${name}”`);
  }
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    const known = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
    headers[known ?? name] = value;
  }
  const { auth, secrets } = now;
  return { method: record.method, url: record.url, headers, body: given.body ?? record.body, auth, timeout_ms: record.timeout_ms, ...(secrets && { secrets }) };
}

const hasMark = (value: unknown): boolean => isSecretMark(value) || (isObject(value) && Object.values(value).some(hasMark));

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

const missing = (field: string, what = `its ${field}`) => refuse(field, `This request cannot be sent again as it was: ${what} held secrets, which are not kept. Give them again in “${field}”.`);

const valueOf = (fields: unknown, name: string): unknown =>
  isObject(fields) ? Object.entries(fields).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] : undefined;

function addressOf({ url, query, query_styles }: ExecutionRequest): string {
  if (!URL.canParse(url)) return url;
  const whole = new URL(url);
  mergeQuery(whole, query ?? {}, query_styles);
  return whole.href;
}

/** Every secret text among credentials. */
function secretsIn(auth: unknown): string[] {
  const found: string[] = [];
  walk(isObject(auth) ? auth['credentials'] : undefined, (text) => found.push(text));
  return found;
}

const marked = (credentials: unknown): unknown => walk(credentials, () => ({ $secret: true }));

function walk(value: unknown, secret: (text: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, secret));
  if (!isObject(value) || isSecretMark(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => {
    if (isPublicName(name)) return [name, inner];
    return [name, typeof inner === 'string' && inner !== '' ? secret(inner) : walk(inner, secret)];
  }));
}
