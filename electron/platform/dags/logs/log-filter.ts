import { readSync } from 'node:fs';
import type { LogIndex } from './log-index.ts';

/** Which lines of a log are wanted: by their level, and by a text that stands in them, whatever its case. */

const newline = 10;
const piece = 4 * 1024 * 1024;

export class LogFilter {
  readonly #file: number;
  readonly #index: LogIndex;
  readonly #levels: ReadonlySet<number>;
  /** Bytes as characters, so that a piece need not be decoded; only letters of ASCII have a case. */
  readonly #text: string;
  readonly #buffer = Buffer.allocUnsafe(piece);
  #rows = new Uint32Array(1024);
  /** Rows that are wanted, as far as it is known. */
  count = 0;
  /** Bytes and lines that it has looked at. */
  #bytes = 0;
  #line = 0;
  #lineIsIn = false;

  constructor(file: number, index: LogIndex, levels: ReadonlySet<number>, text: string) {
    this.#file = file;
    this.#index = index;
    this.#levels = levels;
    this.#text = Buffer.from(text).toString('latin1').toLowerCase();
  }

  /** Looks at the next bytes that the index knows; false when there are none. */
  advance(): boolean {
    return this.#text === '' ? this.#byLevel() : this.#byText();
  }

  /** Has it looked at all that the index knows? */
  isThrough(): boolean {
    return this.#line >= this.#index.lines;
  }

  #byLevel(): boolean {
    const { lines } = this.#index;
    if (this.#line === lines) return false;
    for (; this.#line < lines; this.#line += 1) if (this.#levels.has(this.#index.levelOf(this.#line))) this.#take(this.#line);
    return true;
  }

  #byText(): boolean {
    if (this.#line >= this.#index.lines) return false;
    const read = readSync(this.#file, this.#buffer, 0, Math.min(piece, this.#index.bytes - this.#bytes), this.#bytes);
    if (read === 0) {
      // The last line has ended without an end of line.
      if (this.#line !== this.#index.lines - 1) return false;
      this.#endLine();
      return true;
    }
    const bytes = this.#buffer.subarray(0, read);
    const text = bytes.toString('latin1').toLowerCase();
    // What may begin at the end of a piece is looked for again with the next one.
    const overlap = this.#bytes + read < this.#index.bytes ? this.#text.length - 1 : 0;
    let hit = text.indexOf(this.#text);
    let at = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, at)) {
      if (hit !== -1 && hit < end) {
        this.#lineIsIn = true;
        hit = text.indexOf(this.#text, end + 1);
      }
      this.#endLine();
      at = end + 1;
    }
    if (hit !== -1) this.#lineIsIn = true;
    // Not back behind the last line's end, or lines would be counted twice.
    this.#bytes += Math.max(at, read - overlap);
    return true;
  }

  #endLine(): void {
    if (this.#line < this.#index.lines && this.#lineIsIn && this.#levels.has(this.#index.levelOf(this.#line))) this.#take(this.#line);
    this.#line += 1;
    this.#lineIsIn = false;
  }

  #take(line: number): void {
    if (this.count === this.#rows.length) {
      const more = new Uint32Array(this.count * 2);
      more.set(this.#rows);
      this.#rows = more;
    }
    this.#rows[this.count++] = line;
  }

  /** Lines of the rows from `from` on. */
  slice(from: number, count: number): number[] {
    return [...this.#rows.subarray(Math.min(from, this.count), Math.min(from + count, this.count))];
  }

  /** The first row whose line is not before this one. */
  rowAt(line: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#rows[middle]! < line) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
