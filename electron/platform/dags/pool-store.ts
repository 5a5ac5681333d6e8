import type { DatabaseSync } from 'node:sqlite';
import { statements } from '../database.ts';
import type { Paging, Scope } from './store.ts';
import { defaultPool } from './task-definition.ts';

/** Pools of slots that tasks of a tenant's environment share. */

export interface Pool {
  readonly name: string;
  /** -1 is without end. */
  readonly slots: number;
  readonly description: string | null;
}

const defaultSlots = 128;
const untouched: Pool = { name: defaultPool, slots: defaultSlots, description: 'Default pool' };

export type PoolStore = ReturnType<typeof createPoolStore>;

export function createPoolStore(db: DatabaseSync) {
  const sql = statements(db);
  const columns = 'name, slots, description';
  return {
    find({ tenant_id, environment_id }: Scope, name: string): Pool | undefined {
      const row = sql(`SELECT ${columns} FROM dag_pools WHERE tenant_id = ? AND environment_id = ? AND name = ?`).get(tenant_id, environment_id, name) as unknown as Pool | undefined;
      return row ?? (name === defaultPool ? untouched : undefined);
    },
    list({ tenant_id, environment_id }: Scope, { limit, offset }: Paging): { rows: Pool[]; total: number } {
      const stored = sql(`SELECT ${columns} FROM dag_pools WHERE tenant_id = ? AND environment_id = ? ORDER BY name`).all(tenant_id, environment_id) as unknown as Pool[];
      const all = stored.some(({ name }) => name === defaultPool) ? stored : [untouched, ...stored];
      return { rows: all.slice(offset, offset + limit), total: all.length };
    },
    names: ({ tenant_id, environment_id }: Scope): string[] => [
      defaultPool, ...sql('SELECT name FROM dag_pools WHERE tenant_id = ? AND environment_id = ?').all(tenant_id, environment_id).map(({ name }) => name as string),
    ],
    put: ({ tenant_id, environment_id }: Scope, { name, slots, description }: Pool) =>
      void sql('INSERT OR REPLACE INTO dag_pools (tenant_id, environment_id, name, slots, description) VALUES (?, ?, ?, ?, ?)').run(tenant_id, environment_id, name, slots, description),
    remove: ({ tenant_id, environment_id }: Scope, name: string) =>
      void sql('DELETE FROM dag_pools WHERE tenant_id = ? AND environment_id = ? AND name = ?').run(tenant_id, environment_id, name),
  };
}
