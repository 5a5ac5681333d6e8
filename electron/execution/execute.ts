import { AppError } from '../../shared/errors.ts';
import { authenticated } from './auth/authenticated.ts';
import { credentialsOf } from './auth/kinds.ts';
import { deadline } from './deadline.ts';
import { decode } from './decode.ts';
import { wireFailure } from './failures.ts';
import { firstHop } from './first-hop.ts';
import { maskHeaders, maskOf, maskUrl } from './mask.ts';
import { policyOfHops } from './policy-of-hops.ts';
import { nextHop } from './redirects.ts';
import type { ExecutionRequest, FetchPolicy, Outcome } from './request.ts';
import { one, send } from './send.ts';

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
  let origin = '';
  try {
    let hop = await firstHop(request, credentials, policy);
    const auth = authenticated(credentials, hop.url.origin, clock.signal);
    const policies = policyOfHops(policy, hop.url.origin);
    for (let redirects = 0; ; redirects += 1) {
      ({ origin } = hop.url);
      const answer = await auth.send(hop, (signed) => send(signed, policies.of(hop.url), clock.signal));
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
