import { AppError } from '../../shared/errors.ts';
import { fetchRetries, finalStatuses, retryWait } from '../../shared/rules/constants.ts';
import { isRead, type Send } from './send.ts';

/** Codes and statuses after which the same question may get another answer [K-005]. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof AppError) || (error.status !== undefined && finalStatuses.includes(error.status))) return false;
  return error.code === 'unreachable' || error.code === 'server' || error.status === 408 || error.status === 429;
}

/**
 * Repeats reads that failed, at most twice, after 1 s and 2 s [K-005]; writes are never repeated. While the platform is
 * known to be away (`patient` is false) a read fails at once, so that what is cached shows without delay.
 */
export const retrying = (send: Send, patient: () => boolean): Send => async (call, input, sending) => {
  if (!isRead(call) || !patient()) return send(call, input, sending);
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(call, input, sending);
    } catch (error) {
      if (attempt > fetchRetries || !mayPass(error)) throw error;
      await pause(retryWait(attempt), sending.signal);
    }
  }
};

/** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
