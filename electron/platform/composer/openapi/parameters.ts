import { pathVariableNames } from '../../../../shared/rules/path-template.ts';
import { boundedJson } from './bounded.ts';
import { exampleOf, givenExample, typeOf } from './examples.ts';
import type { Parameter, Problem } from './imported.ts';
import type { References } from './references.ts';
import { entriesOf, field, listField, step, textField } from './tree.ts';

/** The parameters of operations, with what is wrong about them. */

/** OpenAPI 3, "Parameter Object": these are described elsewhere, and the engine sets the others itself. */
const notOurs = new Set(['accept', 'content-type', 'authorization', 'content-length', 'host', 'connection', 'transfer-encoding']);
const places = new Set(['path', 'query', 'header', 'cookie']);

/** The parameters of a path and of its operation, resolved; the operation's win over those of the path. */
export function collectParameters(item: unknown, operation: unknown, references: References): readonly unknown[] {
  const byKey = new Map<string, unknown>();
  for (const one of [...listField(item, 'parameters'), ...listField(operation, 'parameters')]) {
    const parameter = references.resolve(one);
    if (parameter !== undefined) byKey.set(`${textField(parameter, 'in')} ${textField(parameter, 'name')}`, parameter);
  }
  return [...byKey.values()];
}

export function readParameters(path: string, described: readonly unknown[], where: string, references: References, problems: Problem[]): Parameter[] {
  const inTemplate = new Set(pathVariableNames(path));
  const at = step(where, 'parameters');
  const parameters: Parameter[] = [];
  for (const one of described) {
    const name = textField(one, 'name');
    const place = textField(one, 'in');
    if (place === 'body' || place === 'formData') continue;
    if (name === '' || !places.has(place)) {
      problems.push({ where: at, message: name === '' ? 'A parameter has no name and is left out.' : `The parameter “${name}” is in “${place}”, which does not exist, and is left out.` });
    } else if (place === 'path' && !inTemplate.has(name)) {
      problems.push({ where: at, message: `The path has no “{${name}}”, so the parameter of that name is left out.` });
    } else if (place !== 'header' || !notOurs.has(name.toLowerCase())) {
      parameters.push(read(one, name, place as Parameter['in'], references));
    }
  }
  const known = new Set(parameters.filter((one) => one.in === 'path').map((one) => one.name));
  for (const name of inTemplate) {
    if (known.has(name)) continue;
    problems.push({ where: at, message: `The path's “{${name}}” is not described; it was added as a text.` });
    parameters.push({ name, in: 'path', required: true, type: 'string' });
  }
  return parameters;
}

/** Characters of an example that is shown and sent. */
const longestExample = 8 * 1024;
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

function read(described: unknown, name: string, place: Parameter['in'], references: References): Parameter {
  const required = place === 'path' || field(described, 'required') === true;
  const [[, content] = []] = entriesOf(field(described, 'content'));
  const media = references.resolve(content);
  const schema = schemaOf(described, references);
  const description = textField(described, 'description').slice(0, 2000);
  // A value with a content type of its own is sent as the text that it is.
  const type = media === undefined ? typeOf(schema) : 'string';
  const given = givenExample(media ?? described, references) ?? givenExample(schema, references);
  const full = given ?? exampleOf(schema, references);
  const json = boundedJson(full, longestExample);
  const example = json === undefined || full === null ? undefined : media === undefined || typeof full === 'string' ? full : JSON.stringify(full);
  return {
    name, in: place, required,
    ...(description === '' ? {} : { description }),
    ...(types.has(type) ? { type } : {}),
    ...(example === undefined ? {} : { example }),
    ...(required && example !== undefined ? { value: example } : {}),
    ...styleIn(described, place, type),
  };
}

/** The schema of a parameter; Swagger 2.0 says the type in the parameter itself. */
export function schemaOf(described: unknown, references: References): unknown {
  const [[, content] = []] = entriesOf(field(described, 'content'));
  return references.resolve(field(described, 'schema') ?? field(references.resolve(content), 'schema')) ?? described;
}

/** Of Swagger 2.0, by its `collectionFormat`; lists without one are `csv` there. */
const collections: Readonly<Record<string, Pick<Parameter, 'style' | 'explode'>>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

function styleIn(described: unknown, place: string, type: string): Pick<Parameter, 'style' | 'explode'> {
  if (field(described, 'schema') === undefined && field(described, 'content') === undefined) {
    return place === 'query' && type === 'array' ? (collections[textField(described, 'collectionFormat') || 'csv'] ?? {}) : {};
  }
  const style = textField(described, 'style') || (place === 'query' && type === 'object' ? 'form' : '');
  const explode = field(described, 'explode');
  return { ...(style === '' ? {} : { style }), ...(typeof explode === 'boolean' ? { explode } : {}) };
}
