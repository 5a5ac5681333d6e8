import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, toErrorValue, type ErrorCode } from '../../../shared/errors.ts';
import { isLocked } from '../../storage/patience.ts';
import { fileReason } from '../database.ts';

/** An answer that is JSON text already, envelope included: stored texts are passed on as they are. */
export interface JsonText {
  readonly [jsonText]: string;
}
const jsonText = Symbol('json text');

export const asJson = (text: string): JsonText => ({ [jsonText]: text });
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && jsonText in value ? (value as JsonText)[jsonText] : undefined;

const statuses: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  unknown_call: 404,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  rejected: 400,
  server: 500,
  bad_answer: 502,
  unreachable: 502,
  timeout: 504,
  cancelled: 499,
  not_available: 400,
  keychain: 500,
  storage: 507,
  internal: 500,
};

/** `field` is where the caller looks for the words: `error`, or `message` for the vector router. */
export function failureOf(thrown: unknown, field: 'error' | 'message', log: (line: string) => void): { status: number; body: Record<string, unknown> } {
  const reason = fileReason(thrown);
  const error = toErrorValue(reason === undefined ? thrown : ofStore(reason, isLocked(thrown)));
  if (reason !== undefined || error.code === 'internal') {
    log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  }
  const words = error.code === 'internal' ? 'The platform failed on this call; its log says more.' : error.message;
  const details = error.details ?? error.problems;
  return { status: error.status ?? statuses[error.code], body: { [field]: words, ...(details === undefined ? {} : { details }) } };
}

/** A lock passes: 503 says, unlike 507, that the same request may soon be answered. */
const ofStore = (reason: string, locked: boolean) =>
  new AppError('storage', `The platform's data file cannot be used: ${reason}. ${locked ? 'Close that program, or wait until it is done' : 'Free some space or check the disk'}, then try again.`, locked ? { status: 503 } : {});

export function sendJson(response: ServerResponse, status: number, text: string): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}

const heartbeatMs = 15_000;

/**
 * Server-sent events: each is one `data:` line of JSON; the source's end is `event: end`, its failure `event: error`
 * with the same body as a failed answer. Cut short by `signal` it says neither, so that the client takes it up again.
 */
export async function sendEvents(response: ServerResponse, events: AsyncIterable<unknown>, signal: AbortSignal, log: (line: string) => void): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  response.flushHeaders();
  const heartbeat = setInterval(() => response.write(':\n\n'), heartbeatMs);
  try {
    for await (const event of events) {
      if (response.destroyed) return;
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
    if (signal.aborted) response.destroy();
    else response.write('event: end\ndata: {}\n\n');
  } catch (thrown) {
    response.write(`event: error\ndata: ${JSON.stringify(failureOf(thrown, 'error', log).body)}\n\n`);
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}

/** Reads on and drops what still comes, so that the client is free to read its answer; gives up after `limit` bytes. */
export async function drain(request: IncomingMessage, limit: number): Promise<void> {
  if (request.complete || request.destroyed) return;
  let size = 0;
  await new Promise<void>((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) request.destroy();
    });
    request.once('close', resolve).once('end', resolve).once('error', () => resolve());
  });
}
