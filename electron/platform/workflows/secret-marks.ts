import { isSecretMark } from '../../../shared/contract/fields.ts';

/** A secret stays where it is kept: its mark means nothing elsewhere. */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isSecretMark(item) ? null : withoutMarks(item)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (isSecretMark(inner) ? [] : [[name, withoutMarks(inner)]])));
}
