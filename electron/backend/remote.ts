import type { IncomingMessage } from 'node:http';
import axios, { type AxiosRequestConfig } from 'axios';
import { errorOfAnswer, unwrap } from '../../shared/contract/answer.ts';
import type { Call } from '../../shared/contract/define.ts';
import { toWire, type WireRequest } from '../../shared/contract/request.ts';
import { AppError } from '../../shared/errors.ts';
import { networkOf } from './network.ts';
import type { Connection, Fields, Send, Sending, Trace } from './send.ts';

/** Calls over HTTP. The only file that imports axios. */

export interface RemoteLimits {
  /** Of one answer, after decompression. */
  readonly answerBytes: number;
  /** Of one request. */
  readonly requestBytes: number;
}
export const defaultLimits: RemoteLimits = { answerBytes: 32 * 1024 * 1024, requestBytes: 96 * 1024 * 1024 };

interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** Sends a call, and reads its answer as the contract says. Throws AppErrors only. */
export function remote(limits: RemoteLimits = defaultLimits): Send {
  return async (call, input, { connection, signal, trace }) => {
    const prepared = call.prepare?.(input, { now: Date.now(), timeZone }) ?? input;
    const wire = toWire(call.request, prepared);
    const answer = await authorized(connection, (token) => exchange(call, wire, { connection, signal, trace, token, limits }));
    const body = readBody(call, answer, trace);
    if (answer.status === 404 && call.absentIsDone) return { data: { success: true }, meta: { source: 'platform' } };
    if (answer.status >= 400) throw errorOfAnswer(call, answer.status, body);
    return { data: readOutput(call, unwrap(call, body)), meta: { source: 'platform' } };
  };
}

/** Sends with the token, and once more with a fresh one if a 401 turns out to mean that it had expired. */
async function authorized<A extends { status: number }>(connection: Connection, send: (token: string) => Promise<A>): Promise<A> {
  const token = await connection.token();
  const answer = await send(token);
  if (answer.status !== 401) return answer;
  const renewed = await connection.renew(token);
  return renewed === null ? answer : send(renewed);
}

/** The words for a failure on the way. */
type Named = Pick<Call, 'fallback' | 'unreachableText'>;

interface Exchange extends Pick<Sending, 'connection' | 'signal' | 'trace'> {
  readonly token: string;
  readonly limits: RemoteLimits;
}

async function exchange(call: Named, wire: WireRequest, { connection, signal, trace, token, limits }: Exchange): Promise<HttpAnswer> {
  const base = await connection.baseUrl(signal);
  const config = requestConfig(wire, base, connection, token);
  if (typeof config.data === 'string' && config.data.length > limits.requestBytes) {
    throw new AppError('too_large', call.fallback, { details: `The request is over the limit of ${inMegabytes(limits.requestBytes)}.` });
  }
  begin(trace, config, wire);
  try {
    const response = await axios.request<string>({
      ...config, signal, responseType: 'text', maxContentLength: limits.answerBytes, maxBodyLength: limits.requestBytes,
      // The text is read here, so that a cut answer is an error and not a string.
      transformResponse: (text: unknown) => text,
    });
    const headers = plainHeaders(response.headers);
    const text = typeof response.data === 'string' ? response.data : '';
    Object.assign(trace, { status: response.status, response: { headers, body: text }, response_bytes: Buffer.byteLength(text) });
    return { status: response.status, headers, text };
  } catch (thrown) {
    throw transportError(call, base, thrown, signal, limits);
  }
}

/**
 * Opens an answer that goes on: a server-sent event stream. Resolves with the answer's status, headers and body as they
 * arrive; the caller reads the body, and aborts the signal when it is done.
 */
export async function openStream(
  call: Named,
  wire: WireRequest,
  { connection, signal, lastEventId }: { connection: Connection; signal: AbortSignal; lastEventId?: string | undefined },
): Promise<{ status: number; headers: Readonly<Record<string, string>>; body: IncomingMessage }> {
  const base = await connection.baseUrl(signal);
  try {
    return await authorized(connection, async (token) => {
      const config = requestConfig(wire, base, connection, token);
      const response = await axios.request<IncomingMessage>({
        ...config, signal, responseType: 'stream',
        headers: { ...config.headers, Accept: 'text/event-stream, application/json', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) },
      });
      if (response.status === 401) response.data.destroy();
      return { status: response.status, headers: plainHeaders(response.headers), body: response.data };
    });
  } catch (thrown) {
    throw transportError(call, base, thrown, signal, defaultLimits);
  }
}

interface Outgoing extends Omit<AxiosRequestConfig, 'headers'> {
  readonly headers: Readonly<Record<string, string>>;
}

function requestConfig(wire: WireRequest, base: string, connection: Connection, token: string): Outgoing {
  const url = new URL(base + wire.path);
  for (const [name, value] of Object.entries(wire.query)) url.searchParams.append(name, value);
  const headers: Record<string, string> = {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    ...wire.headers,
    ...(connection.user_id ? { 'X-User-ID': connection.user_id } : {}),
  };
  if (wire.body && !wire.form) headers['Content-Type'] = 'application/json';
  return {
    method: wire.method,
    url: url.href,
    headers,
    data: wire.body && (wire.form ? formOf(wire.body) : JSON.stringify(wire.body)),
    adapter: 'http',
    proxy: false,
    ...networkOf(connection.profile),
    validateStatus: () => true,
    // A redirect to another origin would take the token there.
    maxRedirects: wire.method === 'GET' ? 5 : 0,
    beforeRedirect: (next: Record<string, unknown>) => {
      if (new URL(String(next['href'])).origin !== url.origin) {
        throw new AppError('bad_answer', 'The platform sends this call to another address', {
          details: `${url.origin} answers with a redirect to ${String(next['href'])}. Enter the platform’s final address in the connection.`,
        });
      }
    },
  };
}

/** A multipart form: files are `{name, content, type?}` with base64 content, as uploads are everywhere [K-023]; the rest is text. */
function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    if (isFile(value)) form.append(name, new Blob([Buffer.from(value.content, 'base64')], { type: value.type ?? 'application/octet-stream' }), value.name);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

const isFile = (value: unknown): value is { name: string; content: string; type?: string } =>
  typeof value === 'object' && value !== null && 'content' in value && typeof value.content === 'string' && 'name' in value && typeof value.name === 'string';

function begin(trace: Trace, config: Outgoing, wire: WireRequest): void {
  trace.attempt++;
  trace.method = wire.method;
  trace.url = config.url ?? '';
  trace.request = { headers: config.headers, body: wire.body ?? null };
  trace.request_bytes = typeof config.data === 'string' ? Buffer.byteLength(config.data) : 0;
  Object.assign(trace, { status: null, response: null, response_bytes: 0 });
}

const plainHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]));

/** The body as a value; undefined where there is none, or where a failure is told by something that is not JSON. */
function readBody(call: Call, answer: HttpAnswer, trace: Trace): unknown {
  const failed = answer.status >= 400;
  const mayBeEmpty = failed || call.answer === 'done' || call.answer === 'plain';
  if (answer.text.trim() === '') {
    if (mayBeEmpty) return undefined;
    throw badAnswer(call, answer, 'The answer is empty.');
  }
  try {
    const body: unknown = JSON.parse(answer.text);
    trace.response = { headers: answer.headers, body };
    return body;
  } catch {
    if (failed) return undefined;
    const page = /^\s*</.test(answer.text) || (answer.headers['content-type'] ?? '').includes('text/html');
    throw badAnswer(call, answer, page
      ? 'The answer is a web page, not data. Check the address in the connection: something else may answer there.'
      : 'The answer is not complete JSON; it may have been cut off. Try again.');
  }
}

const badAnswer = (call: { fallback: string }, answer: HttpAnswer, details: string) =>
  new AppError('bad_answer', call.fallback, { status: answer.status, details });

function readOutput(call: Call, data: unknown): unknown {
  // What a create answers is read back by its id before it is what `output` says.
  if (call.reread) return data;
  const parsed = call.output.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new AppError('bad_answer', call.fallback, { details: `The answer is not what was expected: ${where}${issue?.message ?? 'wrong shape'}.` });
}

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host’s name could not be looked up',
  ETIMEDOUT: 'the connection took too long',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no network',
};

/** Why there was no answer, as an AppError; the signal's own reason where it was aborted. */
function transportError(call: Named, base: string, thrown: unknown, signal: AbortSignal, limits: RemoteLimits): AppError {
  if (signal.aborted) return signal.reason instanceof AppError ? signal.reason : new AppError('cancelled', 'Cancelled');
  const own = appErrorIn(thrown);
  if (own) return own;
  const { code = '', message } = thrown as Error & { code?: string };
  if (message.startsWith('maxContentLength')) {
    return new AppError('too_large', call.fallback, { details: `The answer is over the limit of ${inMegabytes(limits.answerBytes)}. Ask for fewer rows.` });
  }
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
  const reason = causes[code] ?? (certificate
    ? 'its certificate is not trusted. If it should be, add its authority to the connection'
    : message || code);
  return new AppError('unreachable', call.unreachableText ?? call.fallback, { details: `Cannot reach ${base}: ${reason}.`, cause: thrown });
}

/** An error of ours that was thrown below axios and wrapped on its way up. */
function appErrorIn(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  return thrown instanceof Error && thrown.cause !== undefined ? appErrorIn(thrown.cause) : undefined;
}
