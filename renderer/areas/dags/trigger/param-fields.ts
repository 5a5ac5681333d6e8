import { isSecretMark } from '../../../../shared/contract/fields.ts';
import { defaultsOf, paramOf } from '../../../../shared/rules/dag-params.ts';

/** The params of a DAG as fields of a form, and what is wrong with what stands in them. No React here. */

export type Raw = Readonly<Record<string, unknown>>;

export type FieldKind = 'text' | 'hidden' | 'lines' | 'number' | 'flag' | 'choice' | 'moment' | 'day' | 'json';

export interface ParamField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly title: string;
  readonly description: string | undefined;
  /** What its schema allows, in words; empty where it says nothing of that. */
  readonly limits: string;
  /** Each run must give it. */
  readonly required: boolean;
  readonly choices: readonly unknown[];
  /** The DAG's own value; undefined where there is none. */
  readonly initial: unknown;
}

const typesOf = (schema: Raw): string[] => [schema['type']].flat().filter((type) => typeof type === 'string');

function kindOf(schema: Raw, value: unknown): FieldKind {
  if (Array.isArray(schema['enum'])) return 'choice';
  const [type = value === undefined || value === null ? 'string' : Array.isArray(value) ? 'array' : typeof value, ...others] = typesOf(schema).filter((one) => one !== 'null');
  if (others.length > 0 || ['anyOf', 'oneOf', 'allOf', '$ref', 'const'].some((name) => Object.hasOwn(schema, name))) return 'json';
  if (type === 'boolean') return typesOf(schema).includes('null') ? 'json' : 'flag';
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'string') return 'json';
  const { format } = schema;
  if (format === 'date-time') return 'moment';
  if (format === 'date') return 'day';
  if (format === 'password') return 'hidden';
  return format === 'multiline' || (typeof value === 'string' && value.includes('\n')) ? 'lines' : 'text';
}

const said: readonly (readonly [string, (limit: string) => string])[] = [
  ['minimum', (limit) => `at least ${limit}`], ['exclusiveMinimum', (limit) => `more than ${limit}`], ['maximum', (limit) => `at most ${limit}`], ['exclusiveMaximum', (limit) => `less than ${limit}`],
  ['multipleOf', (limit) => `a multiple of ${limit}`], ['minLength', (limit) => `${limit} characters or more`], ['maxLength', (limit) => `${limit} characters or fewer`],
  ['minItems', (limit) => `${limit} items or more`], ['maxItems', (limit) => `${limit} items or fewer`], ['pattern', (limit) => `matches ${limit}`],
];
const kindWords: Partial<Record<FieldKind, string>> = { json: 'JSON', moment: 'in your time zone' };

function limitsOf(schema: Raw, kind: FieldKind): string {
  const type = kind === 'number' && typesOf(schema).includes('integer') ? 'whole number' : kindWords[kind];
  return [type, ...said.filter(([name]) => ['number', 'string'].includes(typeof schema[name])).map(([name, words]) => words(String(schema[name] as string | number)))].filter(Boolean).join(', ');
}

/** One field a param, in the order in which the DAG names them. */
export function fieldsOf(params: Raw): ParamField[] {
  return Object.entries(params).map(([name, given]) => {
    const { value, schema, description } = paramOf(given);
    const kind = kindOf(schema, value);
    return {
      name, kind, description, limits: limitsOf(schema, kind), required: value === undefined, initial: value,
      title: typeof schema['title'] === 'string' ? schema['title'] : name, choices: Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [],
    };
  });
}

/** A conf that says what the DAG says itself, to be changed. Secrets that are only marked here stay the DAG's. */
export const ownConf = (params: Raw): Record<string, unknown> => Object.fromEntries(Object.entries(defaultsOf(params)).filter(([, value]) => !isSecretMark(value)));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The conf that a text says; undefined where it says none. Nothing at all is an empty one. */
export function confOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An instant as the field of a date and time takes it, in this computer's time zone; empty for what is none. */
export function localMoment(value: unknown): string {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return '';
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** The other way around: ISO 8601 in UTC, or the text itself where it is no instant. */
export const instantOfLocal = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString());
