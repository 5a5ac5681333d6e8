import type { LiveInstance } from './live-run.ts';
import type { PoolStore } from './pool-store.ts';
import { poolKey, type Gate } from './ready-queue.ts';

/** What keeps ready tasks from beginning: the places of runs, of tasks and of pools. Made anew for each turn. */
export interface Slots extends Gate {
  /** Why this one does not begin now, in words; undefined if it may. */
  reason(one: LiveInstance): string | undefined;
}

interface Use {
  readonly slots: number | undefined;
  used: number;
}

type Reason = { readonly words: string; readonly blocks: 'lane' | 'pool' };

const inDag = ({ run, task }: LiveInstance) => `dag ${run.row.dag} ${task.task_id}`;
const inRun = ({ run, task }: LiveInstance) => `run ${run.row.run} ${task.task_id}`;
const lane = (words: string): Reason => ({ words, blocks: 'lane' });

export function createSlots(running: Iterable<LiveInstance>, pools: Pick<PoolStore, 'find'>, max_active_tasks: number): Slots {
  const uses = new Map<string, Use>();
  /** Instances under way, by task: over all runs and in each. */
  const tasks = new Map<string, number>();

  function useOf(one: LiveInstance): Use {
    const key = poolKey(one);
    let use = uses.get(key);
    if (!use) uses.set(key, (use = { slots: pools.find(one.run.dag, one.task.pool)?.slots, used: 0 }));
    return use;
  }

  const under = (key: string) => tasks.get(key) ?? 0;

  function begin(one: LiveInstance): void {
    const { pool_slots, max_active_tis_per_dag, max_active_tis_per_dagrun } = one.task;
    useOf(one).used += pool_slots;
    if (max_active_tis_per_dag === undefined && max_active_tis_per_dagrun === undefined) return;
    for (const key of [inDag(one), inRun(one)]) tasks.set(key, under(key) + 1);
  }

  function why(one: LiveInstance): Reason | undefined {
    const { run, task } = one;
    const { pool, pool_slots, max_active_tis_per_dag = Infinity, max_active_tis_per_dagrun = Infinity } = task;
    const { slots, used } = useOf(one);
    const ofRun = run.plan.definition.max_active_tasks ?? max_active_tasks;
    if (slots === undefined) return { words: `The pool “${pool}” does not exist. Create it, or name another one in the task.`, blocks: 'pool' };
    if (slots >= 0 && pool_slots > slots) return lane(`The task needs ${pool_slots} slots, and the pool “${pool}” has only ${slots}. Give the pool more, or let the task need fewer.`);
    if (run.running >= ofRun) return lane(`The run has ${run.running === 1 ? 'one task' : `${run.running} tasks`} under way, as many as it may.`);
    if (max_active_tis_per_dag < Infinity && under(inDag(one)) >= max_active_tis_per_dag) return lane(`${under(inDag(one))} instances of the task are under way over all runs, as many as max_active_tis_per_dag says.`);
    if (max_active_tis_per_dagrun < Infinity && under(inRun(one)) >= max_active_tis_per_dagrun) return lane(`${under(inRun(one))} instances of the task are under way in this run, as many as max_active_tis_per_dagrun says.`);
    if (slots >= 0 && used + pool_slots > slots) return { words: `The pool “${pool}” has ${slots - used} of ${slots} slots free, and the task needs ${pool_slots}.`, blocks: 'pool' };
    return undefined;
  }

  for (const one of running) begin(one);
  return { begin, blocks: (one) => why(one)?.blocks, reason: (one) => why(one)?.words };
}
