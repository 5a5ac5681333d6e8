/** A line of a log as it is shown: its time and level apart, colours of terminals kept, and what cannot be printed written out. */

export interface LinePart {
  readonly text: string;
  /** A colour of terminals, 0 to 7. */
  readonly color?: number;
  readonly bold?: boolean;
}

export interface ShownLine {
  /** Milliseconds since the epoch; null where a line goes on with what the one before it began. */
  readonly at: number | null;
  readonly parts: readonly LinePart[];
  /** The parts in one. */
  readonly text: string;
  /** Not all of it is shown in its row. */
  readonly isCut: boolean;
}

/** Characters of a line that its row shows. */
export const longestShown = 2000;

const head = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (?:DEBUG|INFO|WARNING|ERROR) +/;
/** Control Sequence Introducer sequences (ECMA-48, 5.4), and titles and links of terminals, which nobody reads. */
// oxlint-disable-next-line no-control-regex
const escapes = /\u001b\[([0-?]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** `\x00` for what has no sign of its own, or would turn the order of what follows. */
export const printable = (text: string): string => text.replaceAll(unprintable, (character) => {
  const code = character.charCodeAt(0);
  return code === 13 ? '\\r' : code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
});

interface Style {
  readonly color?: number;
  readonly bold?: boolean;
}

/** Select Graphic Rendition (ECMA-48, 8.3.117): the eight colours, bold, and back; others are left out. */
function styled(style: Style, codes: string): Style {
  let { color, bold } = style;
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) [color, bold] = [undefined, undefined];
    else if (code === 1) bold = true;
    else if (code === 22) bold = undefined;
    else if (code === 39) color = undefined;
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) color = code % 10;
    else if (code === 38 || code === 48) break;
  }
  return { ...(color === undefined ? {} : { color }), ...(bold ? { bold } : {}) };
}

/** Without its time and level, and without colours: what two tries can be compared by. */
export const plainText = (text: string): string => printable(text.replace(head, '').replaceAll(escapes, '').replace(/\r$/, ''));

export function shownLine(line: string, most = longestShown): ShownLine {
  const found = head.exec(line);
  const text = line.slice(found?.[0].length ?? 0, (found?.[0].length ?? 0) + most).replace(/\r$/, '');
  const parts: LinePart[] = [];
  let style: Style = {};
  let end = 0;
  const put = (to: number) => {
    if (to > end) parts.push({ text: printable(text.slice(end, to)), ...style });
  };
  for (const match of text.matchAll(escapes)) {
    put(match.index);
    end = match.index + match[0].length;
    if (match[2] === 'm') style = styled(style, match[1] ?? '');
  }
  put(text.length);
  return { at: found ? Date.parse(found[1]!) : null, parts, text: parts.map((part) => part.text).join(''), isCut: line.length > (found?.[0].length ?? 0) + most };
}

export interface MarkedPart extends LinePart {
  /** Where it begins. */
  readonly from: number;
  readonly isMatch: boolean;
}

/** The parts, cut where what is looked for begins and ends. Its case does not matter. */
export function marked({ parts, text }: Pick<ShownLine, 'parts' | 'text'>, wanted: string): MarkedPart[] {
  const [all, sought] = [text.toLowerCase(), wanted.toLowerCase()];
  const cuts = new Set<number>();
  const hits: (readonly [number, number])[] = [];
  // Letters that have another length in small ones would shift what is marked.
  if (sought !== '' && all.length === text.length) {
    for (let at = all.indexOf(sought); at !== -1; at = all.indexOf(sought, at + sought.length)) {
      hits.push([at, at + sought.length]);
      cuts.add(at).add(at + sought.length);
    }
  }
  const found: MarkedPart[] = [];
  let start = 0;
  for (const part of parts) {
    const end = start + part.text.length;
    const edges = [start, ...[...cuts].filter((cut) => cut > start && cut < end), end];
    for (let n = 0; n + 1 < edges.length; n += 1) {
      const [from, to] = [edges[n]!, edges[n + 1]!];
      found.push({ ...part, text: text.slice(from, to), from, isMatch: hits.some(([a, b]) => from >= a && to <= b) });
    }
    start = end;
  }
  return found;
}

const two = (value: number) => String(value).padStart(2, '0');
const three = (value: number) => String(value).padStart(3, '0');

/** "10:32:01.250", by the clock of this computer. */
export function clockTime(at: number): string {
  const time = new Date(at);
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${three(time.getMilliseconds())}`;
}

/** "+1:02.250" after the beginning; hours stand before where there are any. */
export function sinceTime(at: number, start: number): string {
  const ms = Math.abs(at - start);
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${at < start ? '−' : '+'}${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(ms / 1000) % 60)}.${three(ms % 1000)}`;
}
