import { z } from 'zod';
import type { Entity, Row } from '../../../shared/contract/entity.ts';
import type { FieldProblem } from '../../../shared/errors.ts';
import { callOf, changeInput, fieldMeta, kindOf, type Values } from '../../state/list-entity.ts';
import { jsonProblem } from '../json-editor/json-problem.ts';

/** What a form asks for, whether it may be sent, and how two versions of a row come together. No React here. */

export type FormMethod = 'create' | 'update';

/** The fields that a call takes and a person can give, in the contract's order. */
export function formFields(group: string, method: FormMethod): readonly string[] {
  const entity = kindOf(group);
  const call = callOf(group, method);
  const shape = call?.input instanceof z.ZodObject ? call.input.shape : {};
  return Object.keys(entity.fields).filter((name) => name in shape && !fieldMeta(entity, name).readOnly);
}

/** The values with which a form begins. */
export function initialValues(entity: Entity, fields: readonly string[], row: Row | undefined): Record<string, unknown> {
  const pairs = fields.map((name) => [name, row ? row[name] : fieldMeta(entity, name).initial] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Equal as far as a form goes: what is empty is empty, however it is said. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export const changedFields = (fields: readonly string[], from: Values, to: Values): string[] => fields.filter((name) => !sameValue(from[name], to[name]));

/** Empty texts are sent as nothing on a create, and as null where a row had something. */
export function valuesToSend(fields: readonly string[], values: Values, base: Row | undefined): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const name of fields) {
    const value = values[name];
    if (value !== '' && value !== undefined) sent[name] = value;
    else if (base && !sameValue(base[name], undefined)) sent[name] = null;
  }
  return sent;
}

/** Problems by field; those of no field of the form stand under ''. */
export type Problems = Readonly<Record<string, string>>;

const plainWords: Partial<Record<string, string>> = { number: 'Enter a number', flag: 'Choose yes or no', tags: 'Enter a list of words', time: 'Enter a date and a time' };

/** The contract's own complaints, at their fields [R-]; zod's words for a wrong type give way to plain ones. */
export function problemsOf(group: string, fields: readonly string[], problems: readonly FieldProblem[]): Problems {
  const entity = kindOf(group);
  const found: Record<string, string> = {};
  for (const { path, message } of problems) {
    const name = fields.includes(String(path[0])) ? String(path[0]) : '';
    const { label, widget } = name === '' ? { label: '', widget: 'text' } : fieldMeta(entity, name);
    const words = /^Invalid (input|option)/.test(message) ? (plainWords[widget] ?? `${label || 'The input'} is not valid`) : message;
    found[name] ??= name === '' && path.length > 0 ? `${String(path[0])}: ${words}` : words;
  }
  return found;
}

/** What the contract says of the values, before anything is sent. */
export function validate(group: string, method: FormMethod, fields: readonly string[], values: Values, scoped: Values, row: Row | undefined): Problems {
  const call = callOf(group, method);
  if (!call) return {};
  const sent = valuesToSend(fields, values, row);
  const parsed = call.input.safeParse({ ...scoped, ...(row ? changeInput(group, method, row, sent) : sent) });
  if (parsed.success) return {};
  return problemsOf(group, fields, parsed.error.issues.map(({ path, message }) => ({ path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)), message })));
}

/** One field that changed on the platform while it was edited here. */
export interface Divergence {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Both changed it, and differently: somebody must choose. */
  readonly both: boolean;
}

/** The fields in which the platform's row is not the one that editing began with. */
export function divergences(fields: readonly string[], base: Values, mine: Values, theirs: Values): Divergence[] {
  return changedFields(fields, base, theirs)
    .filter((name) => !sameValue(mine[name], theirs[name]))
    .map((name) => ({ name, base: base[name], mine: mine[name], theirs: theirs[name], both: !sameValue(base[name], mine[name]) }));
}

/** The values as the JSON twin shows them: every field of the form, in its order. */
export const twinText = (fields: readonly string[], values: Values): string =>
  JSON.stringify(Object.fromEntries(fields.filter((name) => values[name] !== undefined).map((name) => [name, values[name]])), null, 2);

/** The values that a twin's text stands for; fields that the form does not know are left out and named. */
export function valuesOfTwin(fields: readonly string[], text: string): { values: Record<string, unknown>; unknown: string[] } | undefined {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const entries = Object.entries(parsed);
  return { values: Object.fromEntries(entries.filter(([name]) => fields.includes(name))), unknown: entries.map(([name]) => name).filter((name) => !fields.includes(name)) };
}

/** Why a twin's text stands for no values, or undefined if it does. */
export const problemOfTwin = (fields: readonly string[], text: string): string | undefined =>
  jsonProblem(text)?.message ?? (valuesOfTwin(fields, text) ? undefined : 'The value must be an object with the fields of the form');
