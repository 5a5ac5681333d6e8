import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open as openFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LogLevel, OpenLog } from '../task-log.ts';

/**
 * The logs of tries, a file each: `<folder>/<thousands>/<instance>.<try>.log`, since a folder for each task would cost
 * more than its log. They are written beside the work, which waits for no disk. A line is
 * `2026-03-29T10:00:00.000Z ERROR words`; what the words say over several lines stands in the lines that follow, without a time.
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
  /** Resolves when all that has ended stands in its file. */
  settled(): Promise<void>;
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
const shelfOf = (instance: number) => String(Math.floor(instance / 1000));
const nameOf = (instance: number, try_number: number) => `${shelfOf(instance)}/${instance}.${try_number}`;

export function createLogFiles(folder: string, { now, log: complain, bounds = logBounds }: { now: () => number; log: (line: string) => void; bounds?: LogBounds }): LogFiles {
  const openNow = new Set<string>();
  const closing = new Set<Promise<void>>();
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
    let file: FileHandle | undefined;
    let timer: NodeJS.Timeout | undefined;
    let state: 'going' | 'full' | 'broken' = 'going';
    let written = Promise.resolve();
    openNow.add(name);

    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      if (buffer === '') return;
      const bytes = Buffer.from(buffer);
      buffer = '';
      written = written.then(() => save(bytes));
    };
    const save = async (bytes: Buffer) => {
      try {
        file ??= await begin(join(folder, `${name}.log`));
        await file.appendFile(bytes);
        total += bytes.length;
      } catch (thrown) {
        // The task goes on: what it does matters more than what is said of it.
        if (state !== 'broken') complain(`The log of a task cannot be written: ${String(thrown)}`);
        state = 'broken';
      }
      tell(name);
    };
    const close = async () => {
      await written;
      await file?.close().catch((thrown: unknown) => complain(`The log of a task cannot be closed: ${String(thrown)}`));
      openNow.delete(name);
      tell(name);
      makeRoom();
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
        const ending = close().finally(() => closing.delete(ending));
        closing.add(ending);
      },
    };
  };

  return {
    open,
    settled: async () => void (await Promise.all(closing)),
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
      const gone = new Set(instances);
      for (const shelf of new Set([...gone].map(shelfOf))) {
        for (const { path, name, bytes } of keptOn(folder, shelf)) {
          if (!gone.has(instanceOf(name))) continue;
          rmSync(path, { force: true });
          total -= bytes;
        }
      }
    },
  };
}

async function begin(path: string): Promise<FileHandle> {
  try {
    return await openFile(path, 'w', 0o600);
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== 'ENOENT') throw thrown;
    await mkdir(dirname(path), { recursive: true });
    return openFile(path, 'w', 0o600);
  }
}

interface KeptLog {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly at: number;
}

const instanceOf = (name: string) => Number(name.split('/')[1]!.split('.')[0]);

const kept = (folder: string): KeptLog[] => (existsSync(folder) ? readdirSync(folder).flatMap((shelf) => keptOn(folder, shelf)) : []);

function keptOn(folder: string, shelf: string): KeptLog[] {
  if (!existsSync(join(folder, shelf))) return [];
  return readdirSync(join(folder, shelf)).flatMap((file) => {
    const path = join(folder, shelf, file);
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? [{ path, name: `${shelf}/${file.replace(/\.log$/, '')}`, bytes: found.size, at: found.mtimeMs }] : [];
  });
}
