import { z } from 'zod';

/**
 * The params of a DAG in Airflow's form: each a value, or `{value | default, schema, description}` whose schema is JSON Schema.
 * One without a value must be given by the conf of each run. A conf may hold more than params: what is left is passed on.
 */

type Raw = Readonly<Record<string, unknown>>;

export interface Param {
  /** Undefined where each run must give it. */
  readonly value: unknown;
  readonly schema: Raw;
  readonly description: string | undefined;
}

const specNames: ReadonlySet<string> = new Set(['value', 'default', 'schema', 'description', 'title', 'section']);
const isObject = (given: unknown): given is Raw => typeof given === 'object' && given !== null && !Array.isArray(given);
/** An object with nothing but what a param can say of itself; any other object is a value. */
const isSpec = (given: unknown): given is Raw =>
  isObject(given) && Object.keys(given).every((name) => specNames.has(name)) && ['value', 'default', 'schema'].some((name) => Object.hasOwn(given, name)) && (given['schema'] === undefined || isObject(given['schema']));

export function paramOf(given: unknown): Param {
  if (!isSpec(given)) return { value: given, schema: {}, description: undefined };
  const { value, default: otherwise, schema = {}, description } = given;
  const read = schema as Raw;
  return { value: value ?? otherwise ?? read['default'] ?? (value === null || otherwise === null ? null : undefined), schema: read, description: typeof description === 'string' ? description : undefined };
}

const read = (params: Raw): [string, Param][] => Object.entries(params).map(([name, given]) => [name, paramOf(given)]);

/** By name, the values that params have where a conf says nothing else. */
export const defaultsOf = (params: Raw): Record<string, unknown> =>
  Object.fromEntries(read(params).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])));

/** The params that each run must give. */
export const requiredParams = (params: Raw): string[] => read(params).flatMap(([name, { value }]) => (value === undefined ? [name] : []));

const patterns: ReadonlySet<string> = new Set(['pattern', 'patternProperties']);
/** Do these params, or a part of them, hold texts against a pattern? One may take for ever, so that it is judged where it can be ended. */
export const hasPattern = (params: unknown): boolean =>
  typeof params === 'object' && params !== null && Object.entries(params).some(([name, inner]) => patterns.has(name) || hasPattern(inner));

export interface ParamProblem {
  readonly path: readonly (string | number)[];
  /** What follows the param's name. */
  readonly words: string;
}

const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Reads a JSON Schema as it applies to `value`: without a type, what it says of a type concerns only values of that type. */
function schemaFor(schema: Raw, value: unknown): z.ZodType {
  const isTyped = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'].some((name) => Object.hasOwn(schema, name));
  return z.fromJSONSchema((isTyped ? schema : { ...schema, type: typeName(value) }) as Parameters<typeof z.fromJSONSchema>[0]);
}

function wordsOf({ code, message }: z.core.$ZodIssue, schema: Raw, value: unknown, isTop: boolean): string {
  if (isTop && Array.isArray(schema['enum'])) return `must be one of ${schema['enum'].map((one) => JSON.stringify(one)).join(', ')}`;
  const wrongType = code === 'invalid_type' || code === 'invalid_union';
  if (isTop && wrongType && schema['type'] !== undefined) return `must be ${([schema['type']].flat() as string[]).join(' or ')}, not ${typeName(value)}`;
  return `does not fit its schema: ${message}`;
}

function valueProblems(name: string, schema: Raw, value: unknown): ParamProblem[] {
  const result = schemaFor(schema, value).safeParse(value);
  return (result.error?.issues ?? []).map((issue) => ({ path: [name, ...(issue.path as (string | number)[])], words: wordsOf(issue, schema, value, issue.path.length === 0) }));
}

/** What is wrong with a definition's params: schemas that cannot be read, and values that do not fit their own. */
export function paramProblems(params: Raw): ParamProblem[] {
  return read(params).flatMap(([name, { value, schema }]): ParamProblem[] => {
    try {
      return value === undefined ? (schemaFor(schema, null), []) : valueProblems(name, schema, value);
    } catch (thrown) {
      return [{ path: [name, 'schema'], words: `cannot be read as JSON Schema: ${thrown instanceof Error ? thrown.message : String(thrown)}` }];
    }
  });
}

/** What is wrong with the conf of a run. */
export function confProblems(params: Raw, conf: Raw): ParamProblem[] {
  return read(params).flatMap(([name, { value, schema }]) => {
    if (Object.hasOwn(conf, name)) return valueProblems(name, schema, conf[name]);
    return value === undefined ? [{ path: [name], words: 'is required, since the DAG gives it no value' }] : [];
  });
}
