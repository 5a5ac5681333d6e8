import type { CookieJar } from 'tough-cookie';
import { jarOf } from '../execution/cookie-jars.ts';
import { storedJar } from '../execution/cookies.ts';
import { groupCommit } from '../storage/group-commit.ts';
import type { Core } from './core.ts';
import { statements } from './database.ts';
import type { Migration } from './domain.ts';
import type { Place } from './rows.ts';

/** The cookies of environments from one run of the platform to the next, those of a session too, as browsers restore them. */

export const cookieMigrations: readonly Migration[] = [
  { id: 'composer-cookies-1', sql: 'CREATE TABLE composer_cookies (environment_id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, sealed TEXT NOT NULL) STRICT, WITHOUT ROWID' },
];

export interface KeptCookies {
  /** The jar of an environment that keeps cookies; one that does not, or not any more, has none, and nothing of it is kept. */
  of(environment_id: string, keeps: boolean): CookieJar | undefined;
  /** Resolves when what the jar holds now is kept, sealed. */
  save(place: Place): Promise<void>;
}

/** One per platform. */
const made = new WeakMap<Core, KeptCookies>();

export function keptCookiesOf(core: Core): KeptCookies {
  const known = made.get(core);
  if (known) return known;
  const kept = createKeptCookies(core);
  made.set(core, kept);
  return kept;
}

function createKeptCookies(core: Core): KeptCookies {
  const { db, vault, log } = core;
  const sql = statements(db);
  const commits = groupCommit(db);
  /** Environments of which something is stored, since most keep no cookies and are asked for at each run. */
  const stored = new Set(sql('SELECT environment_id FROM composer_cookies').all().map((row) => row['environment_id'] as string));

  function read(environment_id: string): unknown {
    if (!stored.has(environment_id)) return null;
    try {
      const row = sql('SELECT sealed FROM composer_cookies WHERE environment_id = ?').get(environment_id);
      return row ? JSON.parse(vault.open(row['sealed'] as string)) : null;
    } catch (error) {
      log(`The cookies of the environment ${environment_id} cannot be read, and it begins without any: ${String(error)}`);
      return null;
    }
  }
  return {
    of(environment_id, keeps) {
      if (!keeps && stored.delete(environment_id)) sql('DELETE FROM composer_cookies WHERE environment_id = ?').run(environment_id);
      return jarOf(core, environment_id, keeps, () => read(environment_id));
    },
    async save({ tenant_id, environment_id }) {
      const jar = jarOf(core, environment_id, true);
      await commits.write(() => {
        sql('INSERT INTO composer_cookies VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET sealed = excluded.sealed').run(environment_id, tenant_id, vault.seal(JSON.stringify(jar && storedJar(jar))));
        stored.add(environment_id);
      });
    },
  };
}
