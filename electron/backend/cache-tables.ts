import type { DatabaseSync } from 'node:sqlite';
import { indexSchema } from './search-index.ts';

/** The tables of the offline cache, and what is asked of them. */

/** Beside each change of the tables; a file of another version is set aside. */
export const cacheVersion = 3;

export const cacheSchema = `
  CREATE TABLE scopes (
    id INTEGER PRIMARY KEY, profile TEXT NOT NULL, user TEXT NOT NULL, tenant TEXT NOT NULL, environment TEXT NOT NULL,
    UNIQUE (profile, user, tenant, environment)
  );
  CREATE TABLE answers (
    id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, call TEXT NOT NULL, input TEXT NOT NULL, asked INTEGER NOT NULL,
    used INTEGER NOT NULL, bytes INTEGER NOT NULL, searchable INTEGER NOT NULL DEFAULT 0, pin INTEGER, body TEXT NOT NULL,
    UNIQUE (scope, call, input)
  );
  CREATE INDEX answers_by_use ON answers (used, bytes) WHERE pin IS NULL;
  CREATE INDEX answers_by_pin ON answers (pin) WHERE pin IS NOT NULL;
  CREATE TABLE pins (
    id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, grp TEXT NOT NULL, row TEXT NOT NULL, title TEXT NOT NULL, with_runs INTEGER NOT NULL,
    kept_at INTEGER, stamp TEXT, problem TEXT, UNIQUE (scope, grp, row)
  );
  ${indexSchema}`;

export const cacheStatements = (db: DatabaseSync) => ({
  addScope: db.prepare('INSERT INTO scopes (profile, user, tenant, environment) VALUES (?, ?, ?, ?)'),
  findScope: db.prepare('SELECT id FROM scopes WHERE profile = ? AND user = ? AND tenant = ? AND environment = ?'),
  // Rows of a tenant that stand in no environment are found from each.
  scopesOf: db.prepare("SELECT id FROM scopes WHERE profile = ?1 AND user = ?2 AND tenant = ?3 AND (?4 IS NULL OR environment IN (?4, ''))"),
  scopesOfUser: db.prepare('SELECT id FROM scopes WHERE profile = ?1 AND (?2 IS NULL OR user = ?2)'),
  allScopes: db.prepare('SELECT id FROM scopes'),
  read: db.prepare('SELECT id, asked, body, json_valid(body) AS whole FROM answers WHERE scope = ? AND call = ? AND input = ?'),
  kept: db.prepare(`SELECT environment, input FROM answers JOIN scopes ON scopes.id = answers.scope
    WHERE profile = ? AND user = ? AND tenant = ? AND call = ? ORDER BY asked DESC LIMIT ?`),
  before: db.prepare('SELECT id, bytes, searchable, body = ? AS same FROM answers WHERE scope = ? AND call = ? AND input = ?'),
  /** What was answered again stands as it is, with its rows in the search. */
  confirm: db.prepare('UPDATE answers SET asked = max(asked, ?), used = ? WHERE id = ?'),
  searchable: db.prepare('UPDATE answers SET searchable = 1 WHERE id = ?'),
  // A row that was taken out may stand in other answers of its group, too: they are put into the search again when they come.
  unsearchable: db.prepare("UPDATE answers SET searchable = 0 WHERE scope = ? AND substr(call, 1, instr(call, '.') - 1) = ?"),
  write: db.prepare(`
    INSERT INTO answers (scope, call, input, asked, used, bytes, searchable, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET asked = excluded.asked, used = excluded.used, bytes = excluded.bytes, searchable = excluded.searchable, body = excluded.body
    WHERE excluded.asked >= answers.asked RETURNING id`),
  touch: db.prepare('UPDATE answers SET used = ? WHERE id = ?'),
  oldest: db.prepare('SELECT id, bytes FROM answers WHERE pin IS NULL ORDER BY used LIMIT 1'),
  remove: db.prepare('DELETE FROM answers WHERE id = ? RETURNING scope, call'),
  removeIn: db.prepare('DELETE FROM answers WHERE scope = ?'),
  removeUnpinnedIn: db.prepare('DELETE FROM answers WHERE scope = ? AND pin IS NULL'),
  removePinsIn: db.prepare('DELETE FROM pins WHERE scope = ?'),
  /** A scope in which something is pinned stays. */
  removeEmptyScope: db.prepare('DELETE FROM scopes WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM pins WHERE scope = ?1)'),
  total: db.prepare('SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS answers, coalesce(sum(bytes) FILTER (WHERE pin IS NOT NULL), 0) AS pinned FROM answers'),
});
