import { reasonPhrase } from './status-text.ts';

/** HTTP archives, version 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** One exchange, as whoever saw it tells it. */
export interface HarExchange {
  /** ISO 8601. */
  readonly started_at: string;
  readonly duration_ms: number;
  readonly comment: string;
  /** Such as `HTTP/1.1`, which it is unless it is said. */
  readonly http_version?: string;
  /** In milliseconds, null for a step that there was not; without it, all of the time was waiting. */
  readonly timings?: { readonly dns: number | null; readonly connect: number | null; readonly ssl: number | null; readonly receive: number | null };
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarPair[];
    readonly query: readonly HarPair[];
    /** Bytes, -1 where nobody counted them. */
    readonly body_bytes: number;
    readonly body: HarBody | null;
  };
  /** Null where nothing was answered. */
  readonly response: {
    readonly status: number;
    readonly status_text?: string;
    readonly headers: readonly HarPair[];
    readonly body_bytes: number;
    readonly text: string;
    readonly is_base64?: boolean;
  } | null;
}

/** Either its text, or the fields of a form. */
export interface HarBody {
  readonly text: string;
  readonly is_base64?: boolean;
  readonly params?: readonly { readonly name: string; readonly value: string; readonly fileName?: string; readonly contentType?: string }[];
}

/** The archive as text, with the exchanges in their order. */
export function harText(exchanges: readonly HarExchange[], version: string): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'Trellis', version }, entries: exchanges.map(entryOf) } }, null, 2);
}

function entryOf({ started_at, duration_ms, comment, http_version: httpVersion = 'HTTP/1.1', timings, request, response }: HarExchange) {
  return {
    startedDateTime: started_at,
    time: duration_ms,
    request: {
      method: request.method, url: request.url, httpVersion, cookies: [], headers: request.headers, queryString: request.query,
      headersSize: -1, bodySize: request.body_bytes,
      ...(request.body === null ? {} : { postData: dataOf(request.body, typeOf(request.headers)) }),
    },
    response: {
      status: response?.status ?? 0, statusText: response ? (response.status_text ?? reasonPhrase(response.status)) : '', httpVersion, cookies: [],
      headers: response?.headers ?? [], redirectURL: valueOf(response?.headers ?? [], 'location'), headersSize: -1, bodySize: response?.body_bytes ?? -1,
      content: { size: Math.max(0, response?.body_bytes ?? 0), mimeType: typeOf(response?.headers ?? []), text: response?.text ?? '', ...(response?.is_base64 ? { encoding: 'base64' } : {}) },
    },
    cache: {},
    timings: timings ? steps(timings, duration_ms) : { send: 0, wait: duration_ms, receive: 0 },
    comment,
  };
}

/** The format has no word for bytes in a request, so it is one of the custom fields that it allows. */
const dataOf = ({ text, is_base64, params }: HarBody, mimeType: string) => ({ mimeType, ...(params === undefined ? { text } : { params }), ...(is_base64 ? { _encoding: 'base64' } : {}) });

/** The connecting has that of its encryption in it, and all but that are the whole time together. */
function steps({ dns, connect, ssl, receive }: NonNullable<HarExchange['timings']>, total: number) {
  const joined = connect === null ? null : connect + (ssl ?? 0);
  return { dns: dns ?? -1, connect: joined ?? -1, ssl: ssl ?? -1, send: 0, wait: Math.max(0, Math.round((total - (dns ?? 0) - (joined ?? 0) - (receive ?? 0)) * 100) / 100), receive: receive ?? 0 };
}

const valueOf = (headers: readonly HarPair[], name: string) => headers.find((one) => one.name.toLowerCase() === name)?.value ?? '';
const typeOf = (headers: readonly HarPair[]) => valueOf(headers, 'content-type');
