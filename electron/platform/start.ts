import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as contract from '../../shared/contract/all.ts';
import { AppError } from '../../shared/errors.ts';
import type { Core } from './core.ts';
import { transaction } from '../storage/transaction.ts';
import { openDatabase } from './database.ts';
import { createDispatch } from './dispatch.ts';
import type { Handler } from './domain.ts';
import { domains } from './domains.ts';
import { entityHandlers } from './entities.ts';
import { serveHttp } from './http/server.ts';
import { createJobs, jobMigrations } from './jobs.ts';
import { createKinds } from './kinds.ts';
import { ownFolder } from './owner.ts';
import { createRows, rowMigrations } from './rows.ts';
import { createSecrets, secretMigrations } from './secrets.ts';
import { accessMigrations, createAccess, requirePermission } from './tenancy/access.ts';
import { firstScope } from './tenancy/first-start.ts';
import { createMemberships, membershipMigrations } from './tenancy/memberships.ts';
import { createVault } from '../storage/vault.ts';
import { keyFromFile } from './vault.ts';

export interface PlatformOptions {
  /** The data folder; made if it is not there. */
  readonly data: string;
  /** 0 or absent: any free one. */
  readonly port?: number | undefined;
  /** The launcher's token for this run; absent: a random one. */
  readonly token?: string | undefined;
  /** The vault's key, 32 bytes; absent: from a key file in the data folder. */
  readonly key?: Buffer | undefined;
  /** Milliseconds since the epoch; the system's clock unless a test says otherwise. */
  readonly now?: (() => number) | undefined;
  /** Where log lines go; stderr unless said otherwise. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface Platform {
  readonly url: string;
  readonly token: string;
  readonly tenant_id: string;
  readonly environment_id: string;
  /** What the user must be told, such as that a damaged file was set aside. */
  readonly notice?: string | undefined;
  /** The names of the calls that it answers. */
  readonly calls: readonly string[];
  /** Ends gracefully: requests in flight, then background work, then the database. */
  close(): Promise<void>;
}

const toStderr = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);

/**
 * Starts the embedded platform in this process. Throws `conflict` where another one has the data folder, and `storage`
 * where its files cannot be used.
 */
export async function startPlatform({ port = 0, token = randomBytes(32).toString('base64url'), now = Date.now, log = toStderr, ...options }: PlatformOptions): Promise<Platform> {
  const data = resolve(options.data);
  makeFolder(data);
  const owner = ownFolder(data);
  const endings: (() => Promise<void> | void)[] = [() => owner.release()];
  /** In the reverse order of the start. */
  const end = async () => {
    for (const ending of endings.splice(0).toReversed()) await ending();
  };

  try {
    const vault = createVault(options.key ?? keyFromFile(join(data, 'vault.key')));
    const migrations = [...rowMigrations, ...secretMigrations, ...membershipMigrations, ...accessMigrations, ...jobMigrations, ...domains.flatMap((domain) => domain.migrations)];
    const { db, notice } = openDatabase(join(data, 'platform.db'), migrations);
    endings.push(() => {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
    });
    if (notice !== undefined) log(notice);

    const inTransaction = <T>(work: () => T) => transaction(db, work);
    const jobs = createJobs(db, now, log);
    const rows = createRows(db, now);
    const secrets = createSecrets(db, vault);
    const memberships = createMemberships(db, now);
    const access = createAccess(db, rows, memberships, now);
    const kinds = createKinds({ contract, rows, secrets, transaction: inTransaction, confinedTo: access.confinedTo });
    const handlers: Record<string, Handler> = {};
    const ask: Core['ask'] = (name, input, context) => {
      requirePermission(name, context.caller);
      return handlers[name]!(input, context);
    };
    const core: Core = { data, db, vault, jobs, now, log, transaction: inTransaction, contract, rows, secrets, kinds, memberships, access, ask };
    const { user_id, ...scope } = firstScope(core);
    access.admit(token, user_id);

    const made = domains.map((domain) => domain.create(core));
    Object.assign(handlers, entityHandlers(core), ...made.map((domain) => domain.handlers));
    endings.push(() => jobs.stop());
    for (const domain of made) if (domain.stop) endings.push(() => domain.stop!());
    const server = await serveHttp(contract, createDispatch(core, handlers), port, log);
    endings.push(() => server.close());
    for (const domain of made) domain.start?.();
    return { url: `http://127.0.0.1:${server.port}`, token, ...scope, notice, calls: Object.keys(handlers), close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new AppError('storage', `The data folder ${folder} cannot be made: ${(cause as Error).message}`, { cause });
  }
}
