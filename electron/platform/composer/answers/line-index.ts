import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, writeSync, type PathLike } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { TextDecoder } from 'node:util';
import { beginning, createLayout, type LayoutKind, type OnRow, type Place } from './layout.ts';

/** Which row of a kept answer begins where: a small file beside it that says so for one row in 256. */

export interface LineIndex {
  readonly kind: LayoutKind;
  readonly rows: number;
  /** False where JSON ends before what it opened is closed. */
  readonly complete: boolean;
}

export interface Row {
  readonly text: string;
  readonly depth: number;
  /** It goes on with what the row before began. */
  readonly continued: boolean;
}

export const rowsPerMark = 256;
const numberBytes = 8;
const [headerNumbers, markNumbers] = [4, 2];
const version = 1;
const chunkBytes = 1024 * 1024;
const shortRead = 64 * 1024;

export const indexFile = (file: string): string => `${file}.index`;

const flagsOf = ({ inString, escaped, continued }: Place) => (inString ? 1 : 0) + (escaped ? 2 : 0) + (continued ? 4 : 0);

function placeFrom(offset: number, packed: number): Place {
  const flags = packed % 8;
  return { offset, depth: (packed - flags) / 8, inString: (flags & 1) !== 0, escaped: (flags & 2) !== 0, continued: (flags & 4) !== 0 };
}

function bytesOf(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * numberBytes);
  for (const [at, number] of numbers.entries()) bytes.writeDoubleLE(number, at * numberBytes);
  return bytes;
}

/** Reads the answer once and writes its index; blocks its thread. What was to be JSON and is not is indexed by its lines. */
export function buildIndex(file: string, wanted: LayoutKind, total: number, onProgress: (done: number) => void): LineIndex {
  const part = `${indexFile(file)}.part`;
  const target = openSync(part, 'w', 0o600);
  try {
    const index = write(file, wanted, target, total, onProgress) ?? write(file, 'text', target, total, onProgress)!;
    writeSync(target, bytesOf([version, index.kind === 'json' ? 1 : 0, index.rows, index.complete ? 1 : 0]), 0, headerNumbers * numberBytes, 0);
    closeSync(target);
    renameSync(part, indexFile(file));
    return index;
  } catch (error) {
    closeQuietly(target);
    rmSync(part, { force: true });
    throw error;
  }
}

function closeQuietly(handle: number): void {
  try {
    closeSync(handle);
  } catch {
    // It is closed already.
  }
}

/** Undefined where it is not of this kind after all. */
function write(file: string, kind: LayoutKind, target: number, total: number, onProgress: (done: number) => void): LineIndex | undefined {
  let rows = 0;
  let marks = [beginning.offset, 0];
  let end = headerNumbers * numberBytes;
  const flush = () => {
    end += writeSync(target, bytesOf(marks), 0, marks.length * numberBytes, end);
    marks = [];
  };
  const layout = createLayout(kind, beginning, () => {
    rows += 1;
    if (rows % rowsPerMark !== 0) return true;
    const place = layout.place();
    marks.push(place.offset, place.depth * 8 + flagsOf(place));
    if (marks.length >= 8192) flush();
    return true;
  });
  each(file, 0, (chunk, offset) => {
    layout.push(chunk);
    onProgress(total === 0 ? 1 : Math.min(1, offset / total));
    return layout.state === 'going';
  });
  layout.end();
  if (layout.state === 'broken') return undefined;
  flush();
  return { kind, rows, complete: layout.complete() };
}

function each(file: PathLike, from: number, take: (chunk: Buffer, offset: number) => boolean): void {
  const source = openSync(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let offset = from; ;) {
      const read = readSync(source, chunk, 0, chunk.length, offset);
      if (read === 0) return;
      offset += read;
      if (!take(chunk.subarray(0, read), offset)) return;
    }
  } finally {
    closeSync(source);
  }
}

/** The index of an answer, if it was written. */
export async function readIndex(file: string): Promise<LineIndex | undefined> {
  const handle = await opened(indexFile(file));
  if (!handle) return undefined;
  try {
    const [known, kind, rows = 0, complete] = await numbersAt(handle, 0, headerNumbers);
    return known === version ? { kind: kind === 1 ? 'json' : 'text', rows, complete: complete === 1 } : undefined;
  } finally {
    await handle.close();
  }
}

async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function numbersAt(handle: FileHandle, at: number, count: number): Promise<number[]> {
  const { buffer } = await handle.read(Buffer.alloc(count * numberBytes), 0, count * numberBytes, at);
  return Array.from({ length: count }, (_, index) => buffer.readDoubleLE(index * numberBytes));
}

const markAt = (row: number) => (headerNumbers + Math.floor(row / rowsPerMark) * markNumbers) * numberBytes;

/** Rows of an indexed answer from `from` on: `count` of them, or fewer where they would be more than `maxBytes`. */
export async function readRows(file: string, { kind, rows }: LineIndex, from: number, count: number, decoder: TextDecoder, maxBytes: number): Promise<Row[]> {
  if (from >= rows || count === 0) return [];
  const [marks, source] = await Promise.all([open(indexFile(file), 'r'), open(file, 'r')]);
  try {
    const [offset = 0, packed = 0] = await numbersAt(marks, markAt(from), markNumbers);
    const found: Row[] = [];
    let skip = from % rowsPerMark;
    let left = maxBytes;
    const layout = createLayout(kind, placeFrom(offset, packed), (row, length, depth, continued) => {
      if (skip > 0) {
        skip -= 1;
        return true;
      }
      found.push({ text: decoder.decode(row.subarray(0, length)), depth, continued });
      left -= length;
      return found.length < count && left > 0;
    });
    const chunk = Buffer.allocUnsafe(shortRead);
    for (let at = offset; layout.state === 'going';) {
      const { bytesRead } = await source.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) {
        layout.end();
        break;
      }
      layout.push(chunk.subarray(0, bytesRead));
      at += bytesRead;
    }
    return found;
  } finally {
    await Promise.all([marks.close(), source.close()]);
  }
}

/** Where in the answer each marked row begins, in bytes. */
export function readMarks(file: string): Float64Array {
  const bytes = readFileSync(indexFile(file)).subarray(headerNumbers * numberBytes);
  return Float64Array.from({ length: bytes.length / (markNumbers * numberBytes) }, (_, at) => bytes.readDoubleLE(at * markNumbers * numberBytes));
}

/** Hands the rows from `from` on to `onRow`, one after the other; blocks its thread. */
export function eachRow(file: string, kind: LayoutKind, from: number, onRow: OnRow): void {
  const marks = openSync(indexFile(file), 'r');
  const bytes = Buffer.alloc(markNumbers * numberBytes);
  try {
    readSync(marks, bytes, 0, bytes.length, markAt(from));
  } finally {
    closeSync(marks);
  }
  let skip = from % rowsPerMark;
  const place = placeFrom(bytes.readDoubleLE(0), bytes.readDoubleLE(numberBytes));
  const layout = createLayout(kind, place, (row, length, depth, continued) => {
    if (skip === 0) return onRow(row, length, depth, continued);
    skip -= 1;
    return true;
  });
  each(file, place.offset, (chunk) => {
    layout.push(chunk);
    return layout.state === 'going';
  });
  layout.end();
}
