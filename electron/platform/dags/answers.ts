import { readDag, type Dag } from './definition.ts';
import type { EventRow } from './event-store.ts';
import { graphOf } from './graph.ts';
import type { InstanceRow, RunRow } from './run-store.ts';
import { scheduleSummary } from './schedule.ts';
import type { DagRow } from './store.ts';
import { tasksOf } from './task-definition.ts';

/** Rows as Apache Airflow's REST API v2 names them. Instants are ISO 8601 in UTC, durations seconds. */

const iso = (at: number | null | undefined): string | null => (at === null || at === undefined ? null : new Date(at).toISOString());
const seconds = (start: number | null, end: number | null): number | null => (start === null || end === null ? null : (end - start) / 1000);

/** Characters up to which a result is sent with its task instance. */
const shownResult = 64 * 1024;

export const runAnswer = (row: RunRow, dag_id: string) => ({
  dag_run_id: row.dag_run_id,
  dag_id,
  dag_display_name: dag_id,
  state: row.state,
  run_type: row.run_type,
  logical_date: iso(row.logical_date),
  run_after: iso(row.logical_date),
  queued_at: iso(row.queued_at),
  start_date: iso(row.start_date),
  end_date: iso(row.end_date),
  duration: seconds(row.start_date, row.end_date),
  conf: JSON.parse(row.conf) as Record<string, unknown>,
  triggered_by: row.triggered_by,
  triggering_user_name: row.run_type === 'manual' ? row.user_id : null,
  dag_versions: [{ version_number: row.version }],
  note: null,
});

export function instanceAnswer(row: InstanceRow, run: RunRow, dag_id: string) {
  const size = row.result?.length ?? 0;
  return {
    id: String(row.instance),
    task_id: row.task_id,
    task_display_name: row.task_id,
    dag_id,
    dag_run_id: run.dag_run_id,
    map_index: row.map_index,
    state: row.state === 'none' ? null : row.state,
    try_number: row.try_number,
    max_tries: row.max_tries,
    logical_date: iso(run.logical_date),
    start_date: iso(row.start_date),
    end_date: iso(row.end_date),
    duration: seconds(row.start_date, row.end_date),
    operator: row.operator,
    next_try_at: iso(row.retry_at),
    error: row.error,
    /** Null too where it is too long to be shown; `result_size` says how long it is. */
    result: row.result === null || size > shownResult ? null : (JSON.parse(row.result) as unknown),
    result_size: size,
  };
}

export const eventAnswer = (row: EventRow) => ({
  event_log_id: row.event_log_id,
  when: iso(row.at),
  event: row.event,
  owner: row.owner,
  dag_id: row.dag_id,
  run_id: row.run_id,
  task_id: row.task_id,
  map_index: null,
  try_number: row.try_number,
  extra: row.extra,
});

export function dagAnswer(row: DagRow, latest: readonly RunRow[]) {
  const { description, schedule, tags, max_active_runs } = readDag(JSON.parse(row.definition));
  const next = row.is_paused === 1 ? null : iso(row.next_run_at);
  return {
    dag_id: row.dag_id,
    dag_display_name: row.dag_id,
    description: description ?? null,
    is_paused: row.is_paused === 1,
    is_stale: false,
    has_import_errors: false,
    tags: tags.map((name) => ({ name, dag_id: row.dag_id })),
    owners: [row.versioned_by],
    timetable_summary: scheduleSummary(schedule),
    max_active_runs,
    next_dagrun_logical_date: next,
    next_dagrun_run_after: next,
    version_number: row.version,
    last_parsed_time: iso(row.versioned_at),
    created_at: iso(row.created_at),
    /** Newest first. */
    latest_dag_runs: latest.map(({ dag_run_id, state, run_type, logical_date, start_date, end_date }) => ({
      dag_run_id, state, run_type, logical_date: iso(logical_date), start_date: iso(start_date), end_date: iso(end_date), duration: seconds(start_date, end_date),
    })),
  };
}

export function tasksAnswer(dag: Dag) {
  const tasks = tasksOf(dag);
  const { downstream } = graphOf(tasks);
  return tasks.map(({ task_id, operator, depends_on, retries, retry_delay_seconds, execution_timeout_seconds, fields }) => ({
    task_id,
    task_display_name: task_id,
    operator_name: operator,
    trigger_rule: fields['trigger_rule'],
    upstream_task_ids: depends_on,
    downstream_task_ids: downstream.get(task_id)!,
    retries,
    retry_delay_seconds,
    execution_timeout_seconds: execution_timeout_seconds ?? null,
    depends_on_past: false,
    wait_for_downstream: false,
    is_mapped: false,
    definition: fields,
  }));
}
