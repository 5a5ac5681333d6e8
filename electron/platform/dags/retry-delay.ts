import { createHash } from 'node:crypto';
import type { Task } from './task-definition.ts';

const longest = 24 * 60 * 60;

/**
 * Seconds from the end of a try that failed (the first one is 1) to the next. With backoff they are at least the delay
 * times 2^(try - 1) and less than twice that: how much less is settled by the run, the task and the try, as in Airflow,
 * so that a restart changes nothing and many tasks do not come back at the same time.
 */
export function retryDelay(task: Pick<Task, 'retry_delay_seconds' | 'retry_exponential_backoff' | 'max_retry_delay_seconds'>, key: string, try_number: number): number {
  const { retry_delay_seconds: delay, retry_exponential_backoff, max_retry_delay_seconds = Infinity } = task;
  if (!retry_exponential_backoff) return Math.min(delay, max_retry_delay_seconds);
  const least = Math.min(delay * 2 ** Math.max(try_number - 1, 0), longest);
  const share = createHash('sha256').update(`${key}#${try_number}`).digest().readUInt32BE() / 2 ** 32;
  return Math.min(least + least * share, max_retry_delay_seconds, longest);
}
