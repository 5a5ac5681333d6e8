import { useLayoutEffect, useMemo } from 'react';
import type { Row } from '../../shared/contract/entity.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Meta, Reply, Unsubscribe } from '../../shared/rpc.ts';
import { defineState } from './define-state.ts';
import { callOf, changeInput, itemInput, send, type Values } from './list-entity.ts';
import { readPages, withNewer, withPage, type Pages } from './list-pages.ts';
import { arrayOf, rowsOf } from './list-rows.ts';
import { isOffline, usePlatform } from './platform.ts';
import { scope, useScope } from './session.ts';
import { watchRead } from './watch-read.ts';

/**
 * Every list of the app, once [S-001][S-002][S-003][N-075]. This is the only code that sets `loading` and `error`. A row
 * that is looked at by itself is a list of one.
 */

export interface Source {
  readonly group: string;
  /** A read of the group; default: `list`. */
  readonly method?: string;
  /** What the read takes beside the scope: a parent's id, a filter. */
  readonly input?: Values;
  /** Its rows change by themselves: it is asked again while it is looked at. */
  readonly live?: boolean;
  /** A live list of many pages, of which `limit` in the input is one: the others are read after the first, one after another. */
  readonly paged?: boolean;
  /**
   * With this in its input, too, a list of many pages answers the rows that changed last: they are asked for as often as the first
   * page, since a later one has its turn again only after all others.
   */
  readonly newest?: Values;
}

/** What failed, and in which call, so that the call can be shown. */
export interface ListError {
  readonly call: string;
  readonly error: ErrorValue;
}

export interface ListSlice {
  readonly source: Source;
  /** The scope in which it was read; rows of another scope are never shown. */
  readonly epoch: number;
  readonly data: readonly Row[];
  /** How many there are on the platform, where it says so. */
  readonly total: number | undefined;
  readonly selection: ReadonlySet<string>;
  readonly loading: boolean;
  readonly error: ListError | null;
  /** Where the rows came from and when; null until something answered. */
  readonly meta: Meta | null;
  /** Requests that are out; `loading` is that there are any. */
  readonly requests: number;
  /** The read whose answers count. It only grows, so that a late answer of an earlier read is known as such. */
  readonly flight: number;
}

interface Lists {
  readonly slices: Readonly<Record<string, ListSlice>>;
}

export const useLists = defineState<Lists>(() => ({ slices: {} }));

const none: ReadonlySet<string> = new Set();
let lastFlight = 0;
interface Flight {
  /** Until its first full answer. */
  waiting: boolean;
  stop: Unsubscribe;
  /** Takes what is there for the answer: nothing fresher comes while the platform is away. */
  makeDo(): void;
  /** The pages after the first, once that is there. */
  pages?: Pages;
  /** Leaves the rows that changed last, once they are asked for. */
  stopNewest?: Unsubscribe;
}

/** Reads that are out, by number. */
const flights = new Map<number, Flight>();
const followers = new Map<string, number>();

// A read for which no slice waits any more is dropped, whatever took the slice away: a switch, a reset, a newer read.
useLists.subscribe(({ slices }) => {
  if (flights.size === 0) return;
  const wanted = new Set(Object.values(slices).map((slice) => slice.flight));
  for (const [number, flight] of flights) {
    if (wanted.has(number) || !flights.delete(number)) continue;
    flight.stop();
    flight.pages?.stop();
    flight.stopNewest?.();
  }
});

usePlatform.subscribe((now, before) => {
  if (isOffline(now) && !isOffline(before)) for (const flight of flights.values()) flight.makeDo();
});

/** A source as text, and back. */
const keyOf = ({ group, method = 'list', input = {}, live = false, paged = false, newest }: Source) => JSON.stringify([group, method, input, live, paged, newest]);
const sourceOf = (key: string): Source => {
  const [group, method, input, live, paged, newest] = JSON.parse(key) as [string, string, Values, boolean, boolean, Values | null];
  return { group, method, input, live, paged, ...(newest ? { newest } : {}) };
};

const emptySlice = (source: Source, epoch: number): ListSlice => Object.freeze({
  source, epoch, data: [], total: undefined, selection: none, loading: false, error: null, meta: null, requests: 0, flight: 0,
});

/** The scope of the moment, as every call takes it. */
export function scopeInput(): Values {
  const { tenant_id, environment_id } = scope();
  return { ...(tenant_id ? { tenant_id } : {}), ...(environment_id ? { environment_id } : {}) };
}

function setSlices(slices: Lists['slices']): void {
  useLists.set((draft) => {
    (draft as { slices: Lists['slices'] }).slices = slices;
  });
}

/** Slices are replaced and frozen, never drafted: rows are many, and immer would walk them all. */
function patch(key: string, values: Partial<ListSlice>): void {
  const { slices } = useLists.get();
  if (slices[key]) setSlices({ ...slices, [key]: Object.freeze({ ...slices[key], ...values }) });
}

const present = (key: string): ListSlice | undefined => {
  const slice = useLists.get().slices[key];
  return slice?.epoch === scope().epoch ? slice : undefined;
};

/** The slice of a source in the present scope, made if need be; slices of other scopes are let go. */
function ensure(source: Source): ListSlice {
  const key = keyOf(source);
  const { epoch } = scope();
  const found = present(key);
  if (found) return found;
  const fresh = emptySlice(source, epoch);
  const kept = Object.entries(useLists.get().slices).filter(([, slice]) => slice.epoch === epoch);
  setSlices({ ...Object.fromEntries(kept), [key]: fresh });
  return fresh;
}

const counted = (slice: ListSlice, more: 1 | -1) => {
  const requests = Math.max(0, slice.requests + more);
  return { requests, loading: requests > 0 };
};

/** Reads a list anew: what is cached at once, then the fresh answer, then each changed one. */
export function refresh(source: Source): void {
  const { group, method = 'list', input = {}, live = false, paged = false, newest } = source;
  const name = `${group}.${method}`;
  const call = callOf(group, method);
  if (!call) return;
  const before = ensure(source);
  const key = keyOf(source);
  const number = ++lastFlight;
  let events = 0;

  const settle = (slice: ListSlice): Partial<ListSlice> => {
    if (!flight.waiting) return {};
    flight.waiting = false;
    return counted(slice, -1);
  };
  const mine = () => {
    const slice = present(key);
    return slice?.flight === number ? slice : undefined;
  };
  const flight: Flight = {
    waiting: true,
    stop: () => undefined,
    makeDo() {
      const slice = mine();
      if (slice?.meta) patch(key, settle(slice));
      flight.pages?.makeDo();
    },
  };
  const fail = (error: ErrorValue) => {
    const slice = mine();
    if (slice) patch(key, { ...settle(slice), error: { call: name, error } });
  };
  const receive = (reply: Reply) => {
    const slice = mine();
    if (!slice) return;
    events += 1;
    if (!reply.ok) return fail(reply.error);
    const answered = rowsOf(call, reply.data);
    if (!answered) return fail({ code: 'bad_answer', message: call.fallback, details: 'The answer is not what the contract says.' });
    const cached = reply.meta.source === 'cache';
    const more = cached && events === 1 && !isOffline(usePlatform.get());
    // What the platform itself said in this scope is newer than anything cached.
    if (cached && slice.meta && slice.data.length > 0 && !(slice.meta.source === 'cache' && more)) {
      if (!more) patch(key, { ...settle(slice), meta: { ...slice.meta, source: 'cache' }, error: null });
      return;
    }
    const meta: Meta = cached ? reply.meta : { source: 'platform', as_of: new Date().toISOString() };
    const { rows, total } = answered;
    patch(key, { ...(more ? {} : settle(slice)), data: Object.freeze(paged ? withPage(slice.data, 0, Number(input['limit']), rows, total) : rows), total, meta, error: null });
    if (!paged || more) return;
    flight.pages ??= readTail();
    if (newest && total !== undefined && total > Number(input['limit'])) flight.stopNewest ??= readNewest(newest);
  };
  const readTail = () => readPages({
    size: Number(input['limit']),
    total: () => mine()?.total,
    ask: (page, subscriber) => watchRead({ call: name, input: { ...scopeInput(), ...input, ...page } }, subscriber),
    isLast: (reply) => !reply.ok || reply.meta.source !== 'cache' || isOffline(usePlatform.get()),
    put(page, size, reply) {
      const slice = mine();
      if (!slice) return;
      if (!reply.ok) return fail(reply.error);
      const answered = rowsOf(call, reply.data);
      if (answered) patch(key, { data: Object.freeze(withPage(slice.data, page, size, answered.rows, slice.total)) });
    },
  });

  const readNewest = (newest: Values) => watchRead({ call: name, input: { ...scopeInput(), ...input, ...newest }, poll: true }, {
    event(reply) {
      const slice = mine();
      const answered = slice && reply.ok && reply.meta.source !== 'cache' ? rowsOf(call, reply.data) : undefined;
      if (slice && answered) patch(key, { data: Object.freeze(withNewer(slice.data, answered.rows)) });
    },
    end: () => undefined, // why it cannot be read, the first page's read says
  });

  const replacesOne = flights.get(before.flight)?.waiting ?? false;
  flights.set(number, flight);
  patch(key, { ...(replacesOne ? {} : counted(before, 1)), flight: number, error: null });
  flight.stop = watchRead({ call: name, input: { ...scopeInput(), ...input }, ...(live ? { poll: true } : {}) }, {
    event: receive,
    end: (error) => {
      flights.delete(number);
      if (error) return fail(error);
      const slice = mine();
      if (slice && flight.waiting) patch(key, settle(slice));
    },
  });
  if (!flights.has(number)) flight.stop();
}

/** Reads a list and follows its changes until the returned function is called. Rows stay for the next visit. */
export function follow(source: Source): () => void {
  const key = keyOf(source);
  const before = followers.get(key) ?? 0;
  followers.set(key, before + 1);
  if (before === 0) refresh(source);
  return () => {
    const left = (followers.get(key) ?? 1) - 1;
    if (left > 0) return void followers.set(key, left);
    followers.delete(key);
    const slice = present(key);
    if (slice) patch(key, { ...(flights.get(slice.flight)?.waiting ? counted(slice, -1) : {}), flight: 0 });
  };
}

/** What is known of a list now; it asks for nothing. */
export const listNow = (source: Source): ListSlice => present(keyOf(source)) ?? emptySlice(source, scope().epoch);

/** A list that is followed for as long as the component is shown; null while it cannot be asked for yet. */
export function useList(source: Source | null): ListSlice {
  const key = source ? keyOf(source) : '';
  const { epoch } = useScope();
  const empty = useMemo(() => emptySlice(key === '' ? { group: '' } : sourceOf(key), epoch), [key, epoch]);
  // Before the screen is painted: the answer is on its way meanwhile.
  useLayoutEffect(() => (key === '' ? undefined : follow(empty.source)), [key, empty]);
  const slice = useLists(({ slices }) => slices[key]);
  return slice?.epoch === epoch ? slice : empty;
}

/** Several lists at once, each followed for as long as the component is shown; `sources` is to stay the same between renders. */
export function useManyLists(sources: readonly Source[]): readonly ListSlice[] {
  const { epoch } = useScope();
  useLayoutEffect(() => {
    const stops = sources.map((source) => follow(source));
    return () => stops.forEach((stop) => stop());
  }, [sources, epoch]);
  const slices = useLists((state) => state.slices);
  // `slices` is what `listNow` reads, and `epoch` whose.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => sources.map(listNow), [sources, slices, epoch]);
}

export function select(source: Source, ids: ReadonlySet<string>): void {
  ensure(source);
  patch(keyOf(source), { selection: ids });
}

/** Forgets an error that has been read. */
export function dismissError(source: Source): void {
  patch(keyOf(source), { error: null });
}

const slicesOf = (group: string) =>
  Object.entries(useLists.get().slices).filter(([, slice]) => slice.source.group === group && slice.epoch === scope().epoch);

/** A slice's rows as they are after something was done to them. */
type Recipe = (slice: ListSlice) => readonly Row[];

/** Changes the rows of every slice of a group, and asks anew where an answer from before the change is still under way. */
function changeRows(group: string, recipe: Recipe): void {
  for (const [key, slice] of slicesOf(group)) {
    const data = recipe(slice);
    if (data !== slice.data) patch(key, { data: Object.freeze(data) });
    const flight = flights.get(slice.flight);
    if (flight?.waiting) refresh(slice.source);
    else flight?.pages?.again();
  }
}

/** A call that changes something, counted and kept in the group's lists. An answer from another scope changes nothing here. */
async function write(group: string, method: string, input: Values, apply: (data: unknown) => void): Promise<Reply> {
  const { epoch } = scope();
  ensure({ group });
  for (const [key, slice] of slicesOf(group)) patch(key, { ...counted(slice, 1), error: null });
  const keys = slicesOf(group).map(([key]) => key);
  const reply = await send(group, method, input);
  if (scope().epoch !== epoch) return reply;
  const error = reply.ok ? null : { call: `${group}.${method}`, error: reply.error };
  for (const key of keys) {
    const slice = present(key);
    if (slice) patch(key, { ...counted(slice, -1), error });
  }
  if (reply.ok) apply(reply.data);
  return reply;
}

const isRow = (data: unknown): data is Row => typeof data === 'object' && data !== null && typeof (data as Partial<Row>).id === 'string';

/** Makes one; the row that the platform reads back stands first in the lists where it belongs. */
export function create(group: string, values: Values): Promise<Reply> {
  return write(group, 'create', { ...scopeInput(), ...values }, (data) => {
    if (!isRow(data)) return slicesOf(group).forEach(([, { source }]) => refresh(source));
    changeRows(group, ({ data: rows, source: { method = 'list', input = {} } }) => {
      const belongs = method === 'list' && Object.entries(input).every(([field, value]) => data[field] === value);
      return belongs ? [data, ...rows.filter(({ id }) => id !== data.id)] : rows;
    });
  });
}

/** A call about one row that answers the row as it is then: `update`, or another by its name, such as `enable`. */
export function change(group: string, method: string, row: Row, values: Values = {}): Promise<Reply> {
  return write(group, method, { ...scopeInput(), ...changeInput(group, method, row, values) }, (data) => {
    const changed: Row = { ...row, ...values, ...(isRow(data) ? data : {}), id: row.id };
    changeRows(group, ({ data: rows }) => {
      const at = rows.findIndex(({ id }) => id === row.id);
      return at < 0 ? rows : rows.with(at, changed);
    });
  });
}

export const update = (group: string, row: Row, values: Values): Promise<Reply> => change(group, 'update', row, values);

/**
 * A call that the user sees carried out at once [S-009]: `show` is how the lists of the group are after it; when it fails, they are
 * again as `back` says.
 */
export async function attempt(group: string, method: string, input: Values, show: Recipe, back: Recipe): Promise<Reply> {
  const { epoch } = scope();
  changeRows(group, show);
  const reply = await write(group, method, { ...scopeInput(), ...input }, () => changeRows(group, show));
  if (!reply.ok && scope().epoch === epoch) changeRows(group, back);
  return reply;
}

/** False for a row that is looked at by itself. */
function isOfMany({ group, method = 'list' }: Source): boolean {
  const call = callOf(group, method);
  return call !== undefined && arrayOf(call) !== undefined;
}

/** Removes a row at once; where it may be undone, it goes by `remove`. */
export const sendRemoval = (group: string, row: Row, scoped: Values): Promise<Reply> =>
  write(group, 'remove', { ...scoped, ...itemInput(group, 'remove', row) }, () =>
    changeRows(group, ({ data, source }) => (isOfMany(source) ? data.filter(({ id }) => id !== row.id) : data)));
