import { AppError } from '../../shared/errors.ts';
import type { Fields, Send, Sending } from './send.ts';

/** Beyond the time that a call itself allows its target, for the way there and back. */
const margin = 10_000;

/** Does the platform still work on what a call asked for? */
export type UnderWay = (input: Fields, sending: Sending) => Promise<boolean>;

/**
 * Ends a call, with all its repetitions, after `limit` milliseconds; a call that names a `timeout_ms` gets that and a margin
 * if it is more. What is still under way then has a limit of its own, and is waited for until `underWay` says that it has ended.
 */
export const withDeadline = (send: Send, limit: number, underWay: UnderWay = () => Promise.resolve(false)): Send => async (call, input, sending) => {
  const allowed = input['timeout_ms'];
  const ms = Math.max(limit, typeof allowed === 'number' ? allowed + margin : 0);
  const started = Date.now();
  const controller = new AbortController();
  const end = () => controller.abort(new AppError('timeout', call.fallback, { details: `No answer within ${Math.round((Date.now() - started) / 1000)} s.` }));
  const signal = AbortSignal.any([sending.signal, sending.connection.ended, controller.signal]);
  let answered = false;
  let wasUnderWay = false;
  const expire = async () => {
    const goesOn = await underWay(input, { ...sending, signal }).catch(() => false); // a platform that does not say is given up
    if (answered) return;
    // The answer of what has just ended may be on its way.
    if (goesOn || wasUnderWay) timer = setTimeout(goesOn ? () => void expire() : end, goesOn ? limit : margin);
    else end();
    wasUnderWay = goesOn;
  };
  let timer = setTimeout(() => void expire(), ms);
  try {
    return await send(call, input, { ...sending, signal });
  } finally {
    answered = true;
    clearTimeout(timer);
  }
};
