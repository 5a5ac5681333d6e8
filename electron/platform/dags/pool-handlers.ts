import { pools as contract } from '../../../shared/contract/dag-desk.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers } from '../domain.ts';
import type { EventStore } from './event-store.ts';
import type { Lookup } from './lookup.ts';
import type { Pool, PoolStore } from './pool-store.ts';
import { pageOf } from './query.ts';
import type { PoolUse, Scheduler } from './scheduler.ts';
import type { Scope } from './store.ts';
import { defaultPool } from './task-definition.ts';

/** Pools, with what is in use of them. */

export interface PoolHandlerParts {
  readonly core: Pick<Core, 'now' | 'transaction'>;
  readonly pools: PoolStore;
  readonly events: EventStore;
  readonly lookup: Lookup;
  readonly scheduler: Pick<Scheduler, 'poolUse' | 'wake'>;
}

const nothing: PoolUse = { running: 0, scheduled: 0, waiting: [] };
const longestName = 250;

const answer = ({ name, slots, description }: Pool, { running, scheduled, waiting }: PoolUse) => ({
  name, slots, description,
  running_slots: running, scheduled_slots: scheduled, queued_slots: 0, occupied_slots: running, waiting,
  /** -1 where there is no end to them. */
  open_slots: slots < 0 ? -1 : slots - running,
});

export function poolHandlers({ core, pools, events, lookup, scheduler }: PoolHandlerParts): Handlers {
  const find = (scope: Scope, name: string): Pool => {
    const pool = pools.find(scope, name);
    if (!pool) throw new AppError('not_found', `Not found: pool ${name}`);
    return pool;
  };

  /** Changes a pool and says who did; what waits for it looks again. */
  function change(caller: Caller, event: string, name: string, act: (scope: Scope) => void): Scope {
    const scope = lookup.scopeOf(caller);
    core.transaction(() => {
      act(scope);
      events.add({ ...scope, event, owner: caller.user_id, dag_id: '', extra: name }, core.now());
    });
    scheduler.wake();
    return scope;
  }

  const one = (scope: Scope, name: string) => answer(find(scope, name), scheduler.poolUse(scope).get(name) ?? nothing);

  return implement('pools', contract, {
    list(page, { caller }) {
      const scope = lookup.scopeOf(caller);
      const uses = scheduler.poolUse(scope);
      const { rows, total } = pools.list(scope, pageOf(page));
      return { pools: rows.map((pool) => answer(pool, uses.get(pool.name) ?? nothing)), total_entries: total };
    },
    create({ name, slots, description }, { caller }) {
      if (name.length > longestName) throw new AppError('invalid_input', `A pool's name must be at most ${longestName} characters long`);
      const scope = change(caller, 'create_pool', name, (where) => {
        if (pools.find(where, name)) throw new AppError('conflict', `The pool “${name}” exists already. Change it, or choose another name.`);
        pools.put(where, { name, slots, description: description ?? null });
      });
      return one(scope, name);
    },
    update({ name, slots, description }, { caller }) {
      const scope = change(caller, 'update_pool', name, (where) => {
        const before = find(where, name);
        pools.put(where, { name, slots: slots ?? before.slots, description: description === undefined ? before.description : description });
      });
      return one(scope, name);
    },
    remove({ name }, { caller }) {
      if (name === defaultPool) throw new AppError('invalid_input', `${defaultPool} cannot be deleted, since every task is in it that names no other.`);
      change(caller, 'delete_pool', name, (where) => {
        find(where, name);
        pools.remove(where, name);
      });
      return { name };
    },
  });
}
