import { parsed } from '../contract/fields.ts';
import { isObject, listOf } from './graph-parts.ts';

/** What an instance of a recipe is asked for, and what its runs are given. */

export const fieldTypes = ['text', 'long', 'number', 'flag', 'choice', 'json'] as const;
export type FieldType = (typeof fieldTypes)[number];

export interface ConfigField {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Undefined where there is none. */
  readonly initial: unknown;
  readonly options: readonly string[];
  readonly help: string | undefined;
}

export interface ConfigProblem {
  readonly name: string;
  readonly message: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

function typeOf(said: unknown, initial: unknown, options: readonly string[]): FieldType {
  if (fieldTypes.includes(said as FieldType)) return said as FieldType;
  if (said === 'boolean') return 'flag';
  if (said === 'integer') return 'number';
  if (said === 'object' || said === 'array') return 'json';
  if (options.length > 0) return 'choice';
  if (typeof initial === 'number') return 'number';
  if (typeof initial === 'boolean') return 'flag';
  return typeof initial === 'object' && initial !== null ? 'json' : 'text';
}

const fieldOf = (name: string, said: Readonly<Record<string, unknown>>): ConfigField => {
  const initial = said['default'] ?? said['value'];
  const options = Array.isArray(said['options']) ? said['options'].filter((one): one is string => typeof one === 'string') : [];
  return { name, label: textOf(said['label']) ?? name, type: typeOf(said['type'], initial, options), required: said['required'] === true, initial, options, help: textOf(said['help']) ?? textOf(said['description']) };
};

/**
 * The fields of a configuration: `{name, label?, type?, required?, default?, options?, help?}`, a name alone, or an object
 * of names and defaults. It may come as JSON text; of fields with one name, the last counts.
 */
export function configFields(config: unknown): ConfigField[] {
  const list = parsed(config);
  const found = (Array.isArray(list) ? list : [list]).flatMap((one: unknown): ConfigField[] => {
    if (typeof one === 'string' && one !== '') return [fieldOf(one, {})];
    if (!isObject(one)) return [];
    const name = textOf(one['name']);
    return name === undefined ? Object.entries(one).map(([key, initial]) => fieldOf(key, { default: initial })) : [fieldOf(name, one)];
  });
  return [...new Map(found.map((field) => [field.name, field])).values()];
}

/** The configuration that a recipe asks for: its own; else one of its default arguments; else one of the sample of its start. */
export function recipeConfig(recipe: Readonly<Record<string, unknown>>): unknown[] {
  const own = parsed(recipe['flow_recipe_config']);
  if (Array.isArray(own) && own.length > 0) return own;
  const start = listOf(recipe['nodes']).find((node) => isObject(node) && node['type'] === 'start');
  const data = isObject(start) ? start['data'] : undefined;
  const given = [parsed(recipe['default_args']), isObject(data) ? parsed(data['sample']) : undefined].find((one) => isObject(one) && Object.keys(one).length > 0);
  return given === undefined ? [] : Object.entries(given as object).map(([name, value]) => ({ name, default: value as unknown }));
}

/** What a run is given: the defaults, and over them what the instance says, as `{name, value}` or objects of names and values. */
export function instanceData(fields: readonly ConfigField[], config: unknown): { readonly data: Record<string, unknown>; readonly problems: readonly ConfigProblem[] } {
  const list = parsed(config);
  const said = (Array.isArray(list) ? list : [list]).filter(isObject).flatMap((one) => ('name' in one && 'value' in one ? [[String(one['name']), one['value']] as const] : Object.entries(one)));
  const values = new Map([...fields.filter(({ initial }) => initial !== undefined).map(({ name, initial }) => [name, initial] as const), ...said]);
  const problems = fields.flatMap((field) => {
    const message = problemOf(field, values.get(field.name));
    return message === undefined ? [] : [{ name: field.name, message: `${field.label} ${message}` }];
  });
  return { data: Object.fromEntries(values), problems };
}

function problemOf({ type, required, options }: ConfigField, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return required ? 'is required' : undefined;
  if (type === 'number') return typeof value === 'number' ? undefined : 'must be a number';
  if (type === 'flag') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (type === 'choice') return options.length === 0 || (typeof value === 'string' && options.includes(value)) ? undefined : `must be one of ${options.join(', ')}`;
  return undefined;
}
