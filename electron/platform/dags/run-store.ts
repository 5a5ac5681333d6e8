import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { statements } from '../database.ts';
import type { TaskState } from './graph.ts';
import type { Paging } from './store.ts';
import type { Task } from './task-definition.ts';

/** Runs and task instances. */

export type RunState = 'queued' | 'running' | 'success' | 'failed';
export type RunType = 'manual' | 'scheduled';

export interface RunRow {
  readonly run: number;
  readonly dag: number;
  readonly version: number;
  readonly dag_run_id: string;
  readonly run_type: RunType;
  readonly state: RunState;
  readonly logical_date: number;
  readonly queued_at: number;
  readonly start_date: number | null;
  readonly end_date: number | null;
  readonly conf: string;
  /** `rest_api` or `timetable`, as in Airflow. */
  readonly triggered_by: string;
  /** In whose name it runs. */
  readonly user_id: string;
}

export interface InstanceRow {
  readonly instance: number;
  readonly run: number;
  readonly task_id: string;
  readonly map_index: number;
  readonly operator: string;
  readonly state: TaskState;
  readonly try_number: number;
  readonly max_tries: number;
  /** How often the platform died while it ran. */
  readonly interruptions: number;
  readonly start_date: number | null;
  readonly end_date: number | null;
  readonly retry_at: number | null;
  readonly result: string | null;
  readonly error: string | null;
}

export interface RunFilter extends Paging {
  readonly start_date_gte?: number | undefined;
  readonly end_date_lte?: number | undefined;
}

export type NewRun = Pick<RunRow, 'dag' | 'version' | 'run_type' | 'logical_date' | 'conf' | 'triggered_by' | 'user_id'>;

export type RunStore = ReturnType<typeof createRunStore>;

export function createRunStore(db: DatabaseSync) {
  const sql = statements(db);
  const one = (text: string, ...values: SQLInputValue[]): unknown => sql(text).get(...values);
  const all = (text: string, ...values: SQLInputValue[]): unknown[] => sql(text).all(...values);

  /** `manual__2024-05-01T10:00:00.000Z`, with a number after it if that is taken. */
  function freeRunId(dag: number, run_type: RunType, at: number): string {
    const plain = `${run_type}__${new Date(at).toISOString()}`;
    for (let count = 1; ; count += 1) {
      const dag_run_id = count === 1 ? plain : `${plain}_${count}`;
      if (!one('SELECT 1 FROM dag_runs WHERE dag = ? AND dag_run_id = ?', dag, dag_run_id)) return dag_run_id;
    }
  }

  return {
    /** A queued run with its task instances. */
    insert({ dag, version, run_type, logical_date, conf, triggered_by, user_id }: NewRun, tasks: readonly Task[], now: number): RunRow {
      const dag_run_id = freeRunId(dag, run_type, logical_date);
      const row = one(
        `INSERT INTO dag_runs (dag, version, dag_run_id, run_type, state, logical_date, queued_at, conf, triggered_by, user_id)
         VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?) RETURNING *`,
        dag, version, dag_run_id, run_type, logical_date, now, conf, triggered_by, user_id,
      ) as RunRow;
      for (const { task_id, operator, retries } of tasks) {
        sql('INSERT INTO task_instances (run, task_id, operator, max_tries) VALUES (?, ?, ?, ?)').run(row.run, task_id, operator, retries);
      }
      return row;
    },

    find: (dag: number, dag_run_id: string) => one('SELECT * FROM dag_runs WHERE dag = ? AND dag_run_id = ?', dag, dag_run_id) as RunRow | undefined,

    list(dag: number, { start_date_gte, end_date_lte, limit, offset }: RunFilter, now: number): { rows: RunRow[]; total: number } {
      // What has not begun or ended yet counts as of now, as in Airflow.
      const where = 'dag = ? AND coalesce(start_date, ?) >= ? AND coalesce(end_date, ?) <= ?';
      const values = [dag, now, start_date_gte ?? 0, now, end_date_lte ?? Number.MAX_SAFE_INTEGER];
      return {
        rows: all(`SELECT * FROM dag_runs WHERE ${where} ORDER BY run DESC LIMIT ? OFFSET ?`, ...values, limit, offset) as RunRow[],
        total: (one(`SELECT count(*) AS total FROM dag_runs WHERE ${where}`, ...values) as { total: number }).total,
      };
    },

    latest: (dag: number, count: number) => all('SELECT * FROM dag_runs WHERE dag = ? ORDER BY run DESC LIMIT ?', dag, count) as RunRow[],
    countRunning: (dag: number) => (one("SELECT count(*) AS count FROM dag_runs WHERE dag = ? AND state = 'running'", dag) as { count: number }).count,
    /** Is a scheduled run still waiting, or this instant (or, after the clock went back, a later one) already had? */
    hasScheduled: (dag: number, instant: number) =>
      one("SELECT 1 FROM dag_runs WHERE dag = ? AND run_type = 'scheduled' AND (state = 'queued' OR logical_date >= ?)", dag, instant) !== undefined,
    running: () => all("SELECT * FROM dag_runs WHERE state = 'running' ORDER BY run") as RunRow[],
    dagsWithQueued: () => (all("SELECT DISTINCT dag FROM dag_runs WHERE state = 'queued'") as { dag: number }[]).map(({ dag }) => dag),

    /** The oldest queued runs; while the DAG is paused, only those that a person started. */
    queued: (dag: number, paused: boolean, limit: number) =>
      all("SELECT * FROM dag_runs WHERE dag = ? AND state = 'queued' AND (? = 0 OR run_type <> 'scheduled') ORDER BY run LIMIT ?", dag, Number(paused), limit) as RunRow[],

    begin: (run: number, now: number) => void sql("UPDATE dag_runs SET state = 'running', start_date = ? WHERE run = ?").run(now, run),
    end: (run: number, state: 'success' | 'failed', now: number) => void sql('UPDATE dag_runs SET state = ?, end_date = ? WHERE run = ?').run(state, now, run),

    instances: (run: number) => all('SELECT * FROM task_instances WHERE run = ? ORDER BY instance', run) as InstanceRow[],
    /** Without results, which may be large. */
    instanceStates: (run: number) =>
      all(
        'SELECT instance, run, task_id, map_index, operator, state, try_number, max_tries, interruptions, start_date, end_date, retry_at FROM task_instances WHERE run = ? ORDER BY instance', run,
      ) as Omit<InstanceRow, 'result' | 'error'>[],
    result(run: number, task_id: string): unknown {
      const text = (one("SELECT result FROM task_instances WHERE run = ? AND task_id = ? AND state = 'success'", run, task_id) as { result: string | null } | undefined)?.result;
      return text === null || text === undefined ? undefined : (JSON.parse(text) as unknown);
    },

    setState: (instance: number, state: TaskState) => void sql('UPDATE task_instances SET state = ? WHERE instance = ?').run(state, instance),
    /** A state that a task comes to without having run. */
    skipTo: (instance: number, state: TaskState, now: number) => void sql('UPDATE task_instances SET state = ?, start_date = ?, end_date = ? WHERE instance = ?').run(state, now, now, instance),
    beginTry: (instance: number, now: number) =>
      void sql("UPDATE task_instances SET state = 'running', try_number = try_number + 1, start_date = ?, end_date = NULL, retry_at = NULL, error = NULL WHERE instance = ?").run(now, instance),
    succeed: (instance: number, result: string, now: number) =>
      void sql("UPDATE task_instances SET state = 'success', end_date = ?, result = ? WHERE instance = ?").run(now, result, instance),
    fail: (instance: number, state: 'failed' | 'up_for_retry', error: string, retry_at: number | null, now: number) =>
      void sql('UPDATE task_instances SET state = ?, end_date = ?, error = ?, retry_at = ? WHERE instance = ?').run(state, now, error, retry_at, instance),
    /** The try was cut off by the platform's end: it is taken back, and spends no retry. `retry_at` null is at once. */
    takeBack: (instance: number, retry_at: number | null) =>
      void sql("UPDATE task_instances SET state = iif(?1 IS NULL, 'scheduled', 'up_for_retry'), try_number = try_number - 1, interruptions = interruptions + 1, start_date = NULL, retry_at = ?1 WHERE instance = ?2").run(retry_at, instance),
  };
}
