import { payloadOfBytes, type Payload } from './payload.ts';
import { refuse, type BodySpec, type Fields } from './request.ts';

/** A body that is one text. */

/** By the body's `format`; each is sent in UTF-8 (RFC 8259, 7303, 2046; for GraphQL its "over HTTP" specification). */
const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  graphql: 'application/json',
};

/** Text goes as it stands, anything else as JSON; GraphQL's `{query, variables?, operationName?}` as the JSON of a request. */
export function raw({ content, content_type, format }: BodySpec): Payload | null {
  if (content === undefined || content === null) return null;
  if (format !== undefined && format !== null && !Object.hasOwn(types, format)) {
    throw refuse('body', `The format “${format.slice(0, 40)}” cannot be sent. Choose one of: ${Object.keys(types).join(', ')}.`);
  }
  const text = format === 'graphql' ? graphQl(content) : typeof content === 'string' ? content : JSON.stringify(content);
  return payloadOfBytes(Buffer.from(text, 'utf8'), content_type || types[format ?? guessed(content, text)]!);
}

const guessed = (content: unknown, text: string): string => (typeof content !== 'string' || /^\s*[[{]/.test(text) ? 'json' : 'text');

function graphQl(content: unknown): string {
  const { query, variables, operationName } = (typeof content === 'string' ? { query: content } : content) as Fields;
  if (typeof query !== 'string' || query.trim() === '') throw refuse('body', 'The GraphQL request has no query. Write one.');
  const values = variablesOf(variables);
  return JSON.stringify({ query, ...(values === undefined ? {} : { variables: values }), ...(typeof operationName === 'string' && operationName !== '' ? { operationName } : {}) });
}

/** An object, or its JSON; an empty text is none. */
function variablesOf(given: unknown): Fields | undefined {
  if (given === undefined || given === null || (typeof given === 'string' && given.trim() === '')) return undefined;
  let value: unknown = given;
  try {
    if (typeof given === 'string') value = JSON.parse(given);
  } catch (error) {
    throw refuse('body', `The variables of the GraphQL query are not valid JSON: ${(error as Error).message}. Write them as {"name": "value"}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('body', 'The variables of the GraphQL query are not an object. Write them as {"name": "value"}.');
  return value as Fields;
}
