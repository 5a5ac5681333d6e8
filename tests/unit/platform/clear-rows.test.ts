import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearRowsOf, type ClearRows } from '../../../electron/platform/clear-rows.ts';
import type { Core } from '../../../electron/platform/core.ts';
import { createKinds } from '../../../electron/platform/kinds.ts';
import { createRows, rowMigrations } from '../../../electron/platform/rows.ts';
import { createSecrets, secretMigrations } from '../../../electron/platform/secrets.ts';
import { createVault, keyBytes } from '../../../electron/storage/vault.ts';
import { transaction } from '../../../electron/storage/transaction.ts';
import * as contract from '../../../shared/contract/all.ts';

const caller = { user_id: 'u', tenant_id: 't', environment_id: 'e', permissions: new Set<string>() };
const auth = (token: string) => ({ type: 'bearer_token', credentials: { token } });

let core: Core;
let rows: ClearRows;
let id: string;

beforeEach(() => {
  const db = new DatabaseSync(':memory:');
  for (const { sql } of [...rowMigrations, ...secretMigrations]) db.exec(sql);
  const [all, secrets] = [createRows(db, Date.now), createSecrets(db, createVault(Buffer.alloc(keyBytes, 7)))];
  const inTransaction = <T>(work: () => T) => transaction(db, work);
  core = { db, rows: all, secrets, transaction: inTransaction, kinds: createKinds({ contract, rows: all, secrets, transaction: inTransaction, confinedTo: () => undefined }) } as unknown as Core;
  rows = clearRowsOf(core);
  id = core.kinds.of('composerApis').create({ name: 'Pets', auth: auth('the first token') }, caller).id;
});

const find = () => rows.find('composerApis', id, caller);
const tokenOf = (row: object) => (row as { auth: ReturnType<typeof auth> }).auth.credentials.token;

describe('rows with their secrets in clear', () => {
  it('are the same object for as long as nothing changes', () => {
    const found = find();
    expect(tokenOf(found.clear)).toBe('the first token');
    expect(tokenOf(found.stored)).toEqual({ $secret: true });
    core.kinds.of('composerApis').create({ name: 'Another' }, caller);
    expect(find()).toBe(found);
  });

  it('are read anew when the row changes, or a secret of it alone', () => {
    const kind = core.kinds.of('composerApis');
    find();
    kind.update(id, { name: 'Cats' }, caller);
    expect(find().clear['name']).toBe('Cats');
    kind.update(id, { auth: auth('the second token') }, caller);
    expect(tokenOf(find().clear)).toBe('the second token');
    core.db.prepare('DELETE FROM secrets').run();
    expect(tokenOf(find().clear)).toEqual({ $secret: true });
    kind.remove(id, caller);
    expect(find).toThrow(`Not found: API ${id}`);
  });

  it('are read anew whoever writes, also past the kinds', () => {
    find();
    core.db.prepare(`UPDATE rows SET data = json_set(data, '$.name', 'Dogs') WHERE id = ?`).run(id);
    expect(find().clear['name']).toBe('Dogs');
  });

  it('are not kept out of a transaction that is undone', () => {
    const kind = core.kinds.of('composerApis');
    expect(() => core.transaction(() => {
      kind.update(id, { name: 'Never', auth: auth('never') }, caller);
      expect(tokenOf(find().clear)).toBe('never');
      throw new Error('undone');
    })).toThrow('undone');
    expect(find().clear['name']).toBe('Pets');
    expect(tokenOf(find().clear)).toBe('the first token');
  });

  it('are shown to nobody of another tenant or environment [F-24]', () => {
    find();
    for (const other of [{ ...caller, tenant_id: 't2' }, { ...caller, environment_id: 'e2' }]) {
      expect(() => rows.find('composerApis', id, other)).toThrow(`Not found: API ${id}`);
    }
    expect(rows.find('composerApis', id, { ...caller, environment_id: '' }).clear['name']).toBe('Pets');
  });
});
