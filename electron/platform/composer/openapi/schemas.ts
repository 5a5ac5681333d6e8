import type { DocsSchema } from './imported.ts';
import type { References } from './references.ts';
import { entriesOf, field, isTree, listField, textField, type Tree } from './tree.ts';

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
const texts = ['format', 'title', 'pattern', 'contentEncoding', 'contentMediaType'];
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const flags = ['readOnly', 'writeOnly', 'deprecated', 'uniqueItems'];
const longest = { title: 200, description: 500, value: 500 };
const mostChoices = 40;
const mostFields = 80;

export function docsSchema(described: unknown, depth: number, references: References, budget: SchemaBudget, inside: ReadonlySet<string> = new Set()): DocsSchema {
  if (budget.left <= 0) throw tooMuch;
  budget.left -= 1;
  const reference = references.nameOf(described);
  const schema = references.resolve(described);
  if (!isTree(schema)) return {};
  const title = textField(schema, 'title') || (reference?.split('/').at(-1) ?? '');
  const head = { ...(title === '' ? {} : { title: title.slice(0, longest.title) }), ...typeIn(schema) };
  if (depth <= 0) budget.isCut = true;
  if (depth <= 0 || (reference !== undefined && inside.has(reference))) return head;
  const next = reference === undefined ? inside : new Set([...inside, reference]);
  const deeper = (inner: unknown) => docsSchema(inner, depth - 1, references, budget, next);
  return { ...head, ...plainFields(schema), ...limits(schema), ...innerFields(schema, deeper) };
}

/** One type or several; `nullable` of OpenAPI 3.0 and `file` of Swagger 2.0 are said in the words of today. */
function typeIn(schema: Tree): DocsSchema {
  const said = field(schema, 'type');
  if (said === 'file') return { type: 'string', format: 'binary' };
  const known = (Array.isArray(said) ? (said as unknown[]) : [said]).filter((type): type is string => typeof type === 'string' && types.has(type));
  const all = [...new Set(field(schema, 'nullable') === true && known.length > 0 ? [...known, 'null'] : known)];
  return all.length === 0 ? {} : { type: all.length === 1 ? all[0] : all };
}

function plainFields(schema: Tree): DocsSchema {
  const fields: Record<string, unknown> = {};
  for (const name of texts) {
    const value = field(schema, name);
    if (typeof value === 'string' && value !== '') fields[name] = value.slice(0, longest.title);
  }
  const description = field(schema, 'description');
  if (typeof description === 'string' && description !== '') fields['description'] = description.slice(0, longest.description);
  for (const name of flags) if (field(schema, name) === true) fields[name] = true;
  for (const name of ['default', 'const', 'example']) {
    const value = field(schema, name);
    if (isShort(value)) fields[name] = value;
  }
  const choices = listField(schema, 'enum').filter(isShort).slice(0, mostChoices);
  if (choices.length > 0) fields['enum'] = [...new Set(choices)];
  const required = listField(schema, 'required').filter((name): name is string => typeof name === 'string').slice(0, mostFields);
  if (required.length > 0) fields['required'] = [...new Set(required)];
  return fields;
}

/** Scalars, and no long ones: what is larger is in the example of the request. */
const isShort = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value.length <= longest.value);

/** `exclusiveMinimum: true` of OpenAPI 3.0 makes another field of `minimum`. */
function limits(schema: Tree): DocsSchema {
  const fields: Record<string, unknown> = {};
  for (const name of counts) {
    const value = field(schema, name);
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) fields[name] = value;
  }
  const step = field(schema, 'multipleOf');
  if (typeof step === 'number' && step > 0) fields['multipleOf'] = step;
  for (const [name, exclusive] of [['minimum', 'exclusiveMinimum'], ['maximum', 'exclusiveMaximum']] as const) {
    const value = field(schema, name);
    const beyond = field(schema, exclusive);
    if (typeof beyond === 'number') fields[exclusive] = beyond;
    if (typeof value === 'number') fields[beyond === true ? exclusive : name] = value;
  }
  return fields;
}

function innerFields(schema: Tree, deeper: (inner: unknown) => DocsSchema): DocsSchema {
  const fields: Record<string, unknown> = {};
  const properties = entriesOf(field(schema, 'properties')).slice(0, mostFields);
  if (properties.length > 0) fields['properties'] = Object.fromEntries(properties.map(([name, inner]) => [name, deeper(inner)]));
  for (const name of ['items', 'additionalProperties', 'not']) {
    const inner = field(schema, name);
    if (isTree(inner)) fields[name] = deeper(inner);
    else if (inner === false && name === 'additionalProperties') fields[name] = false;
  }
  for (const name of ['allOf', 'oneOf', 'anyOf', 'prefixItems']) {
    const parts = listField(schema, name).slice(0, mostFields);
    if (parts.length > 0) fields[name] = parts.map(deeper);
  }
  return fields;
}
