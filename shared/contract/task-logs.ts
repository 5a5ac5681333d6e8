import { z } from 'zod';
import { ofInstance } from './dag-desk.ts';
import { group, router, stream } from './define.ts';

/** What tasks wrote while they ran: a log for each try, which may be far larger than a page can hold. */

const desk = router({ path: '/api/router/airflow/proxy', selector: 'action', fallback: 'Operation failed', also: { methods: ['GET', 'POST'] } });

export const logLevels = ['debug', 'info', 'warning', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

const ofTry = { ...ofInstance, try_number: z.coerce.number().int().positive() };
const count = z.number().int().nonnegative();

export const logLine = z.looseObject({
  /** Counted from 0. */
  line: count,
  /** Of a line that goes on with what the one before it began: the level of that. */
  level: z.enum(logLevels),
  /** At most 16 KiB of it; `bytes` says how long the line is. */
  text: z.string(), bytes: count,
});

export const taskLogs = group({
  /**
   * Its rows from `from` on: the lines that have one of `levels` and hold `text`, whatever its case; all without them. The
   * log is looked through while it is asked about: what is said is true of its first `bytes`, and of all of it once `complete`.
   */
  read: desk({
    select: 'fetchTaskLog',
    input: {
      ...ofTry, levels: z.array(z.enum(logLevels)).default([]), text: z.string().max(1000).default(''), count: z.number().int().min(0).max(2000).default(200),
      /** Negative: so many rows before the end. */
      from: z.number().int().default(0),
      /** Instead of `from`: the row in which this line stands, or the next one. */
      at_line: count.optional(),
    },
    output: z.looseObject({
      from: count, rows: z.array(logLine), total_rows: count, lines: count, counts: z.record(z.string(), count), first_error: count.nullable(),
      bytes: count, total_bytes: count, complete: z.boolean(), /** Is it still being written? */ is_open: z.boolean(),
    }),
  }),
  /** Its bytes as they stand, for saving it: `next` is where the following piece begins, null at the end. */
  save: desk({
    select: 'fetchTaskLogBytes', input: { ...ofTry, offset: count.default(0), length: z.number().int().min(1).max(4_194_304).default(1_048_576) },
    output: z.looseObject({ base64: z.string(), next: count.nullable(), total_bytes: count }),
  }),
  /** Says when there is more to read, at most a few times a second; ends with the try. */
  follow: stream({
    path: '/api/task-logs/events', scope: ['tenant_id', 'environment_id'], input: ofTry, fallback: 'Failed to follow the log',
    event: z.looseObject({ total_bytes: count, is_open: z.boolean() }),
  }),
});
