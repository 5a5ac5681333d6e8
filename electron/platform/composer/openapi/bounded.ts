/** Values that an author gave, as JSON of a bounded length; what many operations refer to is written once. */

const written = new WeakMap<object, { readonly text: string | undefined }>();

/** A value as JSON text with two blanks of indent; undefined where it cannot be written, or is longer than `longest`. */
export function boundedJson(value: unknown, longest: number): string | undefined {
  const text = typeof value === 'object' && value !== null ? ofObject(value) : JSON.stringify(value, null, 2);
  return text !== undefined && text.length <= longest ? text : undefined;
}

function ofObject(value: object): string | undefined {
  let known = written.get(value);
  if (!known) written.set(value, (known = { text: stringified(value) }));
  return known.text;
}

function stringified(value: object): string | undefined {
  try {
    return JSON.stringify(value, null, 2);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // nested deeper than the stack, or longer than any text
    throw error;
  }
}
