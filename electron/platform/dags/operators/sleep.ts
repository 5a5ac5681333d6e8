import { z } from 'zod';
import { pause } from '../../../../shared/pause.ts';
import { longestPause, must, operator } from './operator.ts';

export const sleep = operator(
  z.object({ seconds: z.number(must('a number of seconds')).min(0, 'must not be negative').max(longestPause, `must be at most ${longestPause}`) }),
  async ({ seconds }, { signal, log }) => {
    log.write('info', `Sleeps ${seconds} s`);
    if (seconds > 0) await pause(seconds * 1000, signal);
    return null;
  },
);
