import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../shared/errors.ts';
import type { CacheKey, Owner, Place } from './cache.ts';

/** What the user wants kept in full: the answers that belong to it are never evicted. */
export interface CachePins {
  /** Of all places of one owner, oldest first. */
  list(owner: Owner): KeptPin[];
  /** Adds it, or changes what is asked of the one that is there. */
  put(place: Place, pin: { group: string; row: string; title: string; with_runs: boolean }): KeptPin;
  /** Makes an answer part of the pin. False where the cache has not taken it. Throws `storage` where all that is pinned would not fit. */
  hold(id: number, key: CacheKey): boolean;
  /** Lets go of what belongs to it and is not among these answers: older questions, and runs that are not wanted any more. */
  holdOnly(id: number, keys: readonly CacheKey[]): void;
  settle(id: number, result: { stamp: string | null; title?: string; problem: string | null }): void;
  /** What it held is kept like anything else from then on. */
  drop(id: number): void;
}

export interface KeptPin extends Place {
  readonly id: number;
  readonly group: string;
  readonly row: string;
  readonly title: string;
  readonly with_runs: boolean;
  /** Milliseconds since the epoch; null until it was kept in full once. */
  readonly kept_at: number | null;
  /** What the row was known by when it was kept, so that a change shows. */
  readonly stamp: string | null;
  readonly problem: string | null;
  readonly bytes: number;
}

interface Scopes {
  readonly find: (place: Place) => number | undefined;
  readonly make: (place: Place) => number;
}

const columns = `pins.id, profile, user, tenant, environment, grp AS "group", row, title, with_runs, kept_at, stamp, problem,
  (SELECT coalesce(sum(bytes), 0) FROM answers WHERE pin = pins.id) AS bytes`;

const pinOf = (found: Record<string, unknown>) => ({ ...found, with_runs: found['with_runs'] === 1 }) as unknown as KeptPin;

const find = (db: DatabaseSync, id: number) => db.prepare(`SELECT ${columns} FROM pins JOIN scopes ON scopes.id = pins.scope WHERE pins.id = ?`).get(id);

export function cachePins({ use, room, now }: {
  readonly use: <R>(work: (db: DatabaseSync, scopes: Scopes) => R) => R;
  /** Bytes that all that is pinned may take. */
  readonly room: () => number;
  readonly now: () => number;
}): CachePins {
  return {
    list: ({ profile, user }) => use((db) =>
      db.prepare(`SELECT ${columns} FROM pins JOIN scopes ON scopes.id = pins.scope WHERE profile = ? AND user = ? ORDER BY pins.id`).all(profile, user).map(pinOf)),

    put: (place, { group, row, title, with_runs }) => use((db, scopes) => {
      const { id } = db.prepare(`
        INSERT INTO pins (scope, grp, row, title, with_runs) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET title = excluded.title, with_runs = excluded.with_runs, problem = NULL RETURNING id`).get(scopes.make(place), group, row, title, with_runs ? 1 : 0)!;
      return pinOf(find(db, Number(id))!);
    }),

    hold: (id, key) => use((db, scopes) => {
      const answer = db.prepare('SELECT id, pin FROM answers WHERE scope = ? AND call = ? AND input = ?').get(scopes.find(key) ?? null, key.call, key.input);
      if (!answer) return false;
      if (answer['pin'] === id) return true;
      db.prepare('UPDATE answers SET pin = ? WHERE id = ?').run(id, answer['id']!);
      const pinned = Number(db.prepare('SELECT sum(bytes) AS bytes FROM answers WHERE pin IS NOT NULL').get()!['bytes']);
      if (pinned <= room()) return true;
      db.prepare('UPDATE answers SET pin = NULL WHERE pin = ?').run(id);
      throw new AppError('storage', 'What is pinned would not fit into the cache. Raise its limit in Settings, Storage, or unpin something.');
    }),

    holdOnly: (id, keys) => use((db, scopes) => {
      const wanted = new Set(keys.map((key) => JSON.stringify([scopes.find(key), key.call, key.input])));
      const held = db.prepare('SELECT id, scope, call, input FROM answers WHERE pin = ?').all(id);
      const release = db.prepare('UPDATE answers SET pin = NULL WHERE id = ?');
      for (const answer of held) if (!wanted.has(JSON.stringify([answer['scope'], answer['call'], answer['input']]))) release.run(answer['id']!);
    }),

    settle: (id, { stamp, title, problem }) => use((db) => void db.prepare(`
      UPDATE pins SET stamp = ?2, title = coalesce(?3, title), problem = ?4, kept_at = CASE WHEN ?4 IS NULL THEN ?5 ELSE kept_at END WHERE id = ?1`).run(id, stamp, title ?? null, problem, now())),

    drop: (id) => use((db) => {
      db.prepare('UPDATE answers SET pin = NULL WHERE pin = ?').run(id);
      db.prepare('DELETE FROM pins WHERE id = ?').run(id);
    }),
  };
}
