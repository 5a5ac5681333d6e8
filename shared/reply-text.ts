import type { Meta, Reply } from './rpc.ts';

/**
 * Replies whose data is known as JSON text: a list that comes from the cache, or was compared with an earlier one, crosses
 * to its window without being parsed and written once more. A reply is never changed after it was made, so neither is its text.
 */
const texts = new WeakMap<object, string>();

/** Parses once, and only when it is first asked. */
export function parsedLater(text: string): () => unknown {
  let parsed: { readonly value: unknown } | undefined;
  return () => (parsed ??= { value: JSON.parse(text) as unknown }).value;
}

/** A reply whose data is parsed only if somebody reads it here. */
export function replyOfText(text: string, meta: Meta): Reply {
  const data = parsedLater(text);
  const reply: Reply = {
    ok: true,
    get data() {
      return data();
    },
    meta,
  };
  texts.set(reply, text);
  return reply;
}

/** The JSON text of a reply's data; it is made once. */
export function dataText(reply: Reply & { readonly ok: true }): string {
  let text = texts.get(reply);
  if (text === undefined) {
    text = JSON.stringify(reply.data) ?? 'null';
    texts.set(reply, text);
  }
  return text;
}

/** JSON text of any value, with the known text of a reply as it stands. Throws as `JSON.stringify` does. */
export function jsonOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  return text === undefined ? JSON.stringify(value) : `{"ok":true,"data":${text},"meta":${JSON.stringify((value as { meta: Meta }).meta)}}`;
}
