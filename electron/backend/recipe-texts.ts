import { AppError } from '../../shared/errors.ts';
import type { Cache, Place } from './cache.ts';
import { keyOf } from './cached.ts';
import { recipeReads } from './recipe-reads.ts';
import type { Answered, Fields } from './send.ts';

/** Lets recipes be found by the texts of their nodes, which their list leaves out: those that are not known as of now are asked for. */
export interface RecipeTexts {
  listed(reader: { readonly profile: string; readonly user: string }, input: Fields, data: unknown): void;
  /** Resolves once no text is on its way any more, or after two seconds: whoever searches at once finds what is listed. */
  settled(): Promise<void>;
  close(): void;
}

const group = 'workflowRecipes';
/** The list itself goes into the index first, and nobody waits for this. In milliseconds. */
const pause = 300;
/** Recipes asked for at once. */
const most = 500;
/** A search waits so long for texts, in milliseconds. */
const patience = 2000;

export function recipeTexts({ cache, ask }: {
  readonly cache: Pick<Cache, 'undescribed' | 'describe'>;
  readonly ask: (name: string, input: Fields, signal: AbortSignal) => Promise<Answered>;
}): RecipeTexts {
  const ended = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const onTheirWay = new Map<string, PromiseWithResolvers<void>>();
  /** Profiles whose platform has no such call: their recipes are found by name and description, or by what their list says of nodes. */
  const without = new Set<string>();

  const describe = async (place: Place, rows: readonly { id: string; stamp: string }[]): Promise<void> => {
    const ids = cache.undescribed(place, group, rows);
    if (ids === null) return later(place, rows);
    const stamps = new Map(rows.map(({ id, stamp }) => [id, stamp]));
    const scope = { tenant_id: place.tenant, ...(place.environment === '' ? {} : { environment_id: place.environment }) };
    for (let at = 0; at < ids.length; at += most) {
      const { data } = await ask('recipeShelf.texts', { ...scope, ids: ids.slice(at, at + most) }, ended.signal);
      const { rows: texts } = data as { rows: { id: string; text: string }[] };
      cache.describe(place, group, texts.map(({ id, text }) => ({ id, text, stamp: stamps.get(id) ?? '' })));
    }
  };
  const later = (place: Place, rows: readonly { id: string; stamp: string }[]) => {
    const key = JSON.stringify(place);
    if (!onTheirWay.has(key)) onTheirWay.set(key, Promise.withResolvers());
    clearTimeout(timers.get(key));
    const timer = setTimeout(() => {
      timers.delete(key);
      const settle = () => {
        if (timers.has(key)) return;
        onTheirWay.get(key)?.resolve();
        onTheirWay.delete(key);
      };
      describe(place, rows).catch((thrown: unknown) => {
        // What went wrong stands in the activity log; the next list tries again, unless the platform cannot do it at all.
        if (thrown instanceof AppError && (thrown.code === 'not_found' || thrown.code === 'not_available')) without.add(place.profile);
      }).finally(settle);
    }, pause);
    timer.unref();
    timers.set(key, timer);
  };

  return {
    listed(reader, input, data) {
      const { rows } = (data ?? {}) as { rows?: unknown };
      if (!Array.isArray(rows) || without.has(reader.profile)) return;
      const { profile, user, tenant, environment } = keyOf(reader, `${group}.list`, input);
      const bare = (rows as Fields[]).filter((row) => row['nodes'] === undefined).map((row) => ({ id: String(row['id']), stamp: recipeReads.stampOf(row) }));
      if (bare.length > 0) later({ profile, user, tenant, environment }, bare);
    },
    async settled() {
      if (onTheirWay.size === 0) return;
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, patience);
      await Promise.race([Promise.all(Array.from(onTheirWay.values(), ({ promise }) => promise)), late.promise]);
      clearTimeout(timer);
    },
    close() {
      ended.abort(new AppError('cancelled', 'Trellis is closing'));
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
