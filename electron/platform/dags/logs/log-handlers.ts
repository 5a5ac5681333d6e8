import { open } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { taskLogs } from '../../../../shared/contract/task-logs.ts';
import { implement, type Handler, type HandlerContext, type Handlers } from '../../domain.ts';
import type { LogAnswer } from './log-desk.ts';
import type { LogReader } from './log-reader.ts';

/** The calls that read logs, wherever a log comes from. */

/** One try's log, as it stands now. */
export interface LogSource {
  /** Undefined where nothing was written. */
  readonly file: string | undefined;
  readonly isOpen: boolean;
  /** Resolves when there is more of it, or when it has ended; rejects when `signal` is aborted. */
  changed(signal: AbortSignal): Promise<void>;
}

export interface LogPlace {
  readonly dag_id: string;
  readonly dag_run_id: string;
  readonly task_id: string;
  readonly map_index?: number | undefined;
  readonly try_number: number;
}
/** Throws `not_found` where there is no such try. */
export type FindLog = (place: LogPlace, context: HandlerContext) => LogSource | Promise<LogSource>;

/** Milliseconds between two words of a log that is followed. */
const pause = 200;

const nothing: LogAnswer = { from: 0, rows: [], total_rows: 0, lines: 0, counts: {}, first_error: null, bytes: 0, total_bytes: 0, complete: true };

export function logHandlers(find: FindLog, reader: LogReader): Handlers {
  return {
    ...implement('taskLogs', taskLogs, {
      async read({ levels, text, from, count, at_line, ...place }, context) {
        const { file, isOpen } = await find(place, context);
        if (file === undefined) return { ...nothing, is_open: isOpen };
        return { ...(await reader.ask({ file, ended: !isOpen, levels, text, from, count, at_line })), is_open: isOpen };
      },
      async save({ offset, length, ...place }, context) {
        const { file } = await find(place, context);
        if (file === undefined) return { base64: '', next: null, total_bytes: 0 };
        const handle = await open(file, 'r');
        try {
          const total_bytes = (await handle.stat()).size;
          const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(Math.max(0, Math.min(length, total_bytes - offset))), { position: offset });
          const next = offset + bytesRead;
          return { base64: buffer.toString('base64', 0, bytesRead), next: bytesRead > 0 && next < total_bytes ? next : null, total_bytes };
        } finally {
          await handle.close();
        }
      },
    }),
    'taskLogs.follow': ((input, context) => follow(input as unknown as LogPlace, context)) satisfies Handler,
  };

  async function* follow(place: LogPlace, context: HandlerContext) {
    for (;;) {
      const source = await find(place, context);
      const { file, isOpen } = source;
      yield { total_bytes: file === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0), is_open: isOpen };
      if (!isOpen) return;
      await source.changed(context.signal);
      await wait(pause, undefined, { signal: context.signal });
    }
  }
}
