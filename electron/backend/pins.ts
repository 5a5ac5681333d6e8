import * as contract from '../../shared/contract/pins.ts';
import type { Pin } from '../../shared/contract/pins.ts';
import { AppError } from '../../shared/errors.ts';
import { isAway } from './away.ts';
import type { KeptPin, CachePins } from './cache-pins.ts';
import type { CacheKey, Owner } from './cache.ts';
import { cell } from './cell.ts';
import { keyOf } from './cached.ts';
import { answers, type Local } from './local.ts';
import type { Answered, Fields } from './send.ts';

/** Keeps in full what the user has pinned: reads all of it, one pin after the other, and again when it changed. */
export interface Pins {
  readonly local: Local;
  /** Something in this group was changed here, with this input. */
  touched(group: string, input: Fields): void;
  /** Rows of a list as they are now: those that are pinned, and others than they were kept, are read anew. */
  listed(call: string, input: Fields, data: unknown): void;
  /** The platform is back, or there is another user. */
  refresh(): void;
  close(): void;
}

/** One read of a pin; `hold: false` where the answer need not be kept. Throws where it fails. */
export type Read = (call: string, input: Fields) => Promise<unknown>;

/** How a kind of thing is read in full, and how a change of it shows. */
export interface Pinnable {
  /** Reads all of it; tells how far it is, from 0 to 1. Returns what it is called and known by now. */
  keep(pin: Pick<KeptPin, 'row' | 'with_runs'>, read: Read, tell: (progress: number, note: string) => void): Promise<{ title: string; stamp: string }>;
  /** Of a listed row. */
  stampOf(row: Fields): string;
  /** The row that a change was about, by the changed group; undefined where it changes no pin. */
  changed(group: string, input: Fields, pin: Pick<KeptPin, 'with_runs'>): string | undefined;
}

/** Changes that come close together are read once, this many milliseconds after the last. */
const pause = 1000;
/** Where the platform was not there for a read, all wait so many milliseconds, unless it is known to be back before. */
const patience = 30_000;

interface Work {
  readonly ended: AbortController;
  progress: number;
  note: string;
}

export function createPins({ kinds, pins, owner, ask, parse, away }: {
  /** By group of the contract. */
  readonly kinds: Readonly<Record<string, Pinnable>>;
  readonly pins: CachePins;
  /** Whose pins count now; null while nobody's do. */
  readonly owner: () => Owner | null;
  readonly ask: (name: string, input: Fields, signal: AbortSignal) => Promise<Answered>;
  /** The input as it is when a window asks the same, so that the answer is found by that. */
  readonly parse: (name: string, input: Fields) => Fields;
  readonly away: () => boolean;
}): Pins {
  const version = cell(0);
  const tell = () => version.set(version.get() + 1);
  const waiting = new Set<number>();
  let work: { readonly id: number; readonly of: Work } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const mine = (): KeptPin[] => {
    const reader = owner();
    return reader && !closed ? pins.list(reader) : [];
  };
  const found = (group: string, row: string) => mine().find((pin) => pin.group === group && pin.row === row);

  /** Reads one in full; each answer belongs to the pin as soon as it is there, so that no other pushes it out meanwhile. */
  const keep = async (pin: KeptPin, of: Work): Promise<void> => {
    const { profile, user, tenant, environment } = pin;
    const place = { tenant_id: tenant, ...(environment === '' ? {} : { environment_id: environment }) };
    const keys: CacheKey[] = [];
    const read: Read = async (call, input) => {
      of.ended.signal.throwIfAborted();
      const asked = parse(call, { ...place, ...input });
      const { data, meta } = await ask(call, asked, of.ended.signal);
      of.ended.signal.throwIfAborted();
      if (meta.source === 'cache') throw new AppError('unreachable', 'The platform cannot be reached.');
      const key = keyOf({ profile, user }, call, asked);
      if (!pins.hold(pin.id, key)) throw new AppError('storage', 'The cache could not take all of it: a part is larger than a quarter of its limit. Raise the limit in Settings, Storage.');
      keys.push(key);
      return data;
    };
    const { title, stamp } = await kinds[pin.group]!.keep(pin, read, (progress, note) => {
      of.progress = progress;
      of.note = note;
      tell();
    });
    of.ended.signal.throwIfAborted();
    pins.holdOnly(pin.id, keys);
    pins.settle(pin.id, { stamp, title, problem: null });
  };

  const failed = (pin: KeptPin, thrown: unknown) => {
    if (isAway(thrown)) return soon([pin.id], patience);
    // It was deleted, or may not be read any more.
    if (thrown instanceof AppError && thrown.code === 'not_found') return pins.drop(pin.id);
    pins.settle(pin.id, { stamp: null, problem: thrown instanceof Error ? thrown.message : String(thrown) });
  };

  const run = async (): Promise<void> => {
    if (work || closed || away()) return;
    const next = mine().find(({ id, group }) => waiting.has(id) && kinds[group]);
    if (!next) return;
    waiting.delete(next.id);
    const of: Work = { ended: new AbortController(), progress: 0, note: 'Beginning' };
    work = { id: next.id, of };
    tell();
    try {
      await keep(next, of);
    } catch (thrown) {
      if (!of.ended.signal.aborted) attempt(() => failed(next, thrown));
    }
    work = null;
    tell();
    if (!timer) await run();
  };

  const soon = (ids: readonly number[], after = pause) => {
    for (const id of ids) waiting.add(id);
    if (ids.length === 0) return;
    tell();
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      void run();
    }, after);
    timer.unref();
  };
  const leave = (id: number) => {
    waiting.delete(id);
    if (work?.id === id) work.of.ended.abort(new AppError('cancelled', 'It is not pinned any more'));
  };

  const shown = ({ id, group, row, title, tenant, environment, with_runs, kept_at, problem, bytes }: KeptPin): Pin => {
    const of = work?.id === id ? work.of : null;
    return {
      group, row, title, with_runs, bytes, problem, tenant_id: tenant, environment_id: environment,
      state: of ? 'keeping' : waiting.has(id) || (kept_at === null && problem === null) ? 'waiting' : problem === null ? 'kept' : 'failed',
      progress: of?.progress ?? 0, note: of?.note ?? null, as_of: kept_at === null ? null : new Date(kept_at).toISOString(),
    };
  };

  return {
    local: answers('pins', contract.pins, {
      add({ group, row, title, with_runs, tenant_id, environment_id }) {
        const reader = owner();
        if (!reader) throw new AppError('unauthorized', 'Sign in first.');
        if (!kinds[group]) throw new AppError('invalid_input', 'Nothing of this kind can be pinned.');
        const before = found(group, row);
        if (before) leave(before.id);
        soon([pins.put({ ...reader, tenant: tenant_id, environment: environment_id ?? '' }, { group, row, title, with_runs }).id], 0);
        return {};
      },
      remove({ group, row }) {
        const pin = found(group, row);
        if (pin) {
          leave(pin.id);
          pins.drop(pin.id);
          tell();
        }
        return {};
      },
      renew({ group, row }) {
        const pin = found(group, row);
        if (pin) soon([pin.id], 0);
        return {};
      },
      async *follow(_input, { signal }) {
        for await (const _ of version.follow(signal)) yield { pins: mine().map(shown) };
      },
    }),
    touched(group, input) {
      soon(mine().filter((pin) => kinds[pin.group]?.changed(group, input, pin) === pin.row).map(({ id }) => id));
    },
    listed(call, input, data) {
      const [group = '', method] = call.split('.');
      const kind = kinds[group];
      if (!kind || method !== 'list' || !isList(data)) return;
      const pinned = mine().filter((pin) => pin.group === group && pin.tenant === input['tenant_id']);
      if (pinned.length === 0) return;
      const stamps = new Map(data.rows.map((row) => [String(row['id']), kind.stampOf(row)]));
      soon(pinned.filter(({ row, stamp, problem }) => problem === null && stamps.has(row) && stamps.get(row) !== stamp).map(({ id }) => id));
    },
    refresh() {
      if (work && !mine().some(({ id }) => id === work?.id)) leave(work.id);
      soon(mine().map(({ id }) => id));
      tell();
    },
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
      if (work) leave(work.id);
    },
  };
}

const isList = (data: unknown): data is { rows: Fields[] } => typeof data === 'object' && data !== null && Array.isArray((data as { rows?: unknown }).rows);

/** A cache that cannot be written says so by itself. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (thrown) {
    process.stderr.write(`Pins: ${String(thrown)}\n`);
  }
}
