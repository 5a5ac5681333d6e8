import { openDatabase } from './database.ts';

/** What windows keep between starts, per profile and user: tabs, saved views, unsaved forms. Each put is on disk when it returns. */
export interface Drafts {
  list(owner: { profile: string; user: string }, prefix: string): { key: string; value: unknown; updated_at: string }[];
  put(owner: { profile: string; user: string }, key: string, value: unknown): void;
  remove(owner: { profile: string; user: string }, key: string): void;
  /** Forgets those of a user on a profile, or of all its users. */
  wipe(profile: string, user: string | null): void;
  problem(): string | null;
  close(): void;
}

const schema = `
  CREATE TABLE drafts (
    profile TEXT NOT NULL, user TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL,
    PRIMARY KEY (profile, user, key)
  ) WITHOUT ROWID`;

export function openDrafts(file: string, now: () => number): Drafts {
  const database = openDatabase({ file, name: 'The file of drafts', version: 1, schema }, (db) => ({
    list: db.prepare('SELECT key, value, updated_at FROM drafts WHERE profile = ? AND user = ? AND substr(key, 1, length(?3)) = ?3 ORDER BY key'),
    put: db.prepare('INSERT INTO drafts VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at'),
    remove: db.prepare('DELETE FROM drafts WHERE profile = ? AND user = ? AND key = ?'),
    wipe: db.prepare('DELETE FROM drafts WHERE profile = ?1 AND (?2 IS NULL OR user = ?2)'),
    // What was deleted must also leave the file.
    compact: () => db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'),
  }));
  return {
    list: (owner, prefix) =>
      database.use(({ list }) => list.all(owner.profile, owner.user, prefix)).flatMap(({ key, value, updated_at }) => {
        const read = parsed(String(value));
        return read === undefined ? [] : [{ key: String(key), value: read, updated_at: String(updated_at) }];
      }),
    put: (owner, key, value) => {
      database.use(({ put }) => put.run(owner.profile, owner.user, key, JSON.stringify(value ?? null), new Date(now()).toISOString()));
    },
    remove: (owner, key) => {
      database.use(({ remove }) => remove.run(owner.profile, owner.user, key));
    },
    wipe: (profile, user) => {
      database.use(({ wipe, compact }) => {
        wipe.run(profile, user);
        compact();
      });
    },
    problem: () => database.problem(),
    close: () => database.close(),
  };
}

/** A value whose text was damaged reads as none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
