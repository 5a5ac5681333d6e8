import { readSync } from 'node:fs';
import type { LogIndex } from './log-index.ts';

/**
 * Which lines of a log are wanted: by their level, and by a text that stands in them, whatever its case. It goes along with
 * the index and looks at the same bytes; only what the index knew before it began is read again.
 */

const piece = 4 * 1024 * 1024;
const nothing = Buffer.alloc(0);

export class LogFilter {
  readonly #file: number;
  readonly #index: LogIndex;
  readonly #levels: ReadonlySet<number>;
  /** Bytes as characters, so that a piece need not be decoded; only letters of ASCII have a case. */
  readonly #text: string;
  #buffer: Buffer | undefined;
  #rows = new Uint32Array(1024);
  /** Rows that are wanted, as far as it is known. */
  count = 0;
  /** Bytes and lines that it has looked at. */
  #bytes = 0;
  #line = 0;
  #lineIsIn = false;
  /** The end of what it has looked at, in which the text may begin that goes on in what follows. */
  #tail = '';

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
    const bytes = this.#next();
    if (bytes.length > 0) {
      this.#see(bytes);
      return true;
    }
    // The last line has ended without an end of line.
    if (this.#line !== this.#index.lines - 1) return false;
    this.#endLine();
    return true;
  }

  #next(): Buffer {
    const latest = this.#index.latestFrom(this.#bytes);
    if (latest) return latest;
    const length = Math.min(piece, this.#index.bytes - this.#bytes);
    if (length <= 0) return nothing;
    this.#buffer ??= Buffer.allocUnsafe(piece);
    return this.#buffer.subarray(0, readSync(this.#file, this.#buffer, 0, length, this.#bytes));
  }

  #see(bytes: Buffer): void {
    const text = this.#tail + bytes.toString('latin1').toLowerCase();
    let hit = text.indexOf(this.#text);
    let at = 0;
    for (let end = text.indexOf('\n', this.#tail.length); end !== -1; end = text.indexOf('\n', at)) {
      if (hit !== -1 && hit < end) {
        this.#lineIsIn = true;
        hit = text.indexOf(this.#text, end + 1);
      }
      this.#endLine();
      at = end + 1;
    }
    if (hit !== -1) this.#lineIsIn = true;
    this.#tail = text.slice(Math.max(at, text.length - this.#text.length + 1));
    this.#bytes += bytes.length;
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
