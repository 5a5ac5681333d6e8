import { isSecretMark } from '../contract/fields.ts';

/** Which rows a view shows: the same for the list in a window and for whoever watches the view without one. */

export const operators = ['is', 'is not', 'contains', 'does not contain', 'before'] as const;
export type Operator = (typeof operators)[number];

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A value as text, for searching and for the clipboard. Secrets are never text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || isSecretMark(value)) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value) ?? '';
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** The instant of a value in milliseconds, NaN where it is none. Numbers below 10^11 are seconds. */
export function instantOf(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) < 1e11 ? value * 1000 : value;
  return typeof value === 'string' && value !== '' ? Date.parse(value) : Number.NaN;
}

const collator = new Intl.Collator();

/** `before` compares numbers as numbers, instants as instants, and all else by the alphabet. */
function isBefore(value: unknown, bound: string): boolean {
  if (isNothing(value)) return false;
  const number = Number(bound);
  if (typeof value === 'number' && bound.trim() !== '' && !Number.isNaN(number)) return value < number;
  const [at, limit] = [instantOf(value), Date.parse(bound)];
  if (!Number.isNaN(at) && !Number.isNaN(limit)) return at < limit;
  return collator.compare(textOf(value), bound) < 0;
}

/** What a list such as tags is compared by: each of its values, and that there are none. */
const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value.length === 0 ? [''] : value) : [value]);

/** Of several values, such as tags, one is enough; what is excluded may be none of them. */
export function meets(row: Fields, { field, operator, value }: Condition): boolean {
  const own = valuesOf(row[field]);
  const wanted = value.toLowerCase();
  const equals = (one: unknown) => textOf(one).toLowerCase() === wanted;
  const includes = (one: unknown) => textOf(one).toLowerCase().includes(wanted);
  switch (operator) {
    case 'is':
      return own.some(equals);
    case 'is not':
      return !own.some(equals);
    case 'contains':
      return own.some(includes);
    case 'does not contain':
      return !own.some(includes);
    case 'before':
      return own.some((one) => isBefore(one, value));
  }
}

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Each word stands in one of the fields. */
export const holds = (row: Fields, words: readonly string[], fields: readonly string[]): boolean =>
  words.every((word) => fields.some((field) => textOf(row[field]).toLowerCase().includes(word)));
