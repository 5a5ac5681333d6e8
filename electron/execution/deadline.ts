import { AppError } from '../../shared/errors.ts';
import { executionTimeout } from '../../shared/rules/constants.ts';
import { refuse } from './request.ts';

export interface Deadline {
  /** Aborted with an `AppError`: `timeout` when the time is over, `cancelled` when the caller gave up. */
  readonly signal: AbortSignal;
  /** Stops the clock. */
  end(): void;
}

/** One clock over a whole execution, joined with the caller's own signal. */
export function deadline(timeoutMs: number | null | undefined, caller: AbortSignal | undefined): Deadline {
  const ms = timeoutMs ?? executionTimeout;
  if (!Number.isFinite(ms) || ms <= 0) throw refuse('timeout_ms', `A timeout of ${ms} ms is not possible. Enter a number above 0.`);
  const controller = new AbortController();
  const expire = () => controller.abort(new AppError('timeout', `No complete answer within ${ms} ms. Raise the timeout, or check the target.`));
  const cancel = () => controller.abort(new AppError('cancelled', 'The execution was cancelled', { details: { reason: String(caller?.reason ?? '') } }));
  const timer = setTimeout(expire, Math.min(ms, 2 ** 31 - 1));
  caller?.addEventListener('abort', cancel, { once: true });
  if (caller?.aborted) cancel();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', cancel);
    },
  };
}
