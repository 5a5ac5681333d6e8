import { scheduleSummary } from '../../../shared/rules/dag-schedule.ts';
import type { EventRow } from './event-store.ts';
import type { LatestRun, RunRow } from './run-store.ts';
import type { ListedDag } from './store.ts';
import { readSummary } from './summary.ts';

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
  data_interval_start: iso(row.logical_date),
  data_interval_end: iso(row.logical_date),
  /** What is started by hand runs at once, whatever its date. */
  run_after: iso(row.run_type === 'manual' ? row.queued_at : row.logical_date),
  queued_at: iso(row.queued_at),
  start_date: iso(row.start_date),
  end_date: iso(row.end_date),
  duration: seconds(row.start_date, row.end_date),
  conf: JSON.parse(row.conf) as Record<string, unknown>,
  triggered_by: row.triggered_by,
  triggering_user_name: row.run_type === 'scheduled' ? null : row.user_id,
  dag_versions: [{ version_number: row.version }],
  note: row.note,
  /** The backfill that made it. */
  backfill_id: row.backfill,
});

export const eventAnswer = (row: EventRow) => ({
  event_log_id: row.event_log_id,
  when: iso(row.at),
  event: row.event,
  owner: row.owner,
  dag_id: row.dag_id,
  run_id: row.run_id,
  task_id: row.task_id,
  map_index: row.map_index,
  try_number: row.try_number,
  extra: row.extra,
});

interface Version {
  readonly version: number;
  readonly created_at: number;
  readonly created_by: string;
}

export const versionAnswer = ({ version, created_at, created_by }: Version, current: number) => ({
  version_number: version, created_at: new Date(created_at).toISOString(), created_by, is_current: version === current,
});

/** A DAG as a list shows it. Without a pause its next run has all the dates that Airflow's cron timetable gives it, which are one. */
export function dagAnswer(row: ListedDag, latest: readonly LatestRun[]) {
  const { description, schedule, timezone, tags, owners, max_active_runs, max_active_tasks } = readSummary(row);
  const next = row.is_paused === 1 ? null : iso(row.next_run_at);
  return {
    dag_id: row.dag_id,
    dag_display_name: row.dag_id,
    description: description ?? null,
    is_paused: row.is_paused === 1,
    paused_by: row.paused_by,
    paused_at: iso(row.paused_at),
    pause_reason: row.pause_reason,
    paused_until: iso(row.paused_until),
    is_stale: false,
    has_import_errors: false,
    tags: tags.map((name) => ({ name, dag_id: row.dag_id })),
    owners,
    timetable_summary: scheduleSummary(schedule),
    timezone: timezone ?? 'UTC',
    max_active_runs,
    max_active_tasks: max_active_tasks ?? null,
    next_dagrun_logical_date: next,
    next_dagrun_data_interval_start: next,
    next_dagrun_data_interval_end: next,
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
