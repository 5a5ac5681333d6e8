import type { Airflow } from './client.ts';
import { pageSize, readPages, type Page, type Rows } from './pages.ts';

/** DAGs as Airflow tells of them. Its rows are ours; what a list shows beside them is asked for separately. */

type Raw = Readonly<Record<string, unknown>>;
export type Input = Raw & Page;

const shownRuns = 14;
/** Pages of runs that are read for one list: Airflow has no call for the latest runs of each DAG. */
const runPages = 5;

const listFilters = ['dag_id_pattern', 'tags', 'tags_match_mode', 'owners', 'paused', 'last_dag_run_state', 'order_by'] as const;
const filtersOf = (input: Input) => Object.fromEntries(listFilters.map((name) => [name, input[name]]));

export async function listDags(airflow: Airflow, input: Input): Promise<unknown> {
  const { rows, total } = await readPages(airflow, ['dags'], 'dags', input, filtersOf(input));
  const latest = await latestRuns(airflow, rows.map((row) => row['dag_id'] as string));
  return { dags: rows.map((row) => Object.assign(row, { latest_dag_runs: latest.get(row['dag_id']) ?? [] })), total_entries: total };
}

/** By DAG, newest first; a DAG that has not run lately may be without. */
async function latestRuns(airflow: Airflow, dag_ids: readonly string[]): Promise<Map<unknown, Rows>> {
  const found = new Map<unknown, Rows>();
  for (let page = 0; page < runPages && dag_ids.length > 0; page += 1) {
    const body = { dag_ids, order_by: '-run_after', page_limit: pageSize, page_offset: page * pageSize };
    const { dag_runs } = (await airflow.ask('POST', ['dags', '~', 'dagRuns', 'list'], { body })) as { dag_runs: Rows };
    for (const run of dag_runs) {
      const ofDag = found.get(run['dag_id']) ?? [];
      if (ofDag.length < shownRuns) ofDag.push(run);
      found.set(run['dag_id'], ofDag);
    }
    if (dag_runs.length < pageSize || found.size === dag_ids.length) break;
  }
  return found;
}

export async function readDetails(airflow: Airflow, dag_id: string): Promise<Raw> {
  const [details, tasks, runs] = await Promise.all([
    airflow.ask('GET', ['dags', dag_id, 'details']), readTasks(airflow, dag_id), latestRuns(airflow, [dag_id]),
  ]);
  const { timetable_summary, latest_dag_version } = details as Raw & { readonly latest_dag_version?: { readonly version_number?: number } | null };
  return {
    ...(details as Raw), schedule: timetable_summary ?? null, version_number: latest_dag_version?.version_number ?? null, latest_dag_runs: runs.get(dag_id) ?? [], tasks,
  };
}

interface TimeDelta {
  readonly days: number;
  readonly seconds: number;
  readonly microseconds: number;
}
const secondsOf = (delta: unknown): number | null => {
  if (typeof delta !== 'object' || delta === null) return null;
  const { days, seconds, microseconds } = delta as TimeDelta;
  return days * 86_400 + seconds + microseconds / 1e6;
};

/** With what each waits for, which Airflow tells only the other way around. */
export async function readTasks(airflow: Airflow, dag_id: string): Promise<Rows> {
  const { tasks } = (await airflow.ask('GET', ['dags', dag_id, 'tasks'])) as { tasks: (Raw & { readonly task_id: string; readonly downstream_task_ids?: readonly string[] | null })[] };
  const upstream = new Map(tasks.map(({ task_id }) => [task_id, [] as string[]]));
  for (const { task_id, downstream_task_ids } of tasks) for (const after of downstream_task_ids ?? []) upstream.get(after)?.push(task_id);
  return tasks.map((task) => Object.assign(task, {
    upstream_task_ids: upstream.get(task.task_id)!,
    retry_delay_seconds: secondsOf(task['retry_delay']),
    execution_timeout_seconds: secondsOf(task['execution_timeout']),
    task_group: groupOf(task.task_id),
  }));
}

/** Airflow writes a task's groups before its name unless told not to; its public API has no other word of them. */
export const groupOf = (task_id: string): string | null => (task_id.includes('.') ? task_id.slice(0, task_id.lastIndexOf('.')) : null);

export async function readEvents(airflow: Airflow, { dag_id, task_id, map_index, run_id, owner, event, start, end, search_term, ...page }: Input): Promise<unknown> {
  const query = { dag_id, task_id, map_index, run_id, owner, event, after: instant(start), before: instant(end), event_pattern: search_term, order_by: '-when' };
  const { rows, total } = await readPages(airflow, ['eventLogs'], 'event_logs', page, query);
  return { event_logs: rows, total_entries: total };
}

/** Airflow takes instants only; a date means its first one. */
export const instant = (given: unknown): string | undefined => (typeof given === 'string' && given !== '' ? new Date(given).toISOString() : undefined);
