import type { References } from './references.ts';
import { textExample } from './text-example.ts';
import { entriesOf, field, isTree, listField } from './tree.ts';

/** An example value out of a schema: the author's own where there is one, else one of the right shape. */

/** Deeper, only required fields are shown; at the end, none. */
const generousDepth = 3;
const maxDepth = 8;
const maxFields = 60;

/** Items of an example list, where it asks for some. */
const maxItems = 10;

interface Walk {
  readonly references: References;
  readonly inside: ReadonlySet<string>;
  readonly depth: number;
  /** Values that may still be made; shared by the whole example. */
  readonly budget: { left: number };
}

/** The value that a schema, a parameter or a media type gives as its example or default; undefined without one. */
export function givenExample(described: unknown, references: References): unknown {
  for (const name of ['example', 'x-example', 'default', 'const']) {
    const value = field(described, name);
    if (value !== undefined) return value;
  }
  const examples = field(described, 'examples');
  if (Array.isArray(examples)) return examples[0]; // of a schema: values
  const [first] = entriesOf(examples); // of a parameter or a media type: Example Objects
  return first === undefined ? undefined : field(references.resolve(first[1]), 'value');
}

/** An example of a schema; undefined where it says nothing at all. */
export function exampleOf(schema: unknown, references: References): unknown {
  return sample(schema, { references, inside: new Set(), depth: 0, budget: { left: 500 } });
}

function sample(described: unknown, walk: Walk): unknown {
  const { references, inside, depth, budget } = walk;
  const reference = references.nameOf(described);
  if (budget.left <= 0 || depth > maxDepth || (reference !== undefined && inside.has(reference))) return undefined;
  budget.left -= 1;
  const schema = references.resolve(described);
  if (!isTree(schema)) return undefined;
  const given = givenExample(schema, references);
  if (given !== undefined) return given;
  const [choice] = listField(schema, 'enum');
  if (choice !== undefined) return choice;
  const next: Walk = { ...walk, inside: reference === undefined ? inside : new Set([...inside, reference]), depth: depth + 1 };
  const parts = listField(schema, 'allOf');
  if (parts.length > 0) return merged([{ ...schema, allOf: undefined }, ...parts], { ...next, depth });
  const alternative = [...listField(schema, 'oneOf'), ...listField(schema, 'anyOf')].find((one) => field(one, 'type') !== 'null');
  if (alternative !== undefined) return merged([{ ...schema, oneOf: undefined, anyOf: undefined }, alternative], { ...next, depth });
  return ofType(typeOf(schema), schema, next);
}

/** Several schemas that hold at once: their objects' fields together, or the first value that there is. */
function merged(schemas: readonly unknown[], walk: Walk): unknown {
  const values = schemas.map((schema) => sample(schema, walk)).filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  return values.every(isTree) ? Object.fromEntries(values.flatMap((value) => Object.entries(value))) : values.find((value) => !isTree(value));
}

/** OpenAPI 3.1 has lists of types; a schema without one is known by its fields. */
export function typeOf(schema: unknown): string {
  const type = field(schema, 'type');
  if (Array.isArray(type)) return (type as unknown[]).map(String).find((one) => one !== 'null') ?? '';
  if (typeof type === 'string') return type;
  if (isTree(field(schema, 'properties'))) return 'object';
  return field(schema, 'items') === undefined ? '' : 'array';
}

function ofType(type: string, schema: Record<string, unknown>, walk: Walk): unknown {
  switch (type) {
    case 'object':
      return ofObject(schema, walk);
    case 'array': {
      const item = sample(schema['items'], walk);
      const least = typeof schema['minItems'] === 'number' ? Math.min(schema['minItems'], maxItems) : 1;
      return item === undefined || schema['maxItems'] === 0 ? [] : Array.from({ length: Math.max(least, 1) }, () => item);
    }
    case 'integer':
    case 'number':
      return numberExample(schema, type === 'integer' ? 1 : 0.5);
    case 'boolean':
      return true;
    case 'string':
      return textExample(schema);
    default:
      return undefined;
  }
}

/** The least that is allowed, or 0; of OpenAPI 3.0 `exclusiveMinimum` is a flag, of 3.1 a number. */
function numberExample({ minimum, exclusiveMinimum: above, maximum, exclusiveMaximum: below, multipleOf: step }: Record<string, unknown>, next: number): number {
  const lowest = typeof above === 'number' ? above + next : typeof minimum === 'number' ? minimum + (above === true ? next : 0) : undefined;
  const highest = typeof below === 'number' ? below - next : typeof maximum === 'number' ? maximum - (below === true ? next : 0) : undefined;
  const found = lowest ?? (highest !== undefined && highest < 0 ? highest : 0);
  return typeof step === 'number' && step > 0 ? Math.ceil(found / step) * step : found;
}

function ofObject(schema: Record<string, unknown>, walk: Walk): unknown {
  const required = new Set(listField(schema, 'required'));
  const wanted = entriesOf(schema['properties']).filter(([name, property]) => {
    if (field(walk.references.resolve(property), 'readOnly') === true) return false;
    return walk.depth <= generousDepth || required.has(name);
  });
  const pairs = wanted.slice(0, maxFields).map(([name, property]) => [name, sample(property, walk)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}
