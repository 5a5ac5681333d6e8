import { plainSchema } from '../../expressions/plain-schema.ts';
import { operationKeys, placesOf } from './operations.ts';
import { producesOf } from './docs.ts';
import { readDocument } from './read-document.ts';
import { createReferences, find, type References } from './references.ts';
import { entriesOf, field, isTree, textField, type Tree } from './tree.ts';

/** What a document says of the bodies of one operation's answers, as JSON Schema that stands by itself. */
export interface ResponseSchemas {
  /** By status and content type; null where the answer has a body of which nothing is said. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What the schemas refer to. */
  readonly $defs: Readonly<Record<string, unknown>>;
}

/** Undefined where the document has no such operation. Throws as `readDocument` does. */
export function responseSchemas(text: string, operation_key: string): ResponseSchemas | undefined {
  const { tree: root } = readDocument(text);
  const references = createReferences(root);
  const keyOf = operationKeys([]);
  const place = placesOf(root, references, []).find((one) => keyOf(textField(references.resolve(one.operation), 'operationId'), one) === operation_key);
  if (!place) return undefined;
  const operation = references.resolve(place.operation);
  const rewritten = rewriting(root, references);
  const responses = entriesOf(references.resolve(field(operation, 'responses'))).map(([status, described]) => {
    const response = references.resolve(described);
    const old = field(response, 'schema'); // Swagger 2.0
    const content = old === undefined
      ? entriesOf(field(response, 'content')).map(([type, inner]) => [type, field(references.resolve(inner), 'schema')] as const)
      : typesOf(operation, root).map((type) => [type, old] as const);
    return [status, Object.fromEntries(content.map(([type, schema]) => [type, schema === undefined ? null : rewritten.plain(schema)]))] as const;
  });
  return { responses: Object.fromEntries(responses), $defs: rewritten.definitions() };
}

const typesOf = (operation: unknown, root: Tree): readonly string[] => {
  const produced = producesOf(operation, root);
  return produced.length > 0 ? produced : ['application/json'];
};

/** What each reference leads to goes among the definitions, once, and is referred to there. */
function rewriting(root: Tree, references: References) {
  const version = textField(root, 'openapi');
  const isOld = !/^3\.[1-9]/.test(version);
  const names = new Map<string, string>();
  const defined = new Map<string, unknown>();
  const waiting: string[] = [];
  const referred = (reference: string): string => {
    // What leads nowhere stays as it is written, so that whoever checks by it is told.
    if (references.resolve({ $ref: reference }) === undefined) return reference;
    let name = names.get(reference);
    if (name === undefined) {
      names.set(reference, (name = `d${names.size}`));
      waiting.push(reference);
    }
    return `#/$defs/${name}`;
  };
  const ofAnswer = (schema: Tree): Tree => {
    const reference = references.nameOf(schema);
    // Until OpenAPI 3.0 nothing counts beside a reference.
    if (reference !== undefined && isOld) return { $ref: referred(reference) };
    const { $id: _id, id: _name, $schema: _dialect, required, ...rest } = schema;
    return {
      ...rest,
      ...(rest['type'] === 'file' && { type: 'string' }),
      ...(Array.isArray(required) && { required: (required as unknown[]).filter((name) => !isWriteOnly(schema, name)) }),
      ...(reference !== undefined && { $ref: referred(reference) }),
    };
  };
  /** What is only written is asked of requests alone. */
  const isWriteOnly = (schema: Tree, name: unknown) => typeof name === 'string' && field(references.resolve(field(schema['properties'], name)), 'writeOnly') === true;
  const plain = (schema: unknown) => plainSchema(schema, ofAnswer);
  const definitions = () => {
    for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) defined.set(names.get(reference)!, plain(find(root, reference)));
    return Object.fromEntries(defined);
  };
  return { plain, definitions };
}

/** What an answer's body is to match; undefined where the document says nothing of such an answer. */
export function schemaFor({ responses, $defs }: ResponseSchemas, status: number, contentType: string): Tree | undefined {
  const said = responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses[`${Math.floor(status / 100)}xx`] ?? responses['default'];
  if (said === undefined) return undefined;
  const types = Object.keys(said);
  if (types.length === 0) return { enum: [null, ''] };
  const given = plainType(contentType);
  const chosen = types.find((type) => plainType(type) === given) ?? types.find((type) => plainType(type) === `${given.split('/')[0]}/*`) ?? types.find((type) => plainType(type) === '*/*');
  const schema = chosen === undefined ? undefined : said[chosen];
  if (schema === true || schema === false) return schema ? {} : { not: {} };
  return isTree(schema) ? { ...schema, $defs } : undefined;
}

const plainType = (type: string) => type.split(';')[0]!.trim().toLowerCase();
