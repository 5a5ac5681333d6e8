import { encodePairs, queryPairs } from './query.ts';
import { refuse, scalarText, type BodySpec, type Fields } from './request.ts';

/** The kinds of request body, one function each. */

export interface Payload {
  readonly bytes: Uint8Array;
  /** Sent unless the request names its own. */
  readonly content_type: string;
}

type BodyKind = (body: BodySpec) => Payload | null;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text goes as it stands; anything else goes as JSON. */
function raw({ content, content_type }: BodySpec): Payload | null {
  if (content === undefined || content === null) return null;
  const isText = typeof content === 'string';
  const text = isText ? content : JSON.stringify(content);
  const guess = !isText || /^\s*[[{]/.test(text) ? 'application/json' : 'text/plain; charset=utf-8';
  return { bytes: Buffer.from(text, 'utf8'), content_type: content_type || guess };
}

function urlEncoded({ content }: BodySpec): Payload | null {
  if (content === undefined || content === null) return null;
  const text = isObject(content) ? encodePairs(queryPairs(content)).replaceAll('%20', '+') : scalarText(content);
  if (text === undefined) throw refuse('body', 'A form body is a set of fields. Write it as {"name": "value"}.');
  return { bytes: Buffer.from(text, 'utf8'), content_type: 'application/x-www-form-urlencoded' };
}

export const bodyKinds: Readonly<Record<string, BodyKind>> = {
  none: () => null,
  raw,
  'x-www-form-urlencoded': urlEncoded,
};

/** The bytes of a request's body, or null without one; `invalid_input` for a kind that is not in the table. */
export function payloadOf(body: BodySpec | null | undefined): Payload | null {
  const type = body?.type ?? 'none';
  const kind = Object.hasOwn(bodyKinds, type) ? bodyKinds[type] : undefined;
  if (!kind) throw refuse('body', `The body type “${type}” cannot be sent. Choose one of: ${Object.keys(bodyKinds).join(', ')}.`);
  return kind(body ?? { type: 'none' });
}
