import type { Airflow } from './client.ts';
import { instant, readTasks, groupOf, type Input } from './dags.ts';
import { pageSize, readPages, type Rows } from './pages.ts';

/** Runs, and the task instances in them, as Airflow tells of them and is told. */

type Raw = Readonly<Record<string, unknown>>;

export async function listRuns(airflow: Airflow, { dag_id, start_date_gte, end_date_lte, state, run_type, ...page }: Input): Promise<{ dag_runs: Rows; total_entries: number }> {
  const query = { start_date_gte: instant(start_date_gte), end_date_lte: instant(end_date_lte), state, run_type, order_by: '-run_after' };
  const { rows, total } = await readPages(airflow, ['dags', dag_id as string, 'dagRuns'], 'dag_runs', page, query);
  return { dag_runs: rows, total_entries: total };
}

export const triggerRun = (airflow: Airflow, { dag_id, conf = {}, logical_date, dag_run_id, note }: Input) =>
  airflow.ask('POST', ['dags', dag_id as string, 'dagRuns'], { body: { conf, logical_date: instant(logical_date) ?? null, ...(dag_run_id ? { dag_run_id } : {}), ...(note ? { note } : {}) } });

const mostInstances = 20_000;

export async function listInstances(airflow: Airflow, { dag_id, dag_run_id }: Input): Promise<unknown> {
  const { rows, total } = await readPages(airflow, ['dags', dag_id as string, 'dagRuns', dag_run_id as string, 'taskInstances'], 'task_instances', { limit: mostInstances });
  return { task_instances: rows, total_entries: total };
}

/** Columns of one grid: each costs Airflow a page of task instances or more. */
const mostColumns = 50;
/** The most urgent first: what stands for all that a mapped task came to, as in Airflow's own grid. */
const urgency = ['failed', 'upstream_failed', 'up_for_retry', 'up_for_reschedule', 'restarting', 'running', 'queued', 'scheduled', 'deferred', 'none', 'skipped', 'removed', 'success'];

export async function readGrid(airflow: Airflow, input: Input): Promise<unknown> {
  const dag_id = input['dag_id'] as string;
  const [tasks, runs] = await Promise.all([readTasks(airflow, dag_id), listRuns(airflow, { ...input, limit: Math.min(input.limit ?? 25, mostColumns) })]);
  const rows = inOrder(tasks as Task[]);
  const ids = runs.dag_runs.map((run) => run['dag_run_id'] as string);
  const instances = await instancesOf(airflow, dag_id, ids);
  const byRun = Map.groupBy(instances, (one) => one['dag_run_id']);
  const groups = [...new Set(rows.flatMap(({ task_id }) => prefixesOf(task_id)))];
  return {
    ...runs,
    tasks: rows.map((task) => ({ ...task, is_mapped: task['is_mapped'] === true })),
    task_groups: groups.map((group_id) => ({ group_id, parent_group: groupOf(group_id) })),
    columns: ids.map((id) => columnOf(id, rows, byRun.get(id) ?? [])),
  };
}

async function instancesOf(airflow: Airflow, dag_id: string, dag_run_ids: readonly string[]): Promise<Rows> {
  const all: Rows = [];
  for (let offset = 0; dag_run_ids.length > 0; offset += pageSize) {
    const body = { dag_ids: [dag_id], dag_run_ids, page_limit: pageSize, page_offset: offset };
    const { task_instances } = (await airflow.ask('POST', ['dags', '~', 'dagRuns', '~', 'taskInstances', 'list'], { body })) as { task_instances: Rows };
    all.push(...task_instances);
    if (task_instances.length < pageSize || all.length >= mostInstances) break;
  }
  return all;
}

type Task = Raw & { readonly task_id: string; readonly upstream_task_ids: readonly string[] };

/** None before what it waits for; Airflow lets no cycle in. */
function inOrder(tasks: readonly Task[]): Task[] {
  const byId = new Map(tasks.map((task) => [task.task_id, task]));
  const ordered = new Set<Task>();
  const open = tasks.toReversed();
  for (let task = open.at(-1); task; task = open.at(-1)) {
    const before = ordered.has(task) ? [] : task.upstream_task_ids.flatMap((id) => byId.get(id) ?? []).filter((one) => !ordered.has(one));
    if (before.length > 0) open.push(...before);
    else {
      ordered.add(task);
      open.pop();
    }
  }
  return [...ordered];
}

const prefixesOf = (task_id: string): string[] => {
  const group = groupOf(task_id);
  return group === null ? [] : [...prefixesOf(group), group];
};

const millis = (text: unknown): number | null => (typeof text === 'string' ? Date.parse(text) : null);

function columnOf(dag_run_id: string, tasks: readonly Task[], instances: Rows): Raw {
  const byTask = Map.groupBy(instances, (one) => one['task_id']);
  const cells = tasks.map(({ task_id }) => {
    const found = byTask.get(task_id) ?? [];
    const states = found.map((one) => (one['state'] as string | null) ?? 'none');
    const main = states.toSorted((a, b) => urgency.indexOf(a) - urgency.indexOf(b))[0];
    const starts = found.flatMap((one) => millis(one['start_date']) ?? []);
    const ends = found.flatMap((one) => millis(one['end_date']) ?? []);
    const counts: Record<string, number> = {};
    for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
    return {
      task_id, counts, mapped: found.some((one) => Number(one['map_index']) >= 0),
      state: main === undefined || main === 'none' ? null : main,
      tries: found.reduce((most, one) => Math.max(most, Number(one['try_number'] ?? 0)), 0),
      start: starts.length === 0 ? null : Math.min(...starts),
      end: ends.length < found.length || ends.length === 0 ? null : Math.max(...ends),
    };
  });
  return {
    dag_run_id,
    states: cells.map(({ state }) => state), tries: cells.map(({ tries }) => tries), starts: cells.map(({ start }) => start), ends: cells.map(({ end }) => end),
    mapped: Object.fromEntries(cells.filter(({ mapped }) => mapped).map(({ task_id, counts }) => [task_id, counts])),
  };
}

/** All DAGs' runs of a span of time, and the next run that each schedule brings; Airflow tells no more of what is to come. */
export async function readTimeline(airflow: Airflow, { start, end, dag_id_pattern, limit = 5000 }: Input): Promise<unknown> {
  const within = { dag_id_pattern, run_after_gte: instant(start), run_after_lte: instant(end) };
  const [runs, dags] = await Promise.all([
    readPages(airflow, ['dags', '~', 'dagRuns'], 'dag_runs', { limit }, { ...within, order_by: '-run_after' }),
    readPages(airflow, ['dags'], 'dags', { limit }, { dag_id_pattern, paused: false }),
  ]);
  const [from, to] = [Date.parse(start as string), Date.parse(end as string)];
  return {
    dag_runs: runs.rows.map((run) => ({
      dag_id: run['dag_id'], dag_run_id: run['dag_run_id'], state: run['state'], run_type: run['run_type'],
      start: millis(run['start_date']) ?? millis(run['queued_at']) ?? millis(run['run_after']), end: millis(run['end_date']),
    })),
    predicted: dags.rows.flatMap((dag) => {
      const at = millis(dag['next_dagrun_run_after']);
      return at === null || at < from || at > to ? [] : [{ dag_id: dag['dag_id'], start: at, end: null }];
    }),
    truncated: runs.total > runs.rows.length,
  };
}
