import { z } from 'zod';
import { longestPause, must, operator } from './operator.ts';

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });
}

export const sleep = operator(
  z.object({ seconds: z.number(must('a number of seconds')).min(0, 'must not be negative').max(longestPause, `must be at most ${longestPause}`) }),
  async ({ seconds }, { signal, log }) => {
    log.write('info', `Sleeps ${seconds} s`);
    if (seconds > 0) await pause(seconds, signal);
    return null;
  },
);
