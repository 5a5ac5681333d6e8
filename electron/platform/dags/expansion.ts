import { AppError } from '../../../shared/errors.ts';
import { mostMapped, type Task } from './task-definition.ts';
import { hasTemplate, resolve } from './template.ts';

/** Mapped tasks: the fields that each instance of a task has of its own. */

type Values = Readonly<Record<string, unknown>>;

/** A list, or an object, which Airflow maps over as its pairs. */
const listOf = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value as unknown[];
  return typeof value === 'object' && value !== null ? Object.entries(value).map(([key, item]) => ({ key, value: item })) : undefined;
};

export interface Mapped {
  readonly length: number;
  /** The fields of one instance. Throws for one that is not there. */
  at(index: number): Values;
}

/**
 * What a task maps to, with the templates of `expand` or `expand_kwargs` resolved from `data`: every combination of
 * several fields, of which the last one changes fastest. Throws `invalid_input` for what is no list, and for too many.
 */
export function mappedTo({ expand, expand_kwargs }: Task['fields'], data: unknown): Mapped {
  const lists = expand_kwargs === undefined ? fieldLists(expand as Values, data) : [[undefined, kwargs(expand_kwargs, data)] as const];
  const length = lists.reduce((product, [, list]) => product * list.length, 1);
  if (length > mostMapped) throw new AppError('too_large', `The task maps to ${length} instances, of which there may be at most ${mostMapped}. Map over less, or over parts of the list.`);
  return {
    length,
    at(index) {
      if (index >= length) throw new AppError('invalid_input', `The task maps to ${length} instances now, and has none with the map index ${index} any more. Clear the whole task.`);
      const fields: Record<string, unknown> = {};
      let rest = index;
      for (const [name, list] of lists.toReversed()) {
        const value = list[rest % list.length];
        rest = Math.floor(rest / list.length);
        if (name === undefined) Object.assign(fields, value);
        else fields[name] = value;
      }
      return fields;
    },
  };
}

function fieldLists(expand: Values, data: unknown): (readonly [string, readonly unknown[]])[] {
  return Object.entries(expand).map(([name, given]) => {
    const list = listOf(resolve(given, data));
    if (!list) throw new AppError('invalid_input', `expand.${name} must yield a list, which it does not.`);
    return [name, list];
  });
}

function kwargs(given: unknown, data: unknown): readonly unknown[] {
  const list = resolve(given, data);
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'object' || one === null || Array.isArray(one))) throw new AppError('invalid_input', 'expand_kwargs must yield a list of objects, which it does not.');
  return list as unknown[];
}

/** What is wrong with what a definition maps over: the field, and words that follow its name; undefined where it may be right. */
export function problemOfExpansion({ expand, expand_kwargs, ...task }: Values): readonly [string, string] | undefined {
  if (expand !== undefined && expand_kwargs !== undefined) return ['expand_kwargs', 'cannot stand beside expand; use one of them'];
  if (typeof expand_kwargs === 'string' && !hasTemplate(expand_kwargs)) return ['expand_kwargs', 'must be a list of objects, or a template that yields one'];
  if (Array.isArray(expand_kwargs) && expand_kwargs.length > mostMapped) return ['expand_kwargs', `holds ${expand_kwargs.length} objects, of which there may be at most ${mostMapped}`];
  if (task['operator'] === 'branch' && (expand ?? expand_kwargs) !== undefined) return [expand === undefined ? 'expand_kwargs' : 'expand', 'cannot map a branch'];
  if (expand === undefined) return undefined;
  const fields = Object.entries(expand as Values);
  if (fields.length === 0) return ['expand', 'must name at least one field'];
  for (const [name, given] of fields) {
    if (task[name] !== undefined) return [`expand.${name}`, 'stands in the task already; leave one of them out'];
    if (!hasTemplate(given) && !listOf(given)) return [`expand.${name}`, 'must be a list, an object, or a template that yields one'];
  }
  const length = fields.reduce((product, [, given]) => product * (listOf(given)?.length ?? 1), 1);
  return length > mostMapped ? ['expand', `maps to ${length} instances, of which there may be at most ${mostMapped}`] : undefined;
}

/** A task's fields as its first instance would have them, where a definition alone says so; a template in the place of any other. */
export function sampleFields({ expand, expand_kwargs, ...task }: Values): Values {
  const unknown = '{{ map.index }}';
  if (Array.isArray(expand_kwargs)) return { ...task, ...(expand_kwargs[0] as Values | undefined) };
  return { ...task, ...Object.fromEntries(Object.entries((expand ?? {}) as Values).map(([name, given]) => [name, Array.isArray(given) && given.length > 0 ? (given[0] as unknown) : unknown])) };
}
