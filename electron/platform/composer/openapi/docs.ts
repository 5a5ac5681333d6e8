import type { DocsContent, DocsSchema, OperationDocs } from './imported.ts';
import { schemaOf } from './parameters.ts';
import type { References } from './references.ts';
import { docsSchema, tooMuch, type SchemaBudget } from './schemas.ts';
import { entriesOf, field, isTree, listField, textField } from './tree.ts';

/** What the document says of an operation beyond what is sent, for reading. */

/** Characters of all operations together, and of one. */
const longestTogether = 4_000_000;
const longestOfOne = 8_000;
/** Schemas of one operation. */
const mostSchemas = 150;
/** Deeper ones are only tried where the one before was short enough, and cut something off. */
const depths = [2, 4, 6];
const shallower = [1, 0];
const mostEntries = 60;

/** How many characters the docs of each of `count` operations may have. */
export const docsLength = (count: number): number => Math.max(500, Math.min(longestOfOne, Math.floor(longestTogether / Math.max(1, count))));

interface Described {
  readonly operation: unknown;
  /** Its parameters and its path's, resolved. */
  readonly parameters: readonly unknown[];
  /** Of Swagger 2.0: the content types that it takes and gives. */
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
}

/** The docs of an operation, cut at the greatest depth at which they are short enough; undefined where there is nothing to say. */
export function docsOf(described: Described, references: References, longest: number): OperationDocs | undefined {
  let best: Attempt | undefined;
  for (const depth of depths) {
    const deeper = attempt(described, references, depth, longest);
    best = deeper ?? best;
    if (!deeper?.isCut) break;
  }
  for (const depth of shallower) best ??= attempt(described, references, depth, longest);
  if (best) return Object.keys(best.docs).length === 0 ? undefined : best.docs;
  return field(described.operation, 'deprecated') === true ? { deprecated: true } : undefined;
}

interface Attempt {
  readonly docs: OperationDocs;
  readonly isCut: boolean;
}

/** Undefined where that is too long. */
function attempt(described: Described, references: References, depth: number, longest: number): Attempt | undefined {
  const budget: SchemaBudget = { left: mostSchemas, isCut: false };
  try {
    const docs = read(described, references, (schema) => docsSchema(schema, depth, references, budget));
    return JSON.stringify(docs).length <= longest ? { docs, isCut: budget.isCut } : undefined;
  } catch (thrown) {
    if (thrown === tooMuch) return undefined;
    throw thrown;
  }
}

type Reader = (schema: unknown) => DocsSchema;

function read({ operation, parameters, consumes, produces }: Described, references: References, schemaFrom: Reader): OperationDocs {
  const url = textField(field(operation, 'externalDocs'), 'url').slice(0, 1000);
  const about = textField(field(operation, 'externalDocs'), 'description').slice(0, 500);
  const request = consumes ? requestOfParameters(parameters, consumes, schemaFrom) : requestOf(operation, references, schemaFrom);
  const schemas = parameterSchemas(parameters, references, schemaFrom);
  const responses = responsesOf(operation, produces, references, schemaFrom);
  return {
    ...(field(operation, 'deprecated') === true ? { deprecated: true } : {}),
    ...(URL.canParse(url) ? { external_docs: { url, ...(about === '' ? {} : { description: about }) } } : {}),
    ...(Object.keys(schemas).length === 0 ? {} : { parameters: schemas }),
    ...(request ? { request } : {}),
    ...(Object.keys(responses).length === 0 ? {} : { responses }),
  };
}

/** Of those of which there is more to say than their type. */
function parameterSchemas(parameters: readonly unknown[], references: References, schemaFrom: Reader): Record<string, DocsSchema> {
  const found: Record<string, DocsSchema> = {};
  for (const one of parameters.slice(0, mostEntries)) {
    const place = textField(one, 'in');
    if (place === 'body' || place === 'formData') continue;
    const { description: _, example: __, ...schema } = schemaFrom(withoutRequired(schemaOf(one, references), one));
    if (Object.keys(schema).some((name) => name !== 'type')) found[`${place} ${textField(one, 'name')}`] = schema;
  }
  return found;
}

/** A parameter of Swagger 2.0 is its own schema, but for what it says of itself. */
const withoutRequired = (schema: unknown, parameter: unknown): unknown =>
  schema === parameter && isTree(schema) ? Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'required' && name !== '$ref')) : schema;

function requestOf(operation: unknown, references: References, schemaFrom: Reader): OperationDocs['request'] {
  const body = references.resolve(field(operation, 'requestBody'));
  const content = contentOf(field(body, 'content'), references, schemaFrom);
  if (Object.keys(content).length === 0) return undefined;
  const description = textField(body, 'description').slice(0, 1000);
  return { ...(description === '' ? {} : { description }), ...(field(body, 'required') === true ? { required: true } : {}), content };
}

function requestOfParameters(parameters: readonly unknown[], consumes: readonly string[], schemaFrom: Reader): OperationDocs['request'] {
  const body = parameters.find((one) => textField(one, 'in') === 'body');
  const fields = parameters.filter((one) => textField(one, 'in') === 'formData');
  if (body === undefined && fields.length === 0) return undefined;
  const description = textField(body, 'description').slice(0, 1000);
  const required = field(body, 'required') === true;
  const form = () => ({ type: 'object', properties: Object.fromEntries(fields.map((one) => [textField(one, 'name'), withoutRequired(one, one)])) });
  const schema = schemaFrom(body === undefined ? form() : field(body, 'schema'));
  const types = consumes.length > 0 ? consumes : [body === undefined ? 'application/x-www-form-urlencoded' : 'application/json'];
  return {
    ...(description === '' ? {} : { description }), ...(required ? { required } : {}),
    content: Object.fromEntries(types.slice(0, mostEntries).map((type) => [type, { schema }])),
  };
}

function contentOf(content: unknown, references: References, schemaFrom: Reader): DocsContent {
  const kept = entriesOf(content).filter(([type]) => type.includes('/')).slice(0, mostEntries);
  return Object.fromEntries(kept.map(([type, described]) => {
    const schema = field(references.resolve(described), 'schema');
    return [type, schema === undefined ? {} : { schema: schemaFrom(schema) }];
  }));
}

function responsesOf(operation: unknown, produces: readonly string[] | undefined, references: References, schemaFrom: Reader): NonNullable<OperationDocs['responses']> {
  const kept = entriesOf(references.resolve(field(operation, 'responses'))).filter(([status]) => /^([1-5](\d\d|XX)|default)$/.test(status)).slice(0, mostEntries);
  return Object.fromEntries(kept.map(([status, described]) => {
    const response = references.resolve(described);
    const schema = field(response, 'schema'); // Swagger 2.0
    const content = produces && schema !== undefined
      ? Object.fromEntries((produces.length > 0 ? produces : ['application/json']).slice(0, mostEntries).map((type) => [type, { schema: schemaFrom(schema) }]))
      : contentOf(field(response, 'content'), references, schemaFrom);
    return [status, { description: textField(response, 'description').slice(0, 500), ...(Object.keys(content).length === 0 ? {} : { content }) }];
  }));
}

/** The content types that an operation gives, in Swagger 2.0. */
export const producesOf = (operation: unknown, root: unknown): readonly string[] => {
  const own = listField(operation, 'produces');
  return (own.length > 0 ? own : listField(root, 'produces')).filter((type): type is string => typeof type === 'string' && type.includes('/'));
};
