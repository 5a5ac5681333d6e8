import { exampleOf, givenExample } from './examples.ts';
import type { BodyFields } from './imported.ts';
import type { References } from './references.ts';
import { entriesOf, field, isTree, listField, textField } from './tree.ts';

/** The example request body of an operation. */

const noBody: BodyFields = { type: 'none' };
const isJson = (type: string) => /[/+]json\b/i.test(type);

/** Of OpenAPI 3: the first JSON content, else the first there is. */
export function bodyOf(operation: unknown, references: References): BodyFields {
  const content = entriesOf(field(references.resolve(field(operation, 'requestBody')), 'content'));
  const chosen = content.find(([type]) => isJson(type)) ?? content[0];
  if (!chosen) return noBody;
  const [type, described] = chosen;
  const media = references.resolve(described);
  return written(type, givenExample(media, references) ?? exampleOf(field(media, 'schema'), references));
}

/** Of Swagger 2.0: the parameter in the body, or those of a form. */
export function bodyOfParameters(parameters: readonly unknown[], consumes: readonly string[], references: References): BodyFields {
  const body = parameters.find((one) => textField(one, 'in') === 'body');
  if (body !== undefined) {
    const type = consumes.find(isJson) ?? consumes[0] ?? 'application/json';
    const [example] = entriesOf(field(body, 'x-examples')).map(([, value]) => value);
    return written(type, example ?? exampleOf(field(body, 'schema'), references));
  }
  const fields = parameters.filter((one) => textField(one, 'in') === 'formData');
  if (fields.length === 0) return noBody;
  const hasFile = fields.some((one) => textField(one, 'type') === 'file');
  const type = hasFile ? 'multipart/form-data' : (consumes.find((one) => one.includes('form')) ?? 'application/x-www-form-urlencoded');
  const pairs = fields.map((one) => [textField(one, 'name'), exampleOf(one, references) ?? ''] as const);
  return written(type, Object.fromEntries(pairs));
}

function written(type: string, example: unknown): BodyFields {
  const [bare = ''] = type.toLowerCase().split(';');
  if (bare === 'application/x-www-form-urlencoded') return { type: 'x-www-form-urlencoded', content: isTree(example) ? example : {} };
  if (bare === 'multipart/form-data') return { type: 'form-data', content: isTree(example) ? example : {} };
  const text = typeof example === 'string' && !isJson(bare) ? example : JSON.stringify(example ?? (isJson(bare) ? {} : ''), null, 2);
  return { type: 'raw', content_type: type, content: text };
}

/** The content types that an operation takes, in Swagger 2.0. */
export const consumesOf = (operation: unknown, root: unknown): readonly string[] => {
  const own = listField(operation, 'consumes');
  return (own.length > 0 ? own : listField(root, 'consumes')).filter((type): type is string => typeof type === 'string');
};
