import { readSync } from 'node:fs';
import type { LogLevel } from '../task-log.ts';

/** Where the lines of a log are, and how bad they are, learned piece by piece while the file may still grow. */

export const levels: readonly LogLevel[] = ['debug', 'info', 'warning', 'error'];
const byLetter = new Map(levels.map((name, level) => [name.toUpperCase().charCodeAt(0), level]));
/** `2026-03-29T10:00:00.000Z ` stands before a level. */
const levelAt = 25;
const newline = 10;
const dash = 45;

/** Every so many lines the place of one is kept. */
const step = 128;
/** Bytes that are read at once. */
const piece = 4 * 1024 * 1024;
/** A text of more bytes is shown by its beginning. */
const longestText = 16 * 1024;

export type LogLine = {
  /** Counted from 0. */
  readonly line: number;
  readonly level: LogLevel;
  readonly text: string;
  /** Of the whole line, where the text is only its beginning. */
  readonly bytes: number;
};

export class LogIndex {
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(piece);
  #places = new Float64Array(1024);
  #levels = new Uint8Array(64 * 1024);
  /** The line that is under way began here, with this level. */
  #lineAt = 0;
  #level = 1;
  #fresh = true;
  /** Where in the file the bytes begin that were looked at last, and how many they are; none once others were read. */
  #latestAt = 0;
  #latest = 0;
  /** Lines that have ended. */
  lines = 0;
  /** Bytes that are looked at. */
  bytes = 0;
  readonly counts: [number, number, number, number] = [0, 0, 0, 0];
  firstError: number | null = null;

  constructor(file: number) {
    this.#file = file;
  }

  /** Looks at the next bytes up to `size`; false when there are none. Once `ended`, nothing follows them. */
  advance(size: number, ended: boolean): boolean {
    if (this.bytes >= size) return false;
    const read = readSync(this.#file, this.#buffer, 0, Math.min(piece, size - this.bytes), this.bytes);
    if (read === 0) return false;
    const bytes = this.#buffer.subarray(0, read);
    let at = 0;
    while (at < read) {
      if (this.#fresh) {
        // A line whose level is still to come is begun with it.
        const isShort = at + levelAt >= read && bytes.indexOf(newline, at) === -1;
        if (isShort && !(ended && this.bytes + read >= size)) break;
        this.#begin(bytes, at);
      }
      const end = bytes.indexOf(newline, at);
      if (end === -1) {
        at = read;
        break;
      }
      this.#end();
      at = end + 1;
      this.#lineAt = this.bytes + at;
    }
    this.#latestAt = this.bytes;
    this.#latest = at;
    this.bytes += at;
    return at > 0;
  }

  /** What was looked at last, for whoever has come to where it begins, so that nobody reads it again; undefined for anybody else. */
  latestFrom(at: number): Buffer | undefined {
    return this.#latest > 0 && this.#latestAt === at ? this.#buffer.subarray(0, this.#latest) : undefined;
  }

  #begin(bytes: Buffer, at: number): void {
    this.#fresh = false;
    if (bytes[at + 4] === dash && bytes[at + 7] === dash) this.#level = byLetter.get(bytes[at + levelAt]!) ?? this.#level;
    if (this.lines % step !== 0) return;
    const index = this.lines / step;
    if (index === this.#places.length) this.#places = grown(this.#places, new Float64Array(index * 2));
    this.#places[index] = this.#lineAt;
  }

  #end(): void {
    this.#fresh = true;
    if (this.lines === this.#levels.length) this.#levels = grown(this.#levels, new Uint8Array(this.lines * 2));
    this.#levels[this.lines] = this.#level;
    this.counts[this.#level]! += 1;
    if (this.#level === 3) this.firstError ??= this.lines;
    this.lines += 1;
  }

  /** The last line counts although nothing ended it; to be called when nothing more will be written. */
  finish(): void {
    if (!this.#fresh) this.#end();
  }

  levelOf(line: number): number {
    return this.#levels[line]!;
  }

  /** The byte at which a line begins that ended already; reads no more than `step` lines for it. */
  placeOf(line: number): number {
    let at = this.#places[Math.floor(line / step)]!;
    for (let skip = line % step; skip > 0;) {
      const bytes = this.#readAt(at, piece);
      if (bytes.length === 0) return at;
      let within = 0;
      for (let end = bytes.indexOf(newline); end !== -1 && skip > 0; end = bytes.indexOf(newline, within)) {
        within = end + 1;
        skip -= 1;
      }
      at += skip > 0 ? bytes.length : within;
    }
    return at;
  }

  /** Lines that ended, in the order in which they are asked for: ascending. */
  read(wanted: readonly number[]): LogLine[] {
    const found: LogLine[] = [];
    let known = -1;
    let at = 0;
    for (const line of wanted) {
      at = line === known + 1 && known >= 0 ? at : this.placeOf(line);
      const { text, bytes } = this.#lineText(at);
      found.push({ line, level: levels[this.levelOf(line)]!, text, bytes });
      known = line;
      at += bytes + 1;
    }
    return found;
  }

  #lineText(at: number): { text: string; bytes: number } {
    const head = this.#readAt(at, longestText + 1);
    const end = head.indexOf(newline);
    const text = head.toString('utf8', 0, end === -1 ? Math.min(head.length, longestText) : end);
    if (end !== -1 || head.length <= longestText) return { text, bytes: end === -1 ? head.length : end };
    for (let bytes = head.length; ;) {
      const more = this.#readAt(at + bytes, piece);
      const found = more.indexOf(newline);
      if (found !== -1 || more.length === 0) return { text, bytes: bytes + Math.max(found, 0) };
      bytes += more.length;
    }
  }

  /** Of what is looked at already; the bytes are overwritten by the next reading. */
  #readAt(at: number, length: number): Buffer {
    this.#latest = 0;
    const read = readSync(this.#file, this.#buffer, 0, Math.max(0, Math.min(length, this.bytes - at)), at);
    return this.#buffer.subarray(0, read);
  }
}

function grown<A extends Float64Array | Uint8Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
