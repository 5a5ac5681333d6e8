import { rm } from 'node:fs/promises';
import type { CookieJar } from 'tough-cookie';
import { AppError } from '../../shared/errors.ts';
import { authenticated } from './auth/authenticated.ts';
import { credentialsOf } from './auth/kinds.ts';
import type { TokenSource } from './auth/oauth2.ts';
import { takeCookies, withCookies } from './cookies.ts';
import { secretsSetIn } from './compose/hidden-cookies.ts';
import { deadline } from './deadline.ts';
import { decode } from './decode.ts';
import { wireFailure } from './failures.ts';
import { firstHop } from './first-hop.ts';
import { recordOf, type HopLog } from './hop-log.ts';
import { maskError, maskHeaders, maskOf, maskUrl } from './mask.ts';
import { policyOfHops } from './policy-of-hops.ts';
import { nextHop, type Hop } from './redirects.ts';
import type { ExecutionRequest, FetchPolicy, Outcome, UploadSource } from './request.ts';
import type { ReadBody } from './response-body.ts';
import { one, send, type Answer } from './send.ts';
import { typedSecrets } from './typed-secrets.ts';

const defaultMaxBytes = 10 * 1024 * 1024;
const defaultMaxSpooled = 500 * 1024 * 1024;
const defaultMaxRedirects = 10;

/** Where large answers go. `hides` says, once their headers have come, what else is masked in them: what is in a file is kept. */
export interface Spool {
  readonly folder: string;
  readonly max_bytes?: number | undefined;
  readonly hides?: (() => readonly string[]) | undefined;
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
  readonly policy?: FetchPolicy | undefined;
  /** Read and written at each hop; see `openJar` and `storedJar`. Without one, no cookie outlives its answer. */
  readonly cookies?: CookieJar | undefined;
  /** Awaited after each answer that sets some. */
  readonly onCookies?: (() => Promise<void>) | undefined;
  /** Where access tokens come from that the request itself does not hold. */
  readonly tokens?: TokenSource | undefined;
  /** Where bodies find the files that were uploaded for them; without it, there are none. */
  readonly uploads?: UploadSource | undefined;
  /** Where answers of more than 1 MiB go, up to `max_bytes` (default 500 MiB); without it they are kept in memory, up to the policy's cap. */
  readonly spool?: Spool | undefined;
  /** Told how many bytes of the body have come, unpacked, with each piece of it. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Handed each piece of the body as it comes, unpacked and with nothing masked in it, once the answer's status is one of success. */
  readonly onPiece?: ((piece: Buffer) => void) | undefined;
}

/**
 * Sends one HTTP request and reads its answer, whatever its status. Throws `AppError`: `invalid_input` before anything
 * is sent, `timeout`, `cancelled`, `unreachable`, `bad_answer` or `too_large` afterwards.
 */
export async function execute(request: ExecutionRequest, { signal, policy = {}, cookies, onCookies, tokens, uploads, spool, onBytes, onPiece }: ExecuteOptions = {}): Promise<Outcome> {
  const own = credentialsOf(request.auth, tokens);
  const credentials = { ...own, secrets: [...own.secrets, ...(request.secrets ?? []), ...typedSecrets(request)] };
  const secretFields = Object.keys(credentials.query ?? {});
  const started = performance.now();
  const clock = deadline(request.timeout_ms, signal);
  let origin = '';
  let { secrets } = credentials;
  let answer: Answer | undefined;
  let spooled: ReadBody['spooled'];
  try {
    let hop = await firstHop(request, credentials, policy, uploads);
    const auth = authenticated(credentials, hop.url.origin, clock.signal);
    ({ secrets } = auth);
    const policies = policyOfHops(policy, hop.url.origin);
    const logs: HopLog[] = [];
    const sendOne = async (signed: Hop) => {
      const got = await send(cookies ? await withCookies(signed, cookies) : signed, policies.of(signed.url), logs, clock.signal);
      if (cookies && (await takeCookies(cookies, signed.url, got.headers))) await onCookies?.();
      return got;
    };
    for (let redirects = 0; ; redirects += 1) {
      ({ origin } = hop.url);
      answer = await auth.send(hop, sendOne);
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
      const kept = spool ? [...auth.secrets, ...(spool.hides?.() ?? []), ...secretsSetIn(answer.headers)] : [];
      const body = await answer.read({
        max_bytes: policy.max_bytes ?? defaultMaxBytes,
        onBytes,
        onPiece: answer.status >= 200 && answer.status < 300 ? onPiece : undefined,
        spool: spool && { folder: spool.folder, max_bytes: spool.max_bytes ?? defaultMaxSpooled, secrets: kept },
      });
      ({ spooled } = body);
      const ended = performance.now();
      auth.verify(hop, answer, body.truncated || spooled ? null : body.bytes);
      const mask = maskOf(auth.secrets);
      const decoded = decode(body.bytes, one(answer.headers, 'content-type'), spooled ? 'spooled' : body.truncated ? 'truncated' : null, spooled ? kept : auth.secrets);
      const notices = [decoded.notice, ...auth.notices, policies.notice()].filter((notice) => notice !== undefined);
      return {
        status: answer.status,
        status_text: mask(answer.status_text),
        headers: maskHeaders(answer.headers, mask),
        ...decoded,
        ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
        bytes: body.size,
        truncated: body.truncated,
        ...(spooled && { spooled }),
        duration_ms: rounded(ended - started),
        url: maskUrl(hop.url, secretFields, mask),
        redirects,
        attempts: auth.attempts(),
        hops: logs.map((log) => recordOf(log, secretFields, mask)),
        timing: { headers_ms: rounded(headersAt - started), body_ms: rounded(ended - headersAt) },
      };
    }
  } catch (thrown) {
    answer?.discard();
    if (spooled) await rm(spooled.file, { force: true });
    if (clock.signal.aborted) throw clock.signal.reason;
    throw maskError(wireFailure(thrown, origin), maskOf(secrets));
  } finally {
    clock.end();
  }
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;
