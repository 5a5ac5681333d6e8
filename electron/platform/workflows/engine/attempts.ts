import { AppError, toErrorValue } from '../../../../shared/errors.ts';
import { pause } from '../../../../shared/pause.ts';
import { Waits } from './kinds/occasion.ts';

/** How often, how long and how far apart a node is tried. */
export interface Tries {
  readonly retries: number;
  readonly delay_ms: number;
  readonly timeout_ms: number;
}

const defaultLimitMs = 60_000;
/** Models and other workflows take longer. */
const ownLimits: Readonly<Record<string, number>> = { llm: 300_000, workflow: 604_800_000, tool: 300_000 };
const longestPauseMs = 3_600_000;

const number = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

export const triesOf = (type: string, data: Readonly<Record<string, unknown>>): Tries => ({
  retries: number(data['retries']) ?? 0,
  delay_ms: (number(data['retry_delay_seconds']) ?? 0) * 1000,
  timeout_ms: number(data['timeout_ms']) ?? ownLimits[type] ?? defaultLimitMs,
});

/** The work's result and the number of attempts; `signal` gives up at once. Throws what the last attempt threw, or {@link Waits}. */
export async function tried<T>({ retries, delay_ms, timeout_ms }: Tries, signal: AbortSignal, onAttempt: (attempt: number) => void, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    onAttempt(attempt);
    try {
      return await within(timeout_ms, signal, work);
    } catch (thrown) {
      if (thrown instanceof Waits || signal.aborted || attempt > retries) throw thrown;
    }
    await pause(Math.min(longestPauseMs, delay_ms * 2 ** (attempt - 1)), signal);
  }
}

async function within<T>(limit: number, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  outer.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new AppError('timeout', `It took longer than its limit of ${limit} ms. Raise the limit, or look at what was slow.`)), limit);
  const signal = AbortSignal.any([outer, controller.signal]);
  try {
    return await work(signal);
  } catch (thrown) {
    // What was cut off says so in words of its own.
    if (signal.aborted && toErrorValue(thrown).code === 'cancelled') throw signal.reason;
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}
