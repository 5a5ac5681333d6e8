import { AppError } from '../../shared/errors.ts';
import type { Send } from './send.ts';

/** Beyond the time that a call itself allows its target, for the way there and back. */
const margin = 10_000;

/** Ends a call, with all its repetitions, after `limit` milliseconds; a call that names a `timeout_ms` gets that and a margin if it is more. */
export const withDeadline = (send: Send, limit: number): Send => async (call, input, sending) => {
  const allowed = input['timeout_ms'];
  const ms = Math.max(limit, typeof allowed === 'number' ? allowed + margin : 0);
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new AppError('timeout', call.fallback, { details: `No answer within ${Math.round(ms / 1000)} s.` })),
    ms,
  );
  try {
    return await send(call, input, { ...sending, signal: AbortSignal.any([sending.signal, sending.connection.ended, controller.signal]) });
  } finally {
    clearTimeout(timer);
  }
};
