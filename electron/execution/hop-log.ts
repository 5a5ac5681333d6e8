import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { connectTimes } from './connector.ts';
import { masked, maskHeaders, maskUrl } from './mask.ts';
import type { Hop } from './redirects.ts';
import type { HopRecord, ResponseHeaders } from './request.ts';

/** What went over the wire, request by request, and when; seen where undici writes it (its diagnostics channels). */

/** One request while it is under way; times are of `performance.now()`. */
export interface HopLog {
  readonly hop: Hop;
  readonly started: number;
  sent?: { readonly at: number; readonly text: string; readonly socket: Socket; readonly reused: boolean };
  answered?: { readonly at: number; readonly status: number; readonly status_text: string; readonly headers: ResponseHeaders };
  ended?: number;
}

/** Emptied when the answer begins: a connection keeps the context in which it was opened for as long as it lives. */
const underWay = new AsyncLocalStorage<{ log?: HopLog | undefined }>();
const logs = new WeakMap<object, HopLog>();

subscribe('undici:request:create', (message) => {
  const log = underWay.getStore()?.log;
  if (log) logs.set((message as { request: object }).request, log);
});

subscribe('undici:client:sendHeaders', (message) => {
  const { request, headers, socket } = message as { request: object; headers: string; socket: Socket };
  const log = logs.get(request);
  const times = connectTimes(socket);
  if (!log || !times) return;
  log.sent = { at: performance.now(), text: headers, socket, reused: times.used };
  times.used = true;
});

/** Makes a hop's request, of which `log` takes note. */
export function observed<T>(log: HopLog, request: () => Promise<T>): Promise<T> {
  const holder: { log?: HopLog | undefined } = { log };
  return underWay.run(holder, request).finally(() => {
    holder.log = undefined;
  });
}

/** These say who sends, in a request that names its own: no auth kind knows their secrets. */
const telling = new Set(['authorization', 'proxy-authorization']);

/** The log as it is handed out. */
export function recordOf(log: HopLog, secretFields: readonly string[], mask: (text: string) => string): HopRecord {
  const { hop, sent, answered } = log;
  const isH2 = sent !== undefined && 'alpnProtocol' in sent.socket && sent.socket.alpnProtocol === 'h2';
  const url = maskUrl(hop.url, secretFields, mask);
  return {
    url,
    request_line: `${hop.method} ${url.slice(hop.url.origin.length)} HTTP/${isH2 ? '2' : '1.1'}`,
    request_headers: sentHeaders(log, isH2).map(([name, value]) => [name, hidden(name, value, mask)] as const),
    status_line: answered ? `HTTP/${isH2 ? '2' : '1.1'} ${answered.status}${isH2 ? '' : ` ${mask(answered.status_text)}`}` : '',
    headers: maskHeaders(answered?.headers ?? {}, mask),
    timing: timingOf(log),
  };
}

/** They announce their length even where it is none (RFC 9110, section 8.6). */
const announcing = new Set(['POST', 'PUT', 'PATCH']);

/** As undici wrote them; it adds the length when it writes the body. */
function sentHeaders({ hop, sent }: HopLog, isH2: boolean): (readonly [string, string])[] {
  const lines = (sent?.text ?? '').split('\r\n').slice(isH2 ? 0 : 1).filter(Boolean);
  const pairs = lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon).replace(':authority', 'host'), line.slice(colon + 2)] as const;
  });
  const size = hop.body?.size ?? (isH2 || !announcing.has(hop.method) ? null : 0);
  const length = size === null || pairs.some(([name]) => name === 'content-length') ? [] : [['content-length', String(size)] as const];
  return [...pairs.filter(([name]) => !name.startsWith(':')), ...length];
}

function hidden(name: string, value: string, mask: (text: string) => string): string {
  if (telling.has(name)) return value.includes(' ') ? `${value.split(' ', 1)[0]} ${masked}` : masked;
  if (name === 'cookie') return value.split(';').map((pair) => `${pair.split('=', 1)[0]!.trim()}=${masked}`).join('; ');
  return mask(value);
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;

const between = (from: number | null | undefined, to: number | null | undefined): number | null =>
  typeof from === 'number' && typeof to === 'number' ? rounded(Math.max(0, to - from)) : null;

function timingOf({ started, sent, answered, ended }: HopLog): HopRecord['timing'] {
  const opened = sent && !sent.reused ? connectTimes(sent.socket) : undefined;
  return {
    reused: sent?.reused ?? false,
    dns_ms: between(0, opened?.resolved),
    connect_ms: between(opened?.resolved ?? 0, opened?.connected),
    tls_ms: between(opened?.connected, opened?.secured),
    first_byte_ms: between(sent?.at, answered?.at),
    body_ms: between(answered?.at, ended),
    total_ms: between(started, ended ?? answered?.at) ?? 0,
  };
}
