import type { z } from 'zod';
import type { LogLevel, logLine, taskLogs } from '../../shared/contract/task-logs.ts';
import { AppError, type ErrorValue } from '../../shared/errors.ts';
import { api } from '../api/client.ts';
import { bytesOf } from './answer-body.ts';
import type { InstanceKey } from './dag-desk.ts';
import { scopeInput } from './lists.ts';

/** Logs of tries, which are read by windows: none is ever here as a whole. */

export interface LogPlace extends InstanceKey {
  readonly dag_id: string;
  readonly try_number: number;
}
export type LogLine = z.output<typeof logLine>;
export type LogAnswer = z.output<typeof taskLogs.calls.read.output>;

export interface LogFilter {
  /** Empty for all. */
  readonly levels: readonly LogLevel[];
  readonly text: string;
}
/** Rows by their place, or around a line. */
export type LogWindow = { readonly from: number; readonly count: number } | { readonly at_line: number; readonly count: number };

const thrown = (error: ErrorValue) => new AppError(error.code, error.message, error);

/** Throws `AppError` with the words of the platform. */
export async function readLog(place: LogPlace, { levels, text }: LogFilter, window: LogWindow, signal?: AbortSignal): Promise<LogAnswer> {
  const reply = await api.taskLogs.read({ ...scopeInput(), ...place, levels: [...levels], text, ...window }, signal);
  if (!reply.ok) throw thrown(reply.error);
  return reply.data;
}

/** Says when there is more to read until the try has ended; returns how to stop. */
export function followLog(place: LogPlace, { more, end }: { readonly more: () => void; readonly end: (error?: ErrorValue) => void }): () => void {
  return api.taskLogs.follow({ ...scopeInput(), ...place }, { event: more, end });
}

/** Bytes that are brought at once. */
const piece = 1_048_576;

/** The whole of it for a file, a piece at a time: each becomes a blob, which the browser may keep on its disk. `tell` is given the share that is here. */
export async function logBlob(place: LogPlace, tell: (share: number) => void, signal: AbortSignal): Promise<Blob> {
  const parts: Blob[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const reply: Awaited<ReturnType<typeof api.taskLogs.save>> = await api.taskLogs.save({ ...scopeInput(), ...place, offset, length: piece }, signal);
    if (!reply.ok) throw thrown(reply.error);
    const { base64, next, total_bytes } = reply.data;
    parts.push(new Blob([bytesOf(base64)]));
    offset = next;
    tell(total_bytes === 0 ? 1 : (next ?? total_bytes) / total_bytes);
  }
  return new Blob(parts, { type: 'text/plain' });
}
