import { AppError } from '../../shared/errors.ts';
import { reasonPhrase } from '../../shared/rules/status-text.ts';
import { checkHost } from './addresses.ts';
import { authenticated } from './auth/authenticated.ts';
import type { Credentials } from './auth/credentials.ts';
import { credentialsOf } from './auth/kinds.ts';
import { payloadOf } from './body-kinds.ts';
import { agentFor } from './connections.ts';
import { deadline } from './deadline.ts';
import { decode } from './decode.ts';
import { wireFailure } from './failures.ts';
import { headerValue, requestHeaders } from './headers.ts';
import { maskHeaders, maskOf, maskUrl } from './mask.ts';
import { mergeQuery } from './query.ts';
import { nextHop, type Hop } from './redirects.ts';
import { refuse, type ExecutionRequest, type FetchPolicy, type Outcome, type ResponseHeaders } from './request.ts';
import { acceptEncoding, readBody } from './response-body.ts';
import { parseHttpUrl } from './target-url.ts';

const defaultMaxBytes = 10 * 1024 * 1024;
const defaultMaxRedirects = 10;

export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
  readonly policy?: FetchPolicy | undefined;
}

/**
 * Sends one HTTP request and reads its answer, whatever its status. Throws `AppError`: `invalid_input` before anything
 * is sent, `timeout`, `cancelled`, `unreachable`, `bad_answer` or `too_large` afterwards.
 */
export async function execute(request: ExecutionRequest, { signal, policy = {} }: ExecuteOptions = {}): Promise<Outcome> {
  const credentials = credentialsOf(request.auth);
  const secretFields = Object.keys(credentials.query ?? {});
  const started = performance.now();
  const clock = deadline(request.timeout_ms, signal);
  let hop = firstHop(request, credentials);
  const auth = authenticated(credentials, hop.url.origin);
  let redirects = 0;
  try {
    for (;;) {
      const answer = await auth.send(hop, (signed) => send(signed, policy, clock.signal));
      const next = nextHop(hop, answer.status, answer.headers, auth.secrets);
      const limit = policy.max_redirects ?? defaultMaxRedirects;
      if (next && limit > 0) {
        if (redirects === limit) throw new AppError('bad_answer', `The target redirected more than ${limit} times. Check it for a redirect loop.`);
        answer.discard();
        auth.verify(hop, answer, null);
        redirects += 1;
        hop = next;
        continue;
      }
      const headersAt = performance.now();
      const body = await answer.read(policy.max_bytes ?? defaultMaxBytes);
      const ended = performance.now();
      auth.verify(hop, answer, body.truncated ? null : body.bytes);
      const mask = maskOf(auth.secrets);
      const decoded = decode(body.bytes, one(answer.headers, 'content-type'), body.truncated, mask);
      const notices = [decoded.notice, ...auth.notices].filter((notice) => notice !== undefined);
      return {
        status: answer.status,
        status_text: answer.status_text,
        headers: maskHeaders(answer.headers, mask),
        ...decoded,
        ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
        bytes: body.bytes.length,
        truncated: body.truncated,
        duration_ms: rounded(ended - started),
        url: maskUrl(hop.url, secretFields, mask),
        redirects,
        attempts: auth.attempts(),
        timing: { headers_ms: rounded(headersAt - started), body_ms: rounded(ended - headersAt) },
      };
    }
  } catch (thrown) {
    if (clock.signal.aborted) throw clock.signal.reason;
    throw wireFailure(thrown, hop.url.origin);
  } finally {
    clock.end();
  }
}

function firstHop(request: ExecutionRequest, credentials: Credentials): Hop {
  const method = request.method.toUpperCase();
  if (!/^[A-Z][A-Z-]*$/.test(method) || method === 'CONNECT') throw refuse('method', `“${method.slice(0, 40)}” is not a method that can be sent.`);
  const url = parseHttpUrl('url', request.url);
  if (url.username !== '' || url.password !== '') throw refuse('url', 'The address holds a user name or password. Move them to the authentication.');
  mergeQuery(url, request.query ?? {});
  mergeQuery(url, credentials.query ?? {});
  const headers = requestHeaders(request.headers ?? {});
  for (const [name, value] of Object.entries(credentials.headers ?? {})) headers.set(name, value);
  const payload = payloadOf(request.body);
  if (payload && !headers.has('content-type')) headers.set('content-type', headerValue('content-type', payload.content_type));
  if (!headers.has('accept')) headers.set('accept', '*/*');
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', acceptEncoding);
  if (!headers.has('user-agent')) headers.set('user-agent', 'Trellis');
  return { method, url, headers, body: payload?.bytes ?? null };
}

async function send(hop: Hop, policy: FetchPolicy, signal: AbortSignal) {
  checkHost(hop.url, policy);
  signal.throwIfAborted();
  const { statusCode, statusText, headers, body } = await agentFor(policy).request({
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method as 'GET',
    headers: Object.fromEntries(hop.headers),
    body: hop.body,
    signal,
  });
  const plain = plainHeaders(headers);
  return {
    status: statusCode,
    status_text: statusText || reasonPhrase(statusCode),
    headers: plain,
    read: (cap: number) => readBody(body, one(plain, 'content-encoding'), cap, signal),
    /** A short body is read to its end, so that its connection can serve again; a long one is cut off. */
    discard: () => void body.dump({ limit: 16 * 1024 }).catch(() => body.destroy()),
  };
}

const plainHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): ResponseHeaders =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined));

/** A header's one value; of several, the last. */
function one(headers: ResponseHeaders, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value.at(-1) : value) ?? '';
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;
