import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { metaOf, type FieldMeta } from '../../../shared/contract/fields.ts';
import { callOf, type Values } from '../../state/list-entity.ts';
import { rowCounts, rowsAsked } from '../../state/list-view.ts';
import type { Source } from '../../state/lists.ts';

/** What a list can be asked for beside its scope. */
export interface Parameter {
  readonly name: string;
  readonly meta: FieldMeta;
  /** The list cannot be asked for without it. */
  readonly required: boolean;
}

interface ListSource {
  /** Null while a required parameter is missing. */
  readonly source: Source | null;
  readonly parameters: readonly Parameter[];
  readonly values: Readonly<Record<string, string>>;
  readonly setValue: (name: string, value: string) => void;
  /** Asks for more rows at once; undefined where the list is not paged or has the most it may. */
  readonly more: (() => void) | undefined;
}

const shapeOf = (group: string): Readonly<Record<string, z.ZodType>> => {
  const input = callOf(group, 'list')?.input;
  return input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {};
};

const paging = new Set(['page', 'limit']);

/** The list that the address asks for: its parameters stand there as `p.<name>`. */
export function useListSource(group: string, fixed: Values | undefined): ListSource {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const parameters = useMemo((): Parameter[] => Object.entries(shapeOf(group)).flatMap(([name, schema]) => {
    const meta = metaOf(schema);
    return meta && !paging.has(name) && !(fixed && name in fixed) ? [{ name, meta, required: !schema.safeParse(undefined).success }] : [];
  }), [group, fixed]);
  const values = useMemo(() => {
    const search = new URLSearchParams(text);
    return Object.fromEntries(parameters.flatMap(({ name }) => (search.get(`p.${name}`) ? [[name, search.get(`p.${name}`)!]] : [])));
  }, [parameters, text]);
  const size = rowsAsked(new URLSearchParams(text));
  const isPaged = 'limit' in shapeOf(group) && !(fixed && 'limit' in fixed);
  const hasPages = 'page' in shapeOf(group);
  const source = useMemo((): Source | null => {
    if (parameters.some(({ name, required }) => required && !values[name])) return null;
    const input = { ...fixed, ...values, ...(hasPages ? { page: 1 } : {}), ...(isPaged ? { limit: size } : {}) };
    return { group, ...(Object.keys(input).length > 0 ? { input } : {}) };
  }, [group, parameters, values, fixed, hasPages, isPaged, size]);
  const put = useCallback((name: string, value: string) => setSearch((now) => {
    const next = new URLSearchParams(now);
    if (value === '') next.delete(name);
    else next.set(name, value);
    return next;
  }, { replace: true }), [setSearch]);
  const setValue = useCallback((name: string, value: string) => put(`p.${name}`, value), [put]);
  const more = isPaged && size < rowCounts[1] ? () => put('rows', String(rowCounts[1])) : undefined;
  return { source, parameters, values, setValue, more };
}
