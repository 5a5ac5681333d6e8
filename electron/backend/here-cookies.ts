import { randomBytes } from 'node:crypto';
import type { CookieJar } from 'tough-cookie';
import { jarOf, knownJar } from '../execution/cookie-jars.ts';
import { storedJar } from '../execution/cookies.ts';
import { createVault, keyBytes, type Vault } from '../storage/vault.ts';
import { openDatabase } from './database.ts';
import type { TokenStore, TokenStoreStatus } from './keychain.ts';
import type { Connection } from './send.ts';

/**
 * The cookies of what is sent from this computer, by environment. They outlive the connection sealed, under a key that the
 * keychain keeps; without a keychain they are in memory alone, and gone with the connection.
 */
export interface HereCookies {
  /** The jar of an environment that keeps cookies; one that does not, or not any more, has none, and nothing of it is kept. */
  of(connection: Connection, environment_id: string, keeps: boolean): Promise<CookieJar | undefined>;
  /** The jar that there is, of this connection or of one before. */
  known(connection: Connection, environment_id: string): Promise<CookieJar | undefined>;
  /** Keeps what the jar holds now. */
  save(connection: Connection, environment_id: string): Promise<void>;
  /** Where they are kept, and why not under a key of the keychain. */
  status(): Promise<TokenStoreStatus>;
  /** Forgets those of a user on a profile, or of all its users. */
  wipe(profile: string, user: string | null): void;
  close(): void;
}

interface HereCookiesDeps {
  readonly file: string;
  readonly tokens: TokenStore;
  readonly log: (line: string) => void;
}

const schema = `
  CREATE TABLE cookies (profile TEXT NOT NULL, user TEXT NOT NULL, environment_id TEXT NOT NULL, sealed TEXT NOT NULL, PRIMARY KEY (profile, user, environment_id)) WITHOUT ROWID`;

const account = 'cookies-key';

export function keepHereCookies({ file, tokens, log }: HereCookiesDeps): HereCookies {
  const database = openDatabase({ file, name: 'The file of cookies', version: 1, schema }, (db) => ({
    get: db.prepare('SELECT sealed FROM cookies WHERE profile = ? AND user = ? AND environment_id = ?'),
    put: db.prepare('INSERT INTO cookies VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET sealed = excluded.sealed'),
    remove: db.prepare('DELETE FROM cookies WHERE profile = ? AND user = ? AND environment_id = ?'),
    wipe: db.prepare('DELETE FROM cookies WHERE profile = ?1 AND (?2 IS NULL OR user = ?2)'),
  }));
  let opened: Promise<Vault | null> | undefined;
  const vault = () => (opened ??= openVault(tokens));

  function read(connection: Connection, environment_id: string, key: Vault | null): unknown {
    const sealed = database.use(({ get }) => get.get(...placeOf(connection, environment_id)))?.['sealed'];
    if (typeof sealed !== 'string' || key === null) return null;
    try {
      return JSON.parse(key.open(sealed));
    } catch (error) {
      log(`The cookies of the environment ${environment_id} cannot be read, and it begins without any: ${String(error)}`);
      return null;
    }
  }

  return {
    async of(connection, environment_id, keeps) {
      const key = await vault();
      if (!keeps) database.use(({ remove }) => remove.run(...placeOf(connection, environment_id)));
      return jarOf(connection.ended, environment_id, keeps, () => read(connection, environment_id, key));
    },
    async known(connection, environment_id) {
      const jar = knownJar(connection.ended, environment_id);
      if (jar) return jar;
      const stored = read(connection, environment_id, await vault());
      return stored === null ? undefined : jarOf(connection.ended, environment_id, true, () => stored);
    },
    async save(connection, environment_id) {
      const key = await vault();
      const jar = knownJar(connection.ended, environment_id);
      // What comes after a sign-out is nobody's any more.
      if (key && jar && !connection.ended.aborted) database.use(({ put }) => put.run(...placeOf(connection, environment_id), key.seal(JSON.stringify(storedJar(jar)))));
    },
    status: () => tokens.status(),
    wipe(profile, user) {
      database.use(({ wipe }) => wipe.run(profile, user));
    },
    close: () => database.close(),
  };
}

const placeOf = ({ profile, user_id }: Connection, environment_id: string) => [profile.id, user_id, environment_id] as const;

/** Null where there is no keychain: a key beside what it seals would be the same as none. */
async function openVault(tokens: TokenStore): Promise<Vault | null> {
  if ((await tokens.status()).kind !== 'keychain') return null;
  const kept = Buffer.from((await tokens.get(account)) ?? '', 'base64');
  if (kept.length === keyBytes) return createVault(kept);
  const made = randomBytes(keyBytes);
  await tokens.set(account, made.toString('base64'));
  return createVault(made);
}
