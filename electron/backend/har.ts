import { harText, type HarExchange } from '../../shared/rules/har.ts';
import type { Detail } from './activity.ts';

/** Calls as an HTTP archive, as text; oldest first. */
export const harOf = (calls: readonly Detail[], version: string): string => harText(calls.toReversed().map(exchangeOf), version);

const exchangeOf = (call: Detail): HarExchange => ({
  started_at: call.started_at,
  duration_ms: call.duration_ms,
  comment: [call.call, call.source === 'cache' ? 'answered from the cache' : '', call.source === 'computer' ? 'sent from this computer' : '', call.error ?? ''].filter(Boolean).join(' · '),
  request: {
    method: call.method, url: call.url, headers: pairs(call.request.headers), query: queryOf(call.url), body_bytes: call.request_bytes,
    body: call.request.body === null ? null : { text: call.request.body },
  },
  response: call.status === null ? null : { status: call.status, headers: pairs(call.response?.headers ?? {}), body_bytes: call.response_bytes, text: call.response?.body ?? '' },
});

const pairs = (headers: Readonly<Record<string, string>>) => Object.entries(headers).map(([name, value]) => ({ name, value }));
const queryOf = (url: string) => (URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []);
