import type { CookieJar } from 'tough-cookie';
import { AppError } from '../../shared/errors.ts';
import { authenticated } from './auth/authenticated.ts';
import { credentialsOf } from './auth/kinds.ts';
import { takeCookies, withCookies } from './cookies.ts';
import { deadline } from './deadline.ts';
import { decode } from './decode.ts';
import { wireFailure } from './failures.ts';
import { firstHop } from './first-hop.ts';
import { recordOf, type HopLog } from './hop-log.ts';
import { maskHeaders, maskOf, maskUrl } from './mask.ts';
import { policyOfHops } from './policy-of-hops.ts';
import { nextHop, type Hop } from './redirects.ts';
import type { ExecutionRequest, FetchPolicy, Outcome } from './request.ts';
import { one, send } from './send.ts';

const defaultMaxBytes = 10 * 1024 * 1024;
const defaultMaxRedirects = 10;

export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
  readonly policy?: FetchPolicy | undefined;
  /** Read and written at each hop; see `openJar` and `storedJar`. Without one, no cookie outlives its answer. */
  readonly cookies?: CookieJar | undefined;
}

/**
 * Sends one HTTP request and reads its answer, whatever its status. Throws `AppError`: `invalid_input` before anything
 * is sent, `timeout`, `cancelled`, `unreachable`, `bad_answer` or `too_large` afterwards.
 */
export async function execute(request: ExecutionRequest, { signal, policy = {}, cookies }: ExecuteOptions = {}): Promise<Outcome> {
  const credentials = credentialsOf(request.auth);
  const secretFields = Object.keys(credentials.query ?? {});
  const started = performance.now();
  const clock = deadline(request.timeout_ms, signal);
  let origin = '';
  try {
    let hop = await firstHop(request, credentials, policy);
    const auth = authenticated(credentials, hop.url.origin, clock.signal);
    const policies = policyOfHops(policy, hop.url.origin);
    const logs: HopLog[] = [];
    const sendOne = async (signed: Hop) => {
      const answer = await send(cookies ? await withCookies(signed, cookies) : signed, policies.of(signed.url), logs, clock.signal);
      if (cookies) await takeCookies(cookies, signed.url, answer.headers);
      return answer;
    };
    for (let redirects = 0; ; redirects += 1) {
      ({ origin } = hop.url);
      const answer = await auth.send(hop, sendOne);
      const next = nextHop(hop, answer.status, answer.headers, auth.secrets);
      const limit = policy.max_redirects ?? defaultMaxRedirects;
      if (next && limit > 0) {
        if (redirects === limit) throw new AppError('bad_answer', `The target redirected more than ${limit} times. Check it for a redirect loop.`);
        answer.discard();
        auth.verify(hop, answer, null);
        hop = next;
        continue;
      }
      const headersAt = performance.now();
      const body = await answer.read(policy.max_bytes ?? defaultMaxBytes);
      const ended = performance.now();
      auth.verify(hop, answer, body.truncated ? null : body.bytes);
      const mask = maskOf(auth.secrets);
      const decoded = decode(body.bytes, one(answer.headers, 'content-type'), body.truncated, mask);
      const notices = [decoded.notice, ...auth.notices, policies.notice()].filter((notice) => notice !== undefined);
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
        hops: logs.map((log) => recordOf(log, secretFields, mask)),
        timing: { headers_ms: rounded(headersAt - started), body_ms: rounded(ended - headersAt) },
      };
    }
  } catch (thrown) {
    if (clock.signal.aborted) throw clock.signal.reason;
    throw wireFailure(thrown, origin);
  } finally {
    clock.end();
  }
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;
