import type { Completer, Offer } from '../../components/json-editor/completer.ts';
import { isObject } from './request.ts';

/** What a schema of the document offers while a JSON body is typed. No React here. */

type Schema = Readonly<Record<string, unknown>>;

/** Where in a JSON text something is being written. */
export interface JsonPosition {
  /** Names and indexes from the outside in, to the object or list that holds it. */
  readonly path: readonly (string | number)[];
  /** The name of the member whose value is written; undefined where a name is, or an item of a list. */
  readonly name: string | undefined;
  readonly place: 'name' | 'value';
  /** Names that the object has already. */
  readonly names: readonly string[];
  /** Where the word that is being written begins, with its quote. */
  readonly from: number;
}

const part = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

interface Level {
  readonly kind: '{' | '[';
  readonly names: string[];
  index: number;
  name: string | undefined;
  place: 'name' | 'value';
}

/** Where the end of a text stands, which need not be JSON yet. */
export function positionIn(text: string): JsonPosition | undefined {
  const levels: Level[] = [];
  let from = text.length;
  let last: { readonly token: string; readonly at: number } | undefined;
  for (const match of text.matchAll(part)) {
    const [token] = match;
    last = { token, at: match.index };
    const level = levels.at(-1);
    if (token === '{' || token === '[') levels.push({ kind: token, names: [], index: 0, name: undefined, place: token === '{' ? 'name' : 'value' });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ':' && level) level.place = 'value';
    else if (token === ',' && level) {
      level.index += 1;
      level.place = level.kind === '{' ? 'name' : 'value';
      level.name = undefined;
    } else if (level?.kind === '{' && level.place === 'name') level.name = unquoted(token);
    if (token === ':' && level?.name !== undefined) level.names.push(level.name);
  }
  const level = levels.at(-1);
  if (!level) return undefined;
  const writing = last && !'{}[],:'.includes(last.token) && last.at + last.token.length === text.length && !/^".*[^\\]"$/.test(last.token);
  if (writing) from = last!.at;
  const path = levels.slice(0, -1).map(({ kind, name, index }) => (kind === '[' ? index : (name ?? '')));
  return { path, name: level.kind === '{' && level.place === 'value' ? level.name : undefined, place: level.place, names: level.names, from };
}

const unquoted = (token: string) => token.replace(/^"/, '').replace(/"$/, '');

const listed = (value: unknown): Schema[] => (Array.isArray(value) ? (value as unknown[]).filter(isObject) : []);

/** A schema with all that may stand in its place. */
const variants = (schema: Schema): Schema[] => [schema, ...['allOf', 'oneOf', 'anyOf'].flatMap((word) => listed(schema[word]).flatMap(variants))];

function step(schema: Schema, key: string | number): Schema[] {
  return variants(schema).flatMap((one) => {
    const inner = typeof key === 'number' ? one['items'] : ((isObject(one['properties']) ? one['properties'][key] : undefined) ?? one['additionalProperties']);
    return isObject(inner) ? [inner] : [];
  });
}

const typesOf = (schema: Schema): string[] => [schema['type']].flat().filter((type): type is string => typeof type === 'string');

/** The text that a new member begins with. */
function beginning(schema: Schema): string {
  const [value] = valuesOf(schema);
  if (value !== undefined) return JSON.stringify(value);
  const [type] = typesOf(schema);
  return type === 'object' || schema['properties'] !== undefined ? '{}' : type === 'array' ? '[]' : type === 'string' ? '""' : '';
}

const valuesOf = (schema: Schema): unknown[] => variants(schema).flatMap((one) => {
  const said = ['const', 'default', 'example'].filter((word) => word in one).map((word) => one[word]);
  return [Array.isArray(one['enum']) ? (one['enum'] as unknown[]) : [], typesOf(one).includes('boolean') ? [true, false] : [], said].flat();
});

const about = (schema: Schema, required: boolean) => [typesOf(schema).join(' or '), typeof schema['format'] === 'string' ? schema['format'] : '', required ? 'required' : ''].filter(Boolean).join(', ');
const infoOf = (schema: Schema) => (typeof schema['description'] === 'string' ? schema['description'] : undefined);

const variable = /\{\{\s*([\w.-]*)$/;

/** Offers names that the schema knows and the object has not, the values that a member can have, and `variables` after `{{`. */
export function completeBody(schema: Schema, variables: readonly string[]): Completer {
  return (before, after) => {
    const begun = variable.exec(before);
    if (begun) {
      const closed = /^[\w.-]*\s*\}\}/.exec(after)?.[0].length ?? /^\}*/.exec(after)![0].length;
      return { from: begun.index, to: before.length + closed, offers: variables.map((name) => ({ label: `{{${name}}}`, insert: `{{${name}}}`, kind: 'value', detail: '' })) };
    }
    const position = positionIn(before);
    if (!position) return null;
    const { path, place, name, names, from } = position;
    let found: Schema[] = [schema];
    for (const key of path) found = found.flatMap((one) => step(one, key));
    const closing = before[from] === '"' && after.startsWith('"') ? 1 : 0;
    const offers = place === 'name' ? namesOffered(found, names, after.slice(closing)) : valuesOffered(found.flatMap((one) => step(one, name ?? 0)));
    return offers.length === 0 ? null : { from, to: before.length + closing, offers };
  };
}

function namesOffered(found: readonly Schema[], taken: readonly string[], after: string): Offer[] {
  const inside = found.flatMap(variants);
  const required = new Set(inside.flatMap((one) => (Array.isArray(one['required']) ? (one['required'] as unknown[]) : [])));
  const known = new Map(inside.flatMap((one) => Object.entries(isObject(one['properties']) ? one['properties'] : {})));
  const hasValue = /^\s*:/.test(after);
  return [...known].filter(([name, schema]) => !taken.includes(name) && isObject(schema) && schema['readOnly'] !== true).map(([name, schema]) => ({
    label: JSON.stringify(name),
    insert: hasValue ? JSON.stringify(name) : `${JSON.stringify(name)}: ${beginning(schema as Schema)}`,
    kind: 'property' as const,
    detail: about(schema as Schema, required.has(name)),
    info: infoOf(schema as Schema),
    boost: required.has(name) ? 1 : 0,
  }));
}

function valuesOffered(found: readonly Schema[]): Offer[] {
  const texts = new Map(found.flatMap((schema) => valuesOf(schema).map((value) => [JSON.stringify(value), schema] as const)));
  return [...texts].map(([label, schema]) => ({ label, insert: label, kind: 'value' as const, detail: '', info: infoOf(schema) }));
}
