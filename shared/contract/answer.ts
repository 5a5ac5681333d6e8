import { AppError, codeOfStatus, type FieldProblem } from '../errors.ts';
import { failureStatus } from '../rules/constants.ts';
import { reasonPhrase } from '../rules/status-text.ts';
import type { Answer, Call } from './define.ts';

/** The two directions of an answer's envelope: `wrap` writes it on the platform, `unwrap` reads it in the client. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body with which the embedded platform answers; `value` is what the call's `output` describes. */
export function wrap(answer: Answer, value: unknown): unknown {
  switch (answer) {
    case 'list': {
      const { rows, total } = value as { rows: unknown[]; total?: number };
      return { data: rows, totalCount: total ?? rows.length };
    }
    case 'routerList': {
      const { rows, total } = value as { rows: unknown[]; total?: number };
      return { success: true, data: rows, totalCount: total ?? rows.length };
    }
    case 'inserted':
      return { insertedId: (value as { id: string }).id };
    case 'done':
      return { success: true };
    case 'router':
      return { success: true, data: value };
    case 'row':
    case 'plain':
      return value;
  }
}

/**
 * What an answer's body says, read leniently: a list may be an array or stand under `data` or its own plural.
 * Throws `bad_answer` where it is none of these, and the server's words where a router says `success: false`.
 */
export function unwrap(call: Pick<Call, 'answer' | 'plural' | 'fallback' | 'errorFields'>, body: unknown): unknown {
  switch (call.answer) {
    case 'list':
      return readList(call, body);
    case 'routerList':
      refuseFailure(call, body);
      return readList(call, body);
    case 'router':
      refuseFailure(call, body);
      return isObject(body) && 'data' in body ? body['data'] : body;
    case 'row':
      if (isObject(body)) {
        if ('id' in body) return body;
        const inner = body['data'] ?? (call.plural ? body[call.plural] : undefined);
        if (Array.isArray(inner) && isObject(inner[0])) return inner[0];
        return isObject(inner) ? inner : body;
      }
      if (Array.isArray(body) && isObject(body[0])) return body[0];
      throw badAnswer(call, 'one row');
    case 'inserted':
    case 'done':
    case 'plain':
      return body;
  }
}

/** A router may say `success: false` with status 200; status is then 500 unless it says another [E-069][K-028]. */
function refuseFailure(call: Pick<Call, 'fallback' | 'errorFields'>, body: unknown): void {
  if (!isObject(body) || body['success'] !== false) return;
  const status = typeof body['status'] === 'number' ? body['status'] : failureStatus;
  throw new AppError(codeOfStatus(status), serverWords(call, body) ?? call.fallback, { status, ...reasonsIn(body) });
}

/** Some servers nest the list once more, as in {data: {<plural>: [...], total_count}}; no deeper. */
function readList(call: Pick<Call, 'plural' | 'fallback'>, body: unknown, nested = false): { rows: unknown[]; total?: number } {
  if (Array.isArray(body)) return { rows: body };
  if (!isObject(body)) throw badAnswer(call, 'a list');
  const rows = body['data'] ?? (call.plural ? body[call.plural] : undefined);
  const total = body['totalCount'] ?? body['total_count'];
  const counted = typeof total === 'number' ? { total } : {};
  if (Array.isArray(rows)) return { rows, ...counted };
  if (isObject(rows) && !nested) return { ...counted, ...readList(call, rows, true) };
  throw badAnswer(call, 'a list');
}

const badAnswer = (call: { fallback: string }, expected: string) =>
  new AppError('bad_answer', call.fallback, { details: `The answer is not ${expected}.` });

/** The server's own words for a failure, if it said any. */
export function serverWords(call: Pick<Call, 'errorFields'>, body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  for (const field of call.errorFields ?? ['error', 'message']) {
    const words = body[field];
    if (typeof words === 'string' && words.trim() !== '') return words;
    if (isObject(words) && typeof words['message'] === 'string') return words['message'];
  }
  return undefined;
}

/** The error that a failed HTTP answer stands for: the server's words first, else the call's fallback (section 8). */
export function errorOfAnswer(call: Pick<Call, 'errorFields' | 'fallback' | 'statusFallback'>, status: number, body: unknown): AppError {
  const fallback = call.statusFallback ? `HTTP ${status}: ${reasonPhrase(status)}` : call.fallback;
  return new AppError(codeOfStatus(status), serverWords(call, body) ?? fallback, { status, ...reasonsIn(body) });
}

const isProblem = (value: unknown): value is FieldProblem => isObject(value) && Array.isArray(value['path']) && typeof value['message'] === 'string';

/** What else a failed answer says; where it names fields, these are its problems. */
function reasonsIn(body: unknown): { readonly details?: unknown; readonly problems?: readonly FieldProblem[] } {
  const details = isObject(body) ? body['details'] : undefined;
  if (Array.isArray(details) && details.length > 0 && details.every(isProblem)) return { details, problems: details };
  return { details };
}
