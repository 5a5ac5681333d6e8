import type { z } from 'zod';
import type { pools } from '../../shared/contract/dag-desk.ts';
import { api } from '../api/client.ts';
import { refresh, scopeInput, type Source } from './lists.ts';

/** Pools of slots that tasks of all DAGs share. */

export type Pool = z.output<typeof pools.calls.list.output>['pools'][number];

export const everyPool: Source = { group: 'pools', input: { limit: 1000 }, live: true };

/** What a person says of a pool; -1 slots are without end. */
export interface PoolWords {
  readonly name: string;
  readonly slots: number;
  readonly description: string | null;
}

export async function savePool(words: PoolWords, isNew: boolean) {
  const input = { ...scopeInput(), ...words };
  const reply = await (isNew ? api.pools.create(input) : api.pools.update(input));
  if (reply.ok) refresh(everyPool);
  return reply;
}

export async function removePool(name: string) {
  const reply = await api.pools.remove({ ...scopeInput(), name });
  if (reply.ok) refresh(everyPool);
  return reply;
}
