import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { plainSchema } from './plain-schema.ts';

/** Holds a value against a JSON Schema. */

/** `problems` has the first of them: where in the value, and what is wrong there. */
export interface SchemaReading {
  readonly count: number;
  readonly problems: readonly string[];
}

const most = 20;

/** Documents have patterns that are none with the flag that JSON Schema asks for. */
function pattern(text: string, flags: string): RegExp {
  try {
    return new RegExp(text, flags);
  } catch {
    return new RegExp(text);
  }
}

// Words that JSON Schema does not know are others' notes, such as OpenAPI's `xml`. `code` is for code that is written to a file, which this is not.
const options: Options = { allErrors: true, verbose: true, strict: false, validateSchema: false, logger: false, code: { regExp: Object.assign(pattern, { code: 'new RegExp' }) } };

/** By the schema's own `$schema`; what says none is read as 2020-12. */
function reader(said: unknown): Ajv {
  const dialect = typeof said === 'string' ? said : JSON.stringify(said);
  if (dialect === undefined || dialect.includes('/2020-12/')) return formats.default(new Ajv2020(options));
  if (/\/draft-0[67]\//.test(dialect)) return formats.default(new Ajv(options));
  throw new Error(`Its “$schema” is “${dialect.slice(0, 200)}”, which is not known here. Write it in 2020-12 or draft-07`);
}

/** Throws where the schema is none. */
export function checkSchema(described: unknown, value: unknown): SchemaReading {
  const { $schema, ...schema } = plainSchema(described) as Record<string, unknown>;
  const validate = reader($schema).compile(schema);
  if (validate(value)) return { count: 0, problems: [] };
  // What a choice says of itself comes after what each of its ways says.
  const errors = validate.errors ?? [];
  return { count: errors.length, problems: errors.slice(0, most).map(told) };
}

function told({ instancePath, keyword, params, message = 'does not match', data }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty, allowedValues, allowedValue } = params as Record<string, unknown>;
  const extra = additionalProperty ?? unevaluatedProperty;
  const choices = Array.isArray(allowedValues) ? allowedValues.map((one) => JSON.stringify(one)).join(', ') : allowedValue === undefined ? '' : JSON.stringify(allowedValue);
  const more = extra !== undefined ? `: ${JSON.stringify(extra)}` : choices !== '' ? `: ${choices.slice(0, 300)}` : '';
  const found = keyword === 'required' || extra !== undefined ? '' : `, and is ${shown(data)}`;
  return `${instancePath === '' ? '/' : instancePath} ${message}${more}${found}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? 'nothing').slice(0, 100);
}
