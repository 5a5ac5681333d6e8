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

function entryOf({ started_at, duration_ms, comment, request, response }: HarExchange) {
  return {
    startedDateTime: started_at,
    time: duration_ms,
    request: {
      method: request.method, url: request.url, httpVersion: 'HTTP/1.1', cookies: [], headers: request.headers, queryString: request.query,
      headersSize: -1, bodySize: request.body_bytes,
      ...(request.body === null ? {} : { postData: dataOf(request.body, typeOf(request.headers)) }),
    },
    response: {
      status: response?.status ?? 0, statusText: response ? (response.status_text ?? reasonPhrase(response.status)) : '', httpVersion: 'HTTP/1.1', cookies: [],
      headers: response?.headers ?? [], redirectURL: '', headersSize: -1, bodySize: response?.body_bytes ?? -1,
      content: { size: response?.body_bytes ?? 0, mimeType: typeOf(response?.headers ?? []), text: response?.text ?? '', ...(response?.is_base64 ? { encoding: 'base64' } : {}) },
    },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    comment,
  };
}

/** The format has no word for bytes in a request, so it is one of the custom fields that it allows. */
const dataOf = ({ text, is_base64, params }: HarBody, mimeType: string) => ({ mimeType, ...(params === undefined ? { text } : { params }), ...(is_base64 ? { _encoding: 'base64' } : {}) });

const typeOf = (headers: readonly HarPair[]) => headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
