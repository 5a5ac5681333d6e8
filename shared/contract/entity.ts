import { z } from 'zod';
import { call, required, type Call, type Calls, type Group, type Input, type Scope, type Shape } from './define.ts';
import { readerOf } from './fields.ts';

/**
 * A kind of thing of which the platform keeps a list. Most are `entity()`; the irregular ones are named variants
 * below, which differ in one way each and say so in their name.
 */

/** One row: its id, its fields, and whatever else the server sent. Numeric ids are read as text. */
export type RowSchema<F extends Shape> = z.ZodObject<{ id: z.ZodType<string> } & F, z.core.$loose>;
export type PageSchema<F extends Shape> = z.ZodObject<{ rows: z.ZodArray<RowSchema<F>>; total: z.ZodOptional<z.ZodNumber> }>;
export type Row = { id: string; [field: string]: unknown };
export type Page = { rows: Row[]; total?: number | undefined };

type IdShape = { id: z.ZodString };
type Optional<F extends Shape> = { [K in keyof F]: z.ZodOptional<F[K]> };

export type ListCall<F extends Shape, Q extends Shape> = Call<Input<Q>, PageSchema<F>>;
export type RowCall<I extends Shape, F extends Shape> = Call<Input<I>, RowSchema<F>>;
export type EntityCalls<F extends Shape, Q extends Shape> = {
  readonly list: ListCall<F, Q>;
  readonly get: RowCall<IdShape, F>;
  readonly create: RowCall<F, F>;
  readonly update: RowCall<IdShape & Optional<F>, F>;
  readonly remove: Call<Input<IdShape>>;
};

/** What the app needs to show a list of something: the words for it, its fields, and the calls it has. */
export interface Entity<C extends Calls = Calls, F extends Shape = Shape> extends Group<C> {
  readonly kind: 'entity';
  /** `agent memory`, `agent memories`: lower case, as in the middle of a sentence. */
  readonly one: string;
  readonly many: string;
  /** The table: last part of the path. */
  readonly table: string;
  readonly scope: readonly Scope[];
  readonly fields: F;
  /** The columns that a list shows first; default: the first five fields. */
  readonly columns: readonly string[];
  /** What ending one is called, where it is no deletion: `Disconnect`, `disconnected`. */
  readonly removal: { readonly verb: string; readonly done: string };
}

export interface EntitySpec<F extends Shape, Q extends Shape> {
  readonly one: string;
  readonly many: string;
  readonly path: string;
  readonly scope: readonly Scope[];
  readonly fields: F;
  /** What the list can be asked for, beside its scope. */
  readonly filters?: Q;
  readonly columns?: readonly string[];
  readonly removal?: Entity['removal'];
  /** Texts of section 8 that differ from the pattern. */
  readonly texts?: Partial<Texts>;
}

interface Texts {
  readonly list: string;
  readonly get: string;
  readonly create: string;
  readonly reread: string;
  readonly update: string;
  readonly remove: string;
  /** Said when get, update or remove lack the id. */
  readonly id: string;
}

const textsOf = (one: string, many: string): Texts => ({
  list: `Failed to fetch ${many}`,
  get: `Failed to fetch ${one} details`,
  create: `Failed to create ${one}`,
  reread: `Failed to fetch newly created ${one}`,
  update: `Failed to update ${one}`,
  remove: `Failed to delete ${one}`,
  id: 'ID is required',
});

export const rowId = z.union([z.string(), z.number()]).transform(String) as unknown as z.ZodType<string>;

/** One row of these fields. Reading is lenient: a field that is missing or odd never costs the user the row. */
export const rowOf = <F extends Shape>(fields: F): RowSchema<F> =>
  z.looseObject({ id: rowId, ...lenient(fields) }) as unknown as RowSchema<F>;

/** The same, where the server may leave out an id: then the fields that make a row unique stand for it. */
export const keyedRowOf = <F extends Shape>(fields: F, key: readonly (keyof F & string)[]): RowSchema<F> =>
  z.preprocess((row) => withId(row, key), rowOf(fields)) as unknown as RowSchema<F>;

function withId(row: unknown, key: readonly string[]): unknown {
  if (typeof row !== 'object' || row === null || 'id' in row) return row;
  return { ...row, id: key.map((name) => String((row as Record<string, unknown>)[name])).join(':') };
}

/** A page of rows, and how many there are in all. */
export const pageOf = <F extends Shape>(fields: F, row: RowSchema<F> = rowOf(fields)): PageSchema<F> =>
  z.object({ rows: z.array(row), total: z.number().optional() });

/** What a create returns that cannot be read back: at least its id. */
export const created = z.looseObject({ id: rowId.optional(), insertedId: rowId.optional() });

/** On the way in every field is what the server sent: what is unusual is shown, not refused. */
const lenient = (fields: Shape) => Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, readerOf(schema)]));
const optional = <F extends Shape>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()])) as Optional<F>;

/** The last word of a path: `agent_tools` of /api/saas_db/agent_tools. */
export const tableOf = (path: string) => path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? path;

/** The part of a row by which a call means it: its path variables and required fields, `{id}` for most. */
export function keyOf(call: Call, row: Row): Record<string, unknown> {
  const { shape } = call.input as z.ZodObject;
  const names = Object.keys(shape).filter((name) => name in row && !shape[name]!.safeParse(undefined).success);
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/** The five calls of a kind that has them all: list, get, create (then re-read), update, delete. */
export function crud<F extends Shape, Q extends Shape>(spec: EntitySpec<F, Q>): EntityCalls<F, Q> {
  const { path, scope, fields } = spec;
  const texts = { ...textsOf(spec.one, spec.many), ...spec.texts };
  const plural = tableOf(path);
  const item = `${path}/{id}`;
  const row = rowOf(fields);
  const idShape: IdShape = { id: required(texts.id) };
  return {
    list: call({ method: 'GET', path, scope, input: spec.filters ?? ({} as Q), output: pageOf(fields), answer: 'list', plural, fallback: texts.list }),
    get: call({ method: 'GET', path: item, input: idShape, output: row, answer: 'row', plural, fallback: texts.get }),
    create: call({
      method: 'POST', path, scope, input: fields, output: row, answer: 'inserted', fallback: texts.create,
      reread: { path: item, fallback: texts.reread },
    }),
    update: call({ method: 'PUT', path: item, input: { ...idShape, ...optional(fields) }, output: row, answer: 'row', plural, fallback: texts.update }),
    remove: call({ method: 'DELETE', path: item, input: idShape, answer: 'done', fallback: texts.remove }),
  };
}

const deletion = { verb: 'Delete', done: 'deleted' };

/** The description of a kind whose calls are written out by hand. */
export function resource<C extends Calls, F extends Shape>(
  spec: Omit<EntitySpec<F, Shape>, 'filters' | 'texts'>,
  calls: C,
): Entity<C, F> {
  return {
    kind: 'entity', one: spec.one, many: spec.many, table: tableOf(spec.path), scope: spec.scope,
    fields: spec.fields, columns: spec.columns ?? Object.keys(spec.fields).slice(0, 5), removal: spec.removal ?? deletion, calls,
  };
}

/** A kind with all five calls, and whatever else it can do. */
export function entity<F extends Shape, Q extends Shape = Record<never, never>, X extends Calls = Record<never, never>>(
  spec: EntitySpec<F, Q>,
  more?: X,
): Entity<EntityCalls<F, Q> & X, F> {
  return resource(spec, { ...crud(spec), ...(more ?? ({} as X)) });
}

/** A kind that is only read: what makes its rows is something else. */
export function readOnlyEntity<F extends Shape, Q extends Shape = Record<never, never>, X extends Calls = Record<never, never>>(
  spec: EntitySpec<F, Q>,
  more?: X,
): Entity<Pick<EntityCalls<F, Q>, 'list' | 'get'> & X, F> {
  const { list, get } = crud(spec);
  return resource(spec, { list, get, ...(more ?? ({} as X)) });
}

/** A kind of which only the list can be read. A row is known by its id, or by the fields that `key` names. */
export function listedEntity<F extends Shape, Q extends Shape = Record<never, never>, X extends Calls = Record<never, never>>(
  spec: EntitySpec<F, Q> & { readonly key?: readonly (keyof F & string)[] },
  more?: X,
): Entity<Pick<EntityCalls<F, Q>, 'list'> & X, F> {
  const { list } = crud(spec);
  const keyed = spec.key ? { ...list, output: pageOf(spec.fields, keyedRowOf(spec.fields, spec.key)) } : list;
  return resource(spec, { list: keyed, ...(more ?? ({} as X)) });
}

/** A kind whose list is asked for by POST /by_tenant_id; the tenant is sent as `selected_tenant_id`. */
export function tenantEntity<F extends Shape, Q extends Shape = Record<never, never>, X extends Calls = Record<never, never>>(
  spec: EntitySpec<F, Q>,
  more?: X,
): Entity<EntityCalls<F, Q> & X, F> {
  const calls = crud(spec);
  const path = `${spec.path}/by_tenant_id`;
  const list: ListCall<F, Q> = {
    ...calls.list, offline: 'cached',
    request: { method: 'POST', path, scope: spec.scope, names: { tenant_id: 'selected_tenant_id' } },
  };
  return resource(spec, { ...calls, list, ...(more ?? ({} as X)) });
}

/** A kind that is written as multipart form data; an update goes to the list's path, with the id in the form. */
export function formEntity<F extends Shape, Q extends Shape = Record<never, never>>(spec: EntitySpec<F, Q>): Entity<EntityCalls<F, Q>, F> {
  const calls = crud(spec);
  const form = { path: spec.path, scope: spec.scope, body: 'form' } as const;
  return resource(spec, {
    ...calls,
    create: { ...calls.create, request: { method: 'POST', ...form } },
    update: { ...calls.update, request: { method: 'PUT', ...form, scope: [] } },
  });
}
