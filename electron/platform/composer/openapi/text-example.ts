import { field, textField } from './tree.ts';

/** A text that a schema of type string allows, as far as its format, its pattern and its lengths tell. */

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2025-01-01T00:00:00Z',
  date: '2025-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  'idn-email': 'name@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/example',
  'json-pointer': '/example',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: '',
  binary: '',
};

/** No example is longer for being asked to be. */
const longest = 1000;

export function textExample(schema: unknown): string {
  const format = byFormat[textField(schema, 'format')];
  if (format !== undefined) return format;
  const made = ofPattern(textField(schema, 'pattern')) ?? 'string';
  const [least, most] = [length(schema, 'minLength') ?? 0, length(schema, 'maxLength') ?? longest];
  return made.length < least && least <= longest ? made.padEnd(least, made.at(-1) ?? 'x') : made.slice(0, Math.max(most, 0));
}

const length = (schema: unknown, name: string): number | undefined => {
  const value = field(schema, name);
  return typeof value === 'number' && value >= 0 ? value : undefined;
};

const longestPattern = 200;

/**
 * A short text that a simple regular expression matches: classes, groups, alternatives and quantifiers; undefined for one
 * that is not simple. It is read and never run, since running one that somebody else wrote may take for ever [F-12].
 */
function ofPattern(pattern: string): string | undefined {
  if (pattern === '' || pattern.length > longestPattern) return undefined;
  const reader = { pattern, at: 0 };
  try {
    const made = alternatives(reader);
    return reader.at === pattern.length && made.length <= longest ? made : undefined;
  } catch (error) {
    if (error === notSimple) return undefined;
    throw error;
  }
}

interface Reader {
  readonly pattern: string;
  at: number;
}

const notSimple = new Error('Not a simple pattern');

function alternatives(reader: Reader): string {
  const first = sequence(reader);
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1;
    sequence(reader);
  }
  return first;
}

function sequence(reader: Reader): string {
  let made = '';
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at]!)) {
    const one = atom(reader);
    made += one.repeat(times(reader));
    if (made.length > longest) throw notSimple;
  }
  return made;
}

function atom(reader: Reader): string {
  const { pattern } = reader;
  const character = pattern[reader.at]!;
  reader.at += 1;
  if (character === '^' || character === '$') return '';
  if (character === '.') return 'a';
  if (character === '[') return ofClass(reader);
  if (character === '\\') return escaped(reader);
  if (character !== '(') {
    if ('*+?{'.includes(character)) throw notSimple;
    return character;
  }
  if (pattern[reader.at] === '?') {
    if (pattern[reader.at + 1] !== ':') throw notSimple;
    reader.at += 2;
  }
  const inside = alternatives(reader);
  if (pattern[reader.at] !== ')') throw notSimple;
  reader.at += 1;
  return inside;
}

const classes: Readonly<Record<string, string>> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', t: '\t', n: '\n', r: '\r' };

function escaped(reader: Reader): string {
  const character = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  if (Object.hasOwn(classes, character)) return classes[character]!;
  if (character === 'b' || character === 'B') return '';
  if (/[A-Za-z0-9]/.test(character) || character === '') throw notSimple;
  return character;
}

/** What a class that excludes may still hold. */
const candidates = ['a', '0', 'A', '-', ' ', '_', '.'];

function ofClass(reader: Reader): string {
  const { pattern } = reader;
  const excludes = pattern[reader.at] === '^';
  if (excludes) reader.at += 1;
  const start = reader.at;
  const found: string[] = [];
  while (pattern[reader.at] !== ']' || reader.at === start) {
    if (reader.at >= pattern.length) throw notSimple;
    const character = pattern[reader.at]!;
    reader.at += 1;
    found.push(character === '\\' ? escaped(reader) : character);
  }
  const written = pattern.slice(start, reader.at);
  reader.at += 1;
  if (!excludes) return found[0] ?? '';
  if (/\\[dws]|.-./i.test(written)) throw notSimple;
  const free = candidates.find((candidate) => !found.includes(candidate));
  if (free === undefined) throw notSimple;
  return free;
}

/** How often what stands before a quantifier is repeated: as seldom as it may be, but once where it may be left out or not. */
function times(reader: Reader): number {
  const found = /^(?:([*+?])|\{(\d+)(?:,(\d*))?\})\??/.exec(reader.pattern.slice(reader.at));
  if (!found) return 1;
  reader.at += found[0].length;
  return found[1] === undefined ? Number(found[2]) : found[1] === '+' ? 1 : 0;
}
