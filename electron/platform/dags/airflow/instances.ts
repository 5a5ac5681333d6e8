import { AppError } from '../../../../shared/errors.ts';
import type { Airflow } from './client.ts';
import type { Input } from './dags.ts';
import { readPages, type Rows } from './pages.ts';

/** Single task instances, and what is done to many of them. */

type Raw = Readonly<Record<string, unknown>>;

interface Place {
  readonly dag_run_id: string;
  readonly task_id: string;
  readonly map_index?: number | undefined;
}

const path = ({ dag_id, dag_run_id, task_id, map_index }: Input): string[] => {
  const index = map_index as number | undefined;
  return ['dags', dag_id as string, 'dagRuns', dag_run_id as string, 'taskInstances', task_id as string, ...(index === undefined || index < 0 ? [] : [String(index)])];
};

/** With its result, which Airflow keeps as the XCom `return_value`. */
export async function readInstance(airflow: Airflow, input: Input): Promise<Raw> {
  const [instance, result] = await Promise.all([airflow.ask('GET', path(input)), readResult(airflow, input)]);
  return { ...(instance as Raw), result };
}

async function readResult(airflow: Airflow, { map_index, ...input }: Input): Promise<unknown> {
  const query = { map_index: map_index ?? -1, deserialize: false };
  try {
    return ((await airflow.ask('GET', [...path(input), 'xcomEntries', 'return_value'], { query })) as Raw)['value'] ?? null;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return null;
    throw thrown;
  }
}

export async function listTries(airflow: Airflow, input: Input): Promise<unknown> {
  const answer = (await airflow.ask('GET', [...path(input), 'tries'])) as { task_instances: Rows };
  return { ...answer, task_instances: answer.task_instances.toSorted((a, b) => Number(a['try_number']) - Number(b['try_number'])) };
}

export async function listMapped(airflow: Airflow, { state, limit, offset, ...input }: Input): Promise<unknown> {
  const { rows, total } = await readPages(airflow, [...path(input), 'listMapped'], 'task_instances', { limit, offset }, { state, order_by: 'map_index' });
  return { task_instances: rows, total_entries: total };
}

const chosenIn = ({ task_instances }: Input) => Map.groupBy(task_instances as Place[], ({ dag_run_id }) => dag_run_id);
const all = (task_instances: Rows) => ({ task_instances, total_entries: task_instances.length });

/** Run by run, since Airflow clears within one run. What was cleared before a failure stays so, which the error says. */
export async function clearInstances(airflow: Airflow, input: Input): Promise<unknown> {
  const { dag_id, include_upstream, include_downstream, only_failed, dry_run } = input;
  return perRun(chosenIn(input), dry_run === true, async (dag_run_id, places) => {
    const task_ids = places.map(({ task_id, map_index }) => (map_index === undefined || map_index < 0 ? task_id : [task_id, map_index]));
    const body = { dag_run_id, task_ids, include_upstream, include_downstream, only_failed, dry_run, reset_dag_runs: true };
    return ((await airflow.ask('POST', ['dags', dag_id as string, 'clearTaskInstances'], { body })) as { task_instances: Rows }).task_instances;
  });
}

export async function setInstances(airflow: Airflow, input: Input): Promise<unknown> {
  const { dag_id, state, include_upstream, include_downstream, dry_run } = input;
  return perRun(chosenIn(input), dry_run === true, async (_, places) => {
    const changed = new Map<string, Rows[number]>();
    for (const place of places) {
      const at = path({ dag_id, ...place });
      const body = { new_state: state, include_upstream, include_downstream };
      const { task_instances } = (await airflow.ask('PATCH', dry_run === true ? [...at, 'dry_run'] : at, { body })) as { task_instances: Rows };
      for (const one of task_instances) changed.set(`${String(one['task_id'])} ${String(one['map_index'])}`, one);
    }
    return [...changed.values()];
  });
}

async function perRun(runs: ReadonlyMap<string, Place[]>, dry: boolean, change: (dag_run_id: string, places: Place[]) => Promise<Rows>): Promise<unknown> {
  const changed: Rows = [];
  for (const [dag_run_id, places] of runs) {
    try {
      changed.push(...(await change(dag_run_id, places)));
    } catch (thrown) {
      if (dry || changed.length === 0 || !(thrown instanceof AppError)) throw thrown;
      throw new AppError(thrown.code, `${thrown.message} In run ${dag_run_id}; ${changed.length} task instances of the runs before it were changed.`, { cause: thrown });
    }
  }
  return all(changed);
}
