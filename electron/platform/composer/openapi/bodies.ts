import { boundedJson } from './bounded.ts';
import { exampleOf, givenExample, typeOf } from './examples.ts';
import type { BodyFields } from './imported.ts';
import type { References } from './references.ts';
import { entriesOf, field, isTree, listField, textField } from './tree.ts';

/** The example request body of an operation. */

const noBody: BodyFields = { type: 'none' };
const isJson = (type: string) => /[/+]json\b/i.test(type);
const isBinary = (type: string) => /^(application\/(octet-stream|pdf|zip|gzip)|(image|audio|video|font)\/)/.test(type);
/** Characters of an example that is kept: more is data, not an example. */
const longest = 256 * 1024;

/** Of OpenAPI 3: the first JSON content, or else the first there is; of those with an example, where there are any. */
export function bodyOf(operation: unknown, references: References): BodyFields {
  const all = entriesOf(field(references.resolve(field(operation, 'requestBody')), 'content'));
  const withExample = all.filter(([, described]) => ['example', 'examples'].some((name) => field(references.resolve(described), name) !== undefined));
  const content = withExample.length > 0 ? withExample : all;
  const chosen = content.find(([type]) => isJson(type)) ?? content[0];
  if (!chosen) return noBody;
  const [type, described] = chosen;
  const media = references.resolve(described);
  return written(type, () => givenExample(media, references), field(media, 'schema'), references);
}

/** Of Swagger 2.0: the parameter in the body, or those of a form. */
export function bodyOfParameters(parameters: readonly unknown[], consumes: readonly string[], references: References): BodyFields {
  const body = parameters.find((one) => textField(one, 'in') === 'body');
  if (body !== undefined) {
    const type = consumes.find(isJson) ?? consumes[0] ?? 'application/json';
    return written(type, () => entriesOf(field(body, 'x-examples'))[0]?.[1], field(body, 'schema'), references);
  }
  const fields = parameters.filter((one) => textField(one, 'in') === 'formData');
  if (fields.length === 0) return noBody;
  const hasFile = fields.some((one) => textField(one, 'type') === 'file');
  const type = hasFile ? 'multipart/form-data' : (consumes.find((one) => one.includes('form')) ?? 'application/x-www-form-urlencoded');
  const pairs = fields.map((one) => [textField(one, 'name'), exampleOf(one, references) ?? ''] as const);
  return written(type, () => Object.fromEntries(pairs), undefined, references);
}

function written(type: string, given: () => unknown, schema: unknown, references: References): BodyFields {
  const [bare = ''] = type.toLowerCase().split(';');
  if (isBinary(bare)) return { type: 'binary', content_type: type, content: '' };
  const authors = given();
  if (isJson(bare)) return { type: 'raw', content_type: type, content: jsonText(authors, schema, references) };
  const example = authors ?? exampleOf(schema, references);
  if (bare === 'application/x-www-form-urlencoded') return { type: 'x-www-form-urlencoded', content: formOf(example) };
  if (bare === 'multipart/form-data') return { type: 'form-data', content: formOf(example) };
  const text = typeof example === 'string' ? example.slice(0, longest) : (boundedJson(example ?? '', longest) ?? '');
  return { type: 'raw', content_type: type, content: text };
}

/** Authors write an example of JSON as a text, too. */
function jsonText(authors: unknown, schema: unknown, references: References): string {
  if (typeof authors === 'string' && /^\s*[[{]/.test(authors) && typeOf(references.resolve(schema)) !== 'string') return authors.slice(0, longest);
  const example = authors ?? exampleOf(schema, references) ?? {};
  return boundedJson(example, longest) ?? '{}';
}

const formOf = (example: unknown) => (isTree(example) && boundedJson(example, longest) !== undefined ? example : {});

/** The content types that an operation takes, in Swagger 2.0. */
export const consumesOf = (operation: unknown, root: unknown): readonly string[] => {
  const own = listField(operation, 'consumes');
  return (own.length > 0 ? own : listField(root, 'consumes')).filter((type): type is string => typeof type === 'string');
};
