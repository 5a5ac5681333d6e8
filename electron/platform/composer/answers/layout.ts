/**
 * Lays text out in rows while it streams by, so that an answer of any size can be read from any row on: JSON with each
 * member and item in a row of its own, other text by its lines. Nothing but white space between tokens is left out.
 */

export type LayoutKind = 'json' | 'text';

/** Where a row begins, and all that must be known to lay it out from there. */
export interface Place {
  /** In bytes from the beginning of the answer. */
  readonly offset: number;
  readonly depth: number;
  readonly inString: boolean;
  readonly escaped: boolean;
  /** The row goes on with what the one before it began: a line longer than a row is broken. */
  readonly continued: boolean;
}

export const beginning: Place = { offset: 0, depth: 0, inString: false, escaped: false, continued: false };

/** Takes the first `length` bytes of `row`, which is used again for the next one; false ends the layout. */
export type OnRow = (row: Buffer, length: number, depth: number, continued: boolean) => boolean;

export interface Layout {
  push(bytes: Buffer): void;
  /** Nothing follows. */
  end(): void;
  /** Within `onRow`: where the next row begins. */
  place(): Place;
  /** It is no JSON, or `onRow` has ended it. */
  readonly state: 'going' | 'stopped' | 'broken';
  /** Is whatever was opened closed? */
  complete(): boolean;
}

/** A row that would be longer is broken, so that neither reading nor showing one takes long. */
export const rowBytes = 4096;
/** Bytes of one character that may follow where a row is full. */
const slack = 8;
const isMark = (byte: number, offset: number) => (offset === 0 && byte === 0xef) || (offset === 1 && byte === 0xbb) || (offset === 2 && byte === 0xbf);

export const createLayout = (kind: LayoutKind, from: Place, onRow: OnRow): Layout => (kind === 'json' ? layOutJson(from, onRow) : layOutText(from, onRow));

function layOutText(from: Place, onRow: OnRow): Layout {
  const row = Buffer.allocUnsafe(rowBytes + slack);
  let [base, next, length, continued, state] = [from.offset, from.offset, 0, from.continued, 'going' as Layout['state']];
  const isGoing = () => state === 'going';
  const endRow = (at: number, goesOn: boolean) => {
    const [size, was] = [length, continued];
    [next, length, continued] = [at, 0, goesOn];
    if (!onRow(row, size, 0, was)) state = 'stopped';
  };
  return {
    push(bytes) {
      for (let at = 0; at < bytes.length && isGoing(); at += 1) {
        const byte = bytes[at]!;
        if (byte === 0x0a) {
          if (length > 0 && row[length - 1] === 0x0d) length -= 1;
          endRow(base + at + 1, false);
        } else if (!isMark(byte, base + at)) {
          if (length >= rowBytes && ((byte & 0xc0) !== 0x80 || length >= rowBytes + 4)) endRow(base + at, true);
          row[length++] = byte;
        }
      }
      base += bytes.length;
    },
    end() {
      if (length > 0 && state === 'going') endRow(base, false);
    },
    place: () => ({ ...beginning, offset: next, continued }),
    get state() {
      return state;
    },
    complete: () => true,
  };
}

const [quote, backslash, comma, colon, openObject, closeObject, openList, closeList] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x7d, 0x5b, 0x5d];
const words = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));
const isNumberByte = (byte: number) => (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || byte === 0x2e || byte === 0x65 || byte === 0x45;

/** From its beginning on, what is no JSON breaks it; from any other place, it must have been found to be JSON before. */
function layOutJson(from: Place, onRow: OnRow): Layout {
  const row = Buffer.allocUnsafe(rowBytes + slack);
  const isChecked = from.offset === 0;
  const open = bracketStack();
  let { depth, inString, escaped, continued } = from;
  let [base, next, length, rowDepth, state] = [from.offset, from.offset, 0, depth, 'going' as Layout['state']];
  /** A bracket was opened, and may be closed in the same row. */
  let opened = false;
  let last: 'none' | 'value' | 'comma' | 'colon' = 'none';
  let inWord = false;
  let word: Buffer | undefined;
  let wordLength = 0;

  const breakUp = () => {
    if (isChecked) state = 'broken';
  };
  const isGoing = () => state === 'going';
  const endRow = (at: number, goesOn: boolean) => {
    const [size, was, itsDepth] = [length, continued, rowDepth];
    [next, length, continued, rowDepth] = [at, 0, goesOn, depth];
    if (!onRow(row, size, itsDepth, was)) state = 'stopped';
  };
  const room = (byte: number, at: number) => {
    if (length >= rowBytes && ((byte & 0xc0) !== 0x80 || length >= rowBytes + 4)) endRow(at, true);
  };
  const endWord = () => {
    inWord = false;
    last = 'value';
    if (word && wordLength !== word.length) breakUp();
  };
  const beginValue = (at: number) => {
    if (last === 'value') {
      // Several documents in a row, such as JSON lines, are shown one after the other.
      if (depth > 0) breakUp();
      else if (length > 0) endRow(at, false);
    }
    last = 'none';
  };
  const takeWord = (byte: number, at: number) => {
    if (!inWord) {
      beginValue(at);
      inWord = true;
      word = words.get(byte);
      wordLength = 0;
    }
    if (word ? word[wordLength] !== byte : !isNumberByte(byte)) breakUp();
    wordLength += 1;
    room(byte, at);
    row[length++] = byte;
  };
  const takeClosing = (byte: number, at: number) => {
    if (open.pop() !== (byte === closeObject ? openObject : openList) || last === 'comma' || last === 'colon') breakUp();
    if (opened) opened = false;
    else {
      if (length > 0) endRow(at, false);
      depth = Math.max(0, depth - 1);
      rowDepth = depth;
    }
    row[length++] = byte;
    last = 'value';
  };
  /** Takes what is plain in a string at once, and answers where that ends. */
  const takePlain = (bytes: Buffer, from_: number): number => {
    let at = from_;
    for (; at < bytes.length && length < rowBytes; at += 1) {
      const byte = bytes[at]!;
      if (byte === quote || byte === backslash || byte < 0x20) break;
      row[length++] = byte;
    }
    return at;
  };

  function take(byte: number, at: number): void {
    if (inString) {
      if (byte < 0x20) breakUp();
      room(byte, at);
      row[length++] = byte;
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) [inString, last] = [false, 'value'];
      return;
    }
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || isMark(byte, at)) {
      if (inWord) endWord();
      return;
    }
    const isClosing = byte === closeObject || byte === closeList;
    if (opened && !isClosing) {
      opened = false;
      depth += 1;
      endRow(at, false);
      if (state !== 'going') return;
    }
    const isStructure = isClosing || byte === comma || byte === colon || byte === openObject || byte === openList || byte === quote;
    if (inWord && isStructure) endWord();
    if (isClosing) takeClosing(byte, at);
    else if (byte === comma) {
      if (last !== 'value' || depth === 0) breakUp();
      room(byte, at);
      row[length++] = byte;
      last = 'comma';
      endRow(at + 1, false);
    } else if (byte === colon) {
      if (last !== 'value') breakUp();
      room(byte, at);
      row[length++] = byte;
      row[length++] = 0x20;
      last = 'colon';
    } else if (isStructure) {
      beginValue(at);
      room(byte, at);
      row[length++] = byte;
      if (byte === quote) inString = true;
      else {
        opened = true;
        open.push(byte);
      }
    } else takeWord(byte, at);
  }

  return {
    push(bytes) {
      for (let at = 0; at < bytes.length && isGoing();) {
        if (inString && !escaped) {
          at = takePlain(bytes, at);
          if (at === bytes.length) break;
        }
        take(bytes[at]!, base + at);
        at += 1;
      }
      base += bytes.length;
    },
    end() {
      if (length > 0 && state === 'going') endRow(base, false);
    },
    place: () => ({ offset: next, depth, inString, escaped, continued }),
    get state() {
      return state;
    },
    complete: () => depth === 0 && !inString && !opened,
  };
}

/** One byte a bracket: an answer may open as many as it has bytes. */
function bracketStack() {
  let bytes = new Uint8Array(1024);
  let size = 0;
  return {
    push(byte: number) {
      if (size === bytes.length) {
        const larger = new Uint8Array(size * 2);
        larger.set(bytes);
        bytes = larger;
      }
      bytes[size++] = byte;
    },
    pop: (): number | undefined => (size === 0 ? undefined : bytes[--size]),
  };
}
