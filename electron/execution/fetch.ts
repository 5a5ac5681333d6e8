import { AppError } from '../../shared/errors.ts';
import { wireFailure } from './failures.ts';
import { payloadOfBytes } from './payload.ts';
import type { FetchPolicy } from './request.ts';
import { acceptEncoding } from './response-body.ts';
import { send } from './send.ts';

/**
 * `fetch` for libraries that speak a protocol of their own over HTTP: the engine's way to servers, which keeps to the
 * networks, proxies and authorities of the policy. Bodies come as they arrive; redirects are handed back, not followed.
 */
export type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>;

const defaultMaxBytes = 10 * 1024 * 1024;
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);
/** What belongs to the connection or to the packing of the body, which is unpacked here. */
const ofTheWire: ReadonlySet<string> = new Set(['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']);

export const fetchUnder = (policy: FetchPolicy): Fetch => async (address, { method = 'GET', headers, body, signal: given } = {}) => {
  const url = new URL(address);
  const ended = new AbortController();
  const signal = given ? AbortSignal.any([given, ended.signal]) : ended.signal;
  const sent = new Map([['accept-encoding', acceptEncoding], ...new Headers(headers)]);
  try {
    const payload = typeof body === 'string' ? payloadOfBytes(Buffer.from(body), sent.get('content-type') ?? 'text/plain') : null;
    const answer = await send({ method, url, headers: sent, body: payload }, policy, [], signal);
    const init = { status: answer.status, statusText: answer.status_text, headers: headersOf(answer.headers) };
    if (withoutBody.has(answer.status)) {
      answer.discard();
      return new Response(null, init);
    }
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const read = async () => {
          const { truncated } = await answer.read({ max_bytes: policy.max_bytes ?? defaultMaxBytes, onPiece: (piece) => controller.enqueue(piece) });
          if (truncated) throw new AppError('too_large', `${url.origin} answered with more than can be held. Ask it for less.`);
          if (!ended.signal.aborted) controller.close(); // else who cancelled in the last moment has closed it
        };
        void read().catch((thrown: unknown) => controller.error(wireFailure(thrown, url.origin)));
      },
      cancel: () => ended.abort(new AppError('cancelled', 'Nobody reads the answer any more.')),
    });
    return new Response(stream, init);
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw wireFailure(thrown, url.origin);
  }
};

const headersOf = (given: Readonly<Record<string, string | string[]>>): [string, string][] =>
  Object.entries(given).flatMap(([name, value]) => (ofTheWire.has(name) ? [] : [value].flat().map((one): [string, string] => [name, one])));
