import { AppError, type ErrorCode } from '../../../../shared/errors.ts';
import { reasonPhrase } from '../../../../shared/rules/status-text.ts';
import { execute } from '../../../execution/execute.ts';
import type { Outcome } from '../../../execution/request.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { fetchOptions } from '../../fetch-options.ts';
import { connectionOf, type Connection } from './connection.ts';

/** Apache Airflow's REST API v2, as one user of one environment asks it. */
export interface Airflow {
  readonly connection: Connection;
  /**
   * One request to `/api/v2/<segments>`. Returns the answer's JSON, undefined where there is none. Throws `AppError` with
   * Airflow's own words; what Airflow says of our token is `rejected`, since the user's session with this platform stands.
   */
  ask(method: string, segments: readonly string[], more?: Ask): Promise<unknown>;
}

export interface Ask {
  /** What is undefined is left out; arrays repeat the name. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Milliseconds; Airflow's own gateway gives up later. */
const patience = 30_000;

/** The Airflow of a caller whose environment has one. */
export type FindAirflow = (caller: Caller, signal: AbortSignal) => Airflow | undefined;

export function createAirflows(core: Core): FindAirflow {
  /** By environment: the token for which a user and password were exchanged. */
  const tokens = new Map<string, { readonly signIn: string; readonly token: Promise<string> }>();

  function tokenFor(connection: Connection, send: Send): Promise<string> {
    const { environment_id, url, user, secret } = connection;
    if (user === undefined) return Promise.resolve(secret);
    const signIn = JSON.stringify([url, user, secret]);
    const known = tokens.get(environment_id);
    if (known?.signIn === signIn) return known.token;
    const token = exchange(connection, send);
    tokens.set(environment_id, { signIn, token });
    token.catch(() => forget(environment_id, token));
    return token;
  }

  /** Unless another request has had a new one meanwhile. */
  function forget(environment_id: string, token: Promise<string>): void {
    if (tokens.get(environment_id)?.token === token) tokens.delete(environment_id);
  }

  return (caller, signal) => {
    const connection = connectionOf(core, caller);
    if (!connection) return undefined;
    const options = { signal, ...fetchOptions(core, caller, connection.environment_id) };
    const send: Send = ({ method, url, query, body, token }) =>
      execute(
        {
          method, url, query, timeout_ms: patience,
          headers: { accept: 'application/json' },
          ...(body === undefined ? {} : { body: { type: 'raw', content_type: 'application/json', content: JSON.stringify(body) } }),
          ...(token === undefined ? {} : { auth: { type: 'bearer_token', credentials: { token } } }),
          secrets: [connection.secret],
        },
        options,
      );
    return {
      connection,
      async ask(method, segments, { query = {}, body } = {}) {
        const request = { method, url: `${connection.url}/api/v2/${segments.map(segment).join('/')}`, query: withoutGaps(query), body };
        const held = tokenFor(connection, send);
        let answer = await send({ ...request, token: await held });
        if (answer.status === 401 && connection.user !== undefined) {
          forget(connection.environment_id, held);
          answer = await send({ ...request, token: await tokenFor(connection, send) });
        }
        if (answer.status >= 300) throw failureOf(answer, connection);
        if (answer.truncated) throw new AppError('too_large', 'Airflow’s answer is larger than 10 MB. Ask for less of it.');
        return answer.status === 204 ? undefined : answer.data;
      },
    };
  };
}

async function exchange({ url, user, secret }: Connection, send: Send): Promise<string> {
  const answer = await send({ method: 'POST', url: `${url}/auth/token`, body: { username: user, password: secret } });
  const token = (answer.data as { access_token?: unknown } | null)?.access_token;
  if (answer.status >= 400 || typeof token !== 'string') {
    throw new AppError('rejected', `Airflow did not let ${user} sign in (${answer.status}): ${wordsOf(answer)}. Enter user and password in Admin, Environments.`);
  }
  return token;
}

type Send = (request: { method: string; url: string; query?: Record<string, unknown>; body?: unknown; token?: string }) => Promise<Outcome>;

/** URL parsers take `.` and `..` for folders even when they are encoded. */
function segment(text: string): string {
  if (text === '.' || text === '..') throw new AppError('invalid_input', `“${text}” cannot be an id in Airflow.`);
  return encodeURIComponent(text);
}

const withoutGaps = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)));

const codes: Readonly<Record<number, ErrorCode>> = { 400: 'invalid_input', 404: 'not_found', 409: 'conflict', 413: 'too_large', 422: 'invalid_input' };

function failureOf(answer: Outcome, { url, user }: Connection): AppError {
  const { status } = answer;
  const words = wordsOf(answer);
  // Without its status, which would sign the user out here.
  if (status === 401) return new AppError('rejected', `Airflow at ${url} refused the ${user === undefined ? 'token' : 'user'} of this environment: ${words}. Enter a valid one in Admin, Environments.`);
  if (status === 403) return new AppError('forbidden', `Airflow does not allow it to this environment’s ${user === undefined ? 'token' : `user ${user}`}: ${words}`, { status });
  const code = codes[status] ?? (status >= 500 ? 'server' : 'rejected');
  return new AppError(code, `Airflow: ${words}`, { status });
}

/** `detail` is a text, an object, or a list of `{loc, msg}`, as FastAPI writes it. */
function wordsOf({ status, data }: Outcome): string {
  const detail = typeof data === 'object' && data !== null ? (data as { detail?: unknown }).detail : data;
  if (typeof detail === 'string' && detail !== '') return detail.slice(0, 1000);
  if (Array.isArray(detail)) {
    return (detail as { loc?: unknown[]; msg?: unknown }[]).map(({ loc, msg }) => `${loc?.slice(1).join('.') ?? ''} ${String(msg)}`.trim()).join('; ').slice(0, 1000);
  }
  if (typeof detail === 'object' && detail !== null) return JSON.stringify(detail).slice(0, 1000);
  return `${status} ${reasonPhrase(status)}`;
}
