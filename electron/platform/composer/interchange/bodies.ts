import { isOn, type BodyFields, type Pair, type Problem } from './collection.ts';

/** Bodies of requests as the tools have them, in our own fields. */

export const noBody: BodyFields = { type: 'none' };

export const rawBody = (content: string, content_type?: string): BodyFields =>
  ({ type: 'raw', ...(content_type === undefined || content_type === '' ? {} : { content_type }), content });

/** A name that comes twice has a list of values. */
export function urlEncodedBody(pairs: readonly Pair[]): BodyFields {
  const groups = Map.groupBy(pairs.filter((pair) => isOn(pair) && pair.name !== ''), ({ name }) => name);
  return { type: 'x-www-form-urlencoded', content: Object.fromEntries([...groups].map(([name, same]) => [name, same.length === 1 ? same[0]!.value : same.map(({ value }) => value)])) };
}

/** `a=1&b=2` as a body of fields, or as text where it is none. */
export function urlEncodedText(text: string): BodyFields {
  const pairs = [...new URLSearchParams(text)].map(([name, value]): Pair => ({ name, value }));
  const isWhole = text !== '' && new URLSearchParams(pairs.map(({ name, value }): [string, string] => [name, value])).toString() === text.replaceAll('%20', '+');
  return isWhole ? urlEncodedBody(pairs) : rawBody(text, 'application/x-www-form-urlencoded');
}

/** A part of a form; with a file name, its content is base64, and empty where the file is not in the collection. */
export interface Part {
  readonly name: string;
  readonly value?: string;
  readonly filename?: string;
  readonly content_type?: string;
  readonly content?: string;
}

export const textPart = (name: string, value: string, content_type: string): Part => (content_type === '' ? { name, value } : { name, value, content_type });

export const filePart = (name: string, filename: string, content_type: string, content?: string): Part =>
  ({ name, filename, ...(content_type === '' ? {} : { content_type }), ...(content === undefined ? {} : { content }) });

export function formBody(parts: readonly Part[], where: string, problems: Problem[]): BodyFields {
  for (const { name, filename, content } of parts) {
    if (filename !== undefined && content === undefined) problems.push({ where, message: `The part “${name.slice(0, 60)}” sends the file “${filename.slice(0, 200)}”, which is not in the collection and was not read. Choose the file again.` });
  }
  return { type: 'form-data', content: parts.filter(({ name }) => name !== '').map(sendable) };
}

export function fileBody(file: string, content_type: string | undefined, where: string, problems: Problem[]): BodyFields {
  problems.push({ where, message: `The body is the file “${file.slice(0, 200)}”, which is not in the collection and was not read. Choose the file again.` });
  return { type: 'binary', ...(content_type === undefined || content_type === '' ? {} : { content_type }), content: '' };
}

export const graphqlBody = (query: string, variables: string): BodyFields => rawBody(JSON.stringify({ query, ...(variables.trim() === '' ? {} : { variables: asJson(variables) }) }), 'application/json');

const sendable = (part: Part): Part => (part.filename === undefined ? part : { ...part, filename: lastName(part.filename), content: part.content ?? '' });
const lastName = (path: string) => path.split(/[/\\]/).at(-1) || 'file';

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
