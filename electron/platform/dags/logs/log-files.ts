import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLevel, OpenLog } from '../task-log.ts';

/**
 * The logs of tries, a file each: `<folder>/<instance>/<try>.log`. A line is `2026-03-29T10:00:00.000Z ERROR words`; what
 * the words say over several lines stands in the lines that follow, without a time.
 */
export interface LogFiles {
  readonly open: OpenLog;
  /** Undefined where nothing was ever written. */
  fileOf(instance: number, try_number: number): string | undefined;
  /** Is it still being written? */
  isOpen(instance: number, try_number: number): boolean;
  /** Resolves when more was written, or it ended; rejects when `signal` is aborted. */
  changed(instance: number, try_number: number, signal: AbortSignal): Promise<void>;
  /** Takes away the logs of these task instances. */
  forget(instances: Iterable<number>): void;
}

export interface LogBounds {
  /** Bytes of one try's log; what follows is left out, and said so in its last line. */
  readonly tryBytes: number;
  /** Bytes of all logs: beyond these, the oldest go. */
  readonly allBytes: number;
}
const giga = 1024 ** 3;
export const logBounds: LogBounds = { tryBytes: 2 * giga, allBytes: 8 * giga };

/** Milliseconds for which what is written may wait for more of it; a crash of the machine takes it, one of the platform does too. */
const longestWait = 50;
const fullBuffer = 64 * 1024;

const words: Readonly<Record<LogLevel, string>> = { debug: 'DEBUG  ', info: 'INFO   ', warning: 'WARNING', error: 'ERROR  ' };
const nameOf = (instance: number, try_number: number) => `${instance}/${try_number}`;

export function createLogFiles(folder: string, { now, log: complain, bounds = logBounds }: { now: () => number; log: (line: string) => void; bounds?: LogBounds }): LogFiles {
  const openNow = new Set<string>();
  const waiting = new Map<string, (() => void)[]>();
  let total = kept(folder).reduce((sum, { bytes }) => sum + bytes, 0);

  const tell = (name: string) => {
    const all = waiting.get(name) ?? [];
    waiting.delete(name);
    for (const resolve of all) resolve();
  };

  function makeRoom(): void {
    if (total <= bounds.allBytes) return;
    try {
      for (const { path, name, bytes } of kept(folder).toSorted((a, b) => a.at - b.at)) {
        if (total <= bounds.allBytes) return;
        if (openNow.has(name)) continue;
        rmSync(path, { force: true });
        total -= bytes;
      }
    } catch (thrown) {
      complain(`Old logs of tasks cannot be taken away: ${String(thrown)}`);
    }
  }

  const open: OpenLog = (instance, try_number) => {
    const name = nameOf(instance, try_number);
    let buffer = '';
    let size = 0;
    let file: number | undefined;
    let timer: NodeJS.Timeout | undefined;
    let state: 'going' | 'full' | 'broken' = 'going';
    openNow.add(name);

    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      if (buffer === '') return;
      const bytes = Buffer.from(buffer);
      buffer = '';
      try {
        file ??= begin();
        writeSync(file, bytes);
        total += bytes.length;
      } catch (thrown) {
        // The task goes on: what it does matters more than what is said of it.
        if (state !== 'broken') complain(`The log of a task cannot be written: ${String(thrown)}`);
        state = 'broken';
      }
      tell(name);
    };
    const begin = () => {
      mkdirSync(join(folder, String(instance)), { recursive: true });
      return openSync(join(folder, `${name}.log`), 'w', 0o600);
    };
    const put = (level: LogLevel, text: string) => {
      buffer += `${new Date(now()).toISOString()} ${words[level]} ${text}\n`;
      size += text.length + 33;
      if (buffer.length >= fullBuffer) flush();
      else timer ??= setTimeout(flush, longestWait);
    };

    return {
      write(level, text) {
        if (state !== 'going') return;
        if (size + text.length > bounds.tryBytes) {
          state = 'full';
          return put('warning', `The log has come to its limit of ${bounds.tryBytes} bytes; what follows is left out.`);
        }
        put(level, text);
      },
      end() {
        flush();
        if (file !== undefined) closeSync(file);
        openNow.delete(name);
        tell(name);
        makeRoom();
      },
    };
  };

  return {
    open,
    fileOf(instance, try_number) {
      const path = join(folder, `${nameOf(instance, try_number)}.log`);
      return statSync(path, { throwIfNoEntry: false }) && path;
    },
    isOpen: (instance, try_number) => openNow.has(nameOf(instance, try_number)),
    changed(instance, try_number, signal) {
      const name = nameOf(instance, try_number);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const stop = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
      return promise.finally(() => signal.removeEventListener('abort', stop));
    },
    forget(instances) {
      const gone = new Set([...instances].map(String));
      for (const { name, bytes } of gone.size === 0 ? [] : kept(folder)) if (gone.has(name.split('/')[0]!)) total -= bytes;
      for (const instance of gone) rmSync(join(folder, instance), { recursive: true, force: true });
    },
  };
}

interface KeptLog {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly at: number;
}

function kept(folder: string): KeptLog[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((instance) =>
    readdirSync(join(folder, instance)).flatMap((file) => {
      const path = join(folder, instance, file);
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? [{ path, name: `${instance}/${file.replace(/\.log$/, '')}`, bytes: found.size, at: found.mtimeMs }] : [];
    }));
}
