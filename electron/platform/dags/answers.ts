import { readDag } from './definition.ts';
import type { EventRow } from './event-store.ts';
import type { RunRow } from './run-store.ts';
import { scheduleSummary } from './schedule.ts';
import type { DagRow } from './store.ts';

/** Rows as Apache Airflow's REST API v2 names them. Instants are ISO 8601 in UTC, durations seconds. */

export const iso = (at: number | null | undefined): string | null => (at === null || at === undefined ? null : new Date(at).toISOString());
export const seconds = (start: number | null, end: number | null): number | null => (start === null || end === null ? null : (end - start) / 1000);

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
