import type { DocsSchema } from './imported.ts';
import type { References } from './references.ts';
import { entriesOf, field, isTree, textField, type Tree } from './tree.ts';

/**
 * Schemas as documentation: in the words of OpenAPI 3.1 whatever the document's version, without references, cut at a
 * depth. What was made by this reads as itself, so that it can be exported and imported again.
 */

/** Throws `tooMuch` when it has made as many schemas as it may. */
export interface SchemaBudget {
  left: number;
  /** Whether the depth has cut something off. */
  isCut: boolean;
}
export const tooMuch = Symbol('too much');

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
const longest = { title: 200, description: 500, value: 500 };
const mostChoices = 40;
const mostFields = 80;

/** A schema that was made, with how many it is made of. */
interface Made {
  readonly schema: DocsSchema;
  readonly count: number;
  readonly isCut: boolean;
}

/** Of each document, what references stand for at a depth: most operations answer with the same few schemas. */
const made = new WeakMap<References, Map<string, Made>>();

export function docsSchema(described: unknown, depth: number, references: References, budget: SchemaBudget): DocsSchema {
  const reference = references.nameOf(described);
  if (reference === undefined) return read(described, depth, references, budget, none);
  let known = made.get(references);
  if (!known) made.set(references, (known = new Map()));
  const key = `${depth} ${reference}`;
  let found = known.get(key);
  if (!found) {
    const own: SchemaBudget = { left: budget.left, isCut: false };
    const schema = read(described, depth, references, own, none);
    known.set(key, (found = { schema, count: budget.left - own.left, isCut: own.isCut }));
  }
  if (budget.left < found.count) throw tooMuch;
  budget.left -= found.count;
  budget.isCut ||= found.isCut;
  return found.schema;
}

function read(described: unknown, depth: number, references: References, budget: SchemaBudget, inside: ReadonlySet<string>): DocsSchema {
  if (budget.left <= 0) throw tooMuch;
  budget.left -= 1;
  const reference = references.nameOf(described);
  const schema = references.resolve(described);
  if (!isTree(schema)) return {};
  const fields: Record<string, unknown> = {};
  const title = textField(schema, 'title') || (reference?.split('/').at(-1) ?? '');
  if (title !== '') fields['title'] = title.slice(0, longest.title);
  putType(fields, schema);
  if (depth <= 0) budget.isCut = true;
  if (depth <= 0 || (reference !== undefined && inside.has(reference))) return fields;
  const next = reference === undefined ? inside : new Set([...inside, reference]);
  const deeper = (inner: unknown) => read(inner, depth - 1, references, budget, next);
  // Most schemas have few of the many fields that there are.
  for (const name of Object.keys(schema)) puts.get(name)?.(fields, schema[name], name, schema, deeper);
  return fields;
}

const none: ReadonlySet<string> = new Set();

/** One type or several; `nullable` of OpenAPI 3.0 and `file` of Swagger 2.0 are said in the words of today. */
function putType(fields: Record<string, unknown>, schema: Tree): void {
  const said = field(schema, 'type');
  if (said === 'file') {
    fields['type'] = 'string';
    fields['format'] = 'binary';
    return;
  }
  const known = (Array.isArray(said) ? (said as unknown[]) : [said]).filter((type): type is string => typeof type === 'string' && types.has(type));
  const all = known.length > 0 && field(schema, 'nullable') === true ? [...new Set([...known, 'null'])] : [...new Set(known)];
  if (all.length > 0) fields['type'] = all.length === 1 ? all[0] : all;
}

/** Puts a field of a schema among those that are shown, if it is what it should be. */
type Put = (fields: Record<string, unknown>, value: unknown, name: string, schema: Tree, deeper: (inner: unknown) => DocsSchema) => void;

const putText: Put = (fields, value, name) => {
  if (typeof value === 'string' && value !== '') fields[name] = value.slice(0, name === 'description' ? longest.description : longest.title);
};
const putFlag: Put = (fields, value, name) => {
  if (value === true) fields[name] = true;
};
const putCount: Put = (fields, value, name) => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) fields[name] = value;
};
const putValue: Put = (fields, value, name) => {
  if (isShort(value)) fields[name] = value;
};
const putChoices: Put = (fields, value, name) => {
  const choices = Array.isArray(value) ? (value as unknown[]).filter(isShort).slice(0, mostChoices) : [];
  if (choices.length > 0) fields[name] = [...new Set(choices)];
};
const putNames: Put = (fields, value, name) => {
  const names = Array.isArray(value) ? (value as unknown[]).filter((one) => typeof one === 'string').slice(0, mostFields) : [];
  if (names.length > 0) fields[name] = [...new Set(names)];
};
const putStep: Put = (fields, value, name) => {
  if (typeof value === 'number' && value > 0) fields[name] = value;
};
/** `exclusiveMinimum: true` of OpenAPI 3.0 makes another field of `minimum`. */
const putLimit: Put = (fields, value, name, schema) => {
  const exclusive = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  if (typeof value === 'number') fields[field(schema, exclusive) === true ? exclusive : name] = value;
};
const putExclusive: Put = (fields, value, name) => {
  if (typeof value === 'number') fields[name] = value;
};
const putProperties: Put = (fields, value, name, _schema, deeper) => {
  const properties = entriesOf(value).slice(0, mostFields);
  if (properties.length > 0) fields[name] = Object.fromEntries(properties.map(([property, inner]) => [property, deeper(inner)]));
};
const putSchema: Put = (fields, value, name, _schema, deeper) => {
  if (isTree(value)) fields[name] = deeper(value);
  else if (value === false && name === 'additionalProperties') fields[name] = false;
};
const putSchemas: Put = (fields, value, name, _schema, deeper) => {
  const parts = Array.isArray(value) ? (value as unknown[]).slice(0, mostFields) : [];
  if (parts.length > 0) fields[name] = parts.map(deeper);
};

const putsOf = (put: Put, ...names: string[]) => names.map((name) => [name, put] as const);
const puts: ReadonlyMap<string, Put> = new Map([
  ...putsOf(putText, 'format', 'pattern', 'description', 'contentEncoding', 'contentMediaType'),
  ...putsOf(putFlag, 'readOnly', 'writeOnly', 'deprecated', 'uniqueItems'),
  ...putsOf(putCount, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
  ...putsOf(putValue, 'default', 'const', 'example'),
  ...putsOf(putChoices, 'enum'),
  ...putsOf(putNames, 'required'),
  ...putsOf(putStep, 'multipleOf'),
  ...putsOf(putLimit, 'minimum', 'maximum'),
  ...putsOf(putExclusive, 'exclusiveMinimum', 'exclusiveMaximum'),
  ...putsOf(putProperties, 'properties'),
  ...putsOf(putSchema, 'items', 'additionalProperties', 'not'),
  ...putsOf(putSchemas, 'allOf', 'oneOf', 'anyOf', 'prefixItems'),
]);

/** Scalars, and no long ones: what is larger is in the example of the request. */
function isShort(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value.length <= longest.value);
}
