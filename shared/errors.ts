import { unknownErrorText } from './rules/constants.ts';

/**
 * Every way a call can fail, as a closed list, so that a switch over it is checked by the compiler.
 * The code is for programs; the message is for people and says what to do.
 */
export const errorCodes = [
  'invalid_input', // the input was refused before anything was sent
  'unknown_call', // no call of this name in the contract
  'unauthorized', // 401: signed out, or the token has expired
  'forbidden', // 403: the user's role does not allow it
  'not_found', // 404
  'conflict', // 409: it changed meanwhile, or the name is taken
  'too_large', // the request or the answer is over its limit
  'rejected', // any other 4xx
  'server', // 5xx
  'bad_answer', // an answer that is not what the contract says
  'unreachable', // no connection, and nothing cached
  'timeout', // the total deadline has passed
  'cancelled', // the caller gave up
  'not_available', // the connected platform does not answer this call
  'keychain', // the operating system's keychain is absent, locked or denied
  'storage', // a local file or database cannot be read or written
  'internal', // a fault of Trellis itself
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One complaint about one field of an input; `path` is the way to the field in that input. */
export interface FieldProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** An error as it crosses a boundary: plain data. `status` is the HTTP status where there was one. */
export interface ErrorValue {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status?: number;
  readonly problems?: readonly FieldProblem[];
  readonly details?: unknown;
}

/** An error inside one process. Thrown here, carried as an {@link ErrorValue} across boundaries. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, more: Omit<ErrorValue, 'code' | 'message'> & { cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.problems = more.problems;
    this.details = more.details;
  }
}

/**
 * Turns whatever was thrown into an {@link ErrorValue}. What is not an `AppError` is a fault of ours: the user reads
 * `said`, and its own words are details.
 */
export function toErrorValue(thrown: unknown, said = unknownErrorText): ErrorValue {
  if (thrown instanceof AppError) {
    return {
      code: thrown.code,
      message: thrown.message,
      ...(thrown.status === undefined ? {} : { status: thrown.status }),
      ...(thrown.problems === undefined ? {} : { problems: thrown.problems }),
      ...(thrown.details === undefined ? {} : { details: thrown.details }),
    };
  }
  if (thrown instanceof Error && thrown.name === 'AbortError') return { code: 'cancelled', message: 'Cancelled' };
  return { code: 'internal', message: said, details: thrown instanceof Error ? thrown.message : String(thrown) };
}

/** The code that an HTTP status stands for. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 413) return 'too_large';
  return status >= 500 ? 'server' : 'rejected';
}
