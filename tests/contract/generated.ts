import * as fc from 'fast-check';
import type { z } from 'zod';

/** Values that a zod schema of the contract accepts, generated from the schema itself. */

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
  in?: z.ZodType;
  out?: z.ZodType;
  valueType?: z.ZodType;
}

const oneOf = (letters: string) => fc.constantFrom(...letters.split(''));
const word = fc.string({ minLength: 1, maxLength: 12, unit: oneOf('abcXYZ019 _-äß€?&=/%#+:') }).map((text) => text.trim()).filter((text) => text !== '');
const number = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constant(1), fc.constant(0.5));
/** For texts that must be something in particular: a date, base64, an address, a certificate. */
const samples = fc.constantFrom('2026-03-29', '2026-03-29T10:00:00.000Z', 'aGVsbG8=', 'http://proxy.example.com:3128', '-----BEGIN CERTIFICATE-----');
const key = fc.string({ minLength: 1, maxLength: 6, unit: oneOf('abcxyz') });
/** What JSON carries unchanged: it has no -0. */
export const jsonValue = fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown);

/** An id, as it may stand in a path and in a header. */
export const id = fc.string({ minLength: 1, maxLength: 12, unit: oneOf('abc019-_~') });

export function valueOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return made(schema).filter((value) => schema.safeParse(value).success);
}

function made(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = schema.def as unknown as Def;
  switch (def.type) {
    case 'string':
      return fc.oneof({ weight: 3, arbitrary: word }, samples);
    case 'number':
      return number;
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!));
    case 'literal':
      return fc.constantFrom(...def.values!);
    case 'array':
      return fc.array(valueOf(def.element!), { minLength: 1, maxLength: 3 });
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape!).map(([name, inner]) => [name, valueOf(inner)])));
    case 'record':
      return fc.dictionary(key, valueOf(def.valueType!), { maxKeys: 3 });
    case 'union':
      return fc.oneof(...def.options!.map(made));
    case 'optional':
    case 'default':
      return fc.option(valueOf(def.innerType!), { nil: undefined });
    case 'nullable':
      return fc.option(valueOf(def.innerType!), { nil: null });
    case 'pipe':
      // A transformation that comes first takes what its result takes.
      return valueOf((def.in!.def as unknown as Def).type === 'transform' ? def.out! : def.in!);
    case 'unknown':
      return jsonValue;
    default:
      throw new Error(`No values are known for a schema of type ${def.type}`);
  }
}
