import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { reasonPhrase } from '../../shared/rules/status-text.ts';
import { checkBehindProxy, checkHost } from './addresses.ts';
import { agentFor } from './connections.ts';
import { observed, type HopLog } from './hop-log.ts';
import { proxySignIn } from './proxy-auth.ts';
import { isSocks, proxyFor, refusedCredentials } from './proxy.ts';
import type { Hop } from './redirects.ts';
import type { FetchPolicy, ResponseHeaders } from './request.ts';
import { readBody, type ReadBody, type ReadLimits } from './response-body.ts';

/** The beginning of one answer; its body is still on the wire, and is either read or discarded. */
export interface Answer {
  readonly status: number;
  readonly status_text: string;
  readonly headers: ResponseHeaders;
  read(limits: ReadLimits): Promise<ReadBody>;
  /** A short body is read to its end, so that its connection can serve again; one that is long, or slow, is cut off. */
  discard(): void;
}

/** Milliseconds. */
const discardTime = 1_000;

/** Sends one hop and waits for the headers of its answer; what went over the wire is added to `logs`. */
export async function send(hop: Hop, policy: FetchPolicy, logs: HopLog[], signal: AbortSignal): Promise<Answer> {
  const proxy = proxyFor(hop.url, policy.proxy);
  if (proxy) await orAborted(checkBehindProxy(hop.url, policy), signal);
  else checkHost(hop.url, policy);
  signal.throwIfAborted();
  // A proxy is told the whole address (RFC 9112, section 3.2.2); where it is a tunnel, it only sees bytes go by.
  const toProxy = hop.url.protocol === 'http:' && proxy && !isSocks(proxy) ? proxy : null;
  const agent = agentFor(policy, proxy);
  const signIn = toProxy && proxySignIn(toProxy);
  const path = (toProxy ? hop.url.origin : '') + hop.url.pathname + hop.url.search;
  const ask = async (): Promise<{ readonly log: HopLog; readonly got: Dispatcher.ResponseData }> => {
    const log: HopLog = { hop, started: performance.now() };
    logs.push(log);
    const sent = hop.body?.open() ?? null;
    const length = sent instanceof Readable ? { 'content-length': String(hop.body!.size) } : {};
    const headers = { ...Object.fromEntries(hop.headers), ...length, ...signIn?.headers(hop.method, path) };
    // A proxy that refuses early may still be at the body when the next request comes over the same connection, and take it for a part.
    const reset = hop.body !== null && signIn?.mayBeRefused() === true;
    const got = await orAborted(observed(log, () => agent.request({ origin: hop.url.origin, path, method: hop.method as 'GET', headers, body: sent, reset, signal })), signal);
    if (!toProxy || got.statusCode !== 407) return { log, got };
    discard(got.body);
    if (!signIn?.challenged(got.headers['proxy-authenticate'])) throw refusedCredentials(toProxy);
    logs.pop(); // it did not reach the target
    return ask();
  };
  const { log, got: { statusCode, statusText, headers, body } } = await ask();
  const start = { status: statusCode, status_text: statusText || reasonPhrase(statusCode), headers: plainHeaders(headers) };
  log.answered = { at: performance.now(), ...start };
  return {
    ...start,
    async read(limits) {
      const read = await readBody(body, one(start.headers, 'content-encoding'), limits, signal);
      log.ended = performance.now();
      return read;
    },
    discard: () => discard(body),
  };
}

/** A body that is destroyed before its end says so as an error, which nobody else would hear. */
const discard = (body: Dispatcher.ResponseData['body']): void => void body.dump({ limit: 16 * 1024, signal: AbortSignal.timeout(discardTime) }).catch(() => body.on('error', () => undefined).destroy());

/** Resolving a name heeds no signal, and undici heeds it only once it is connected. */
async function orAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([asked, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const plainHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): ResponseHeaders =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined));

/** A header's one value; of several, the last. */
export function one(headers: ResponseHeaders, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value.at(-1) : value) ?? '';
}
