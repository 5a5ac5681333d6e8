import { reasonPhrase } from '../../shared/rules/status-text.ts';
import type { Detail } from './activity.ts';

/** Calls as an HTTP archive, version 1.2 (http://www.softwareishard.com/blog/har-12-spec/), as text; oldest first. */
export function harOf(calls: readonly Detail[], version: string): string {
  const entries = calls.toReversed().map((call) => ({
    startedDateTime: call.started_at,
    time: call.duration_ms,
    request: {
      method: call.method, url: call.url, httpVersion: 'HTTP/1.1', cookies: [], headers: pairs(call.request.headers), queryString: queryOf(call.url),
      headersSize: -1, bodySize: call.request_bytes,
      ...(call.request.body === null ? {} : { postData: { mimeType: typeOf(call.request.headers), text: call.request.body } }),
    },
    response: {
      status: call.status ?? 0, statusText: call.status === null ? '' : reasonPhrase(call.status), httpVersion: 'HTTP/1.1', cookies: [],
      headers: pairs(call.response?.headers ?? {}), redirectURL: '', headersSize: -1, bodySize: call.response_bytes,
      content: { size: call.response_bytes, mimeType: typeOf(call.response?.headers ?? {}), text: call.response?.body ?? '' },
    },
    cache: {},
    timings: { send: 0, wait: call.duration_ms, receive: 0 },
    comment: [call.call, call.source === 'cache' ? 'answered from the cache' : '', call.error ?? ''].filter(Boolean).join(' · '),
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'Trellis', version }, entries } }, null, 2);
}

const pairs = (headers: Readonly<Record<string, string>>) => Object.entries(headers).map(([name, value]) => ({ name, value }));
const queryOf = (url: string) => (URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []);
const typeOf = (headers: Readonly<Record<string, string>>) => Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
