import { hostname } from 'node:os';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { statements } from '../database.ts';
import type { TaskState } from './graph.ts';
import type { Paging } from './store.ts';
import type { Task } from './task-definition.ts';

/** Runs and task instances. */

export type RunState = 'queued' | 'running' | 'success' | 'failed';
export type RunType = 'manual' | 'scheduled' | 'backfill';

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
  /** `rest_api`, `timetable` or `backfill`, as in Airflow. */
  readonly triggered_by: string;
  /** In whose name it runs. */
  readonly user_id: string;
  readonly note: string | null;
  /** The backfill that made it. */
  readonly backfill: number | null;
  /** 1 while some of its task instances are still to be made; it begins once all of them are there. */
  readonly incomplete: number;
}

export type LatestRun = Pick<RunRow, 'dag_run_id' | 'state' | 'run_type' | 'logical_date' | 'start_date' | 'end_date'>;

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
  /** The computer and the process of the platform that ran the last try. */
  readonly host: string | null;
  readonly pid: number | null;
}

/** Without results, which may be large, and what only the looker wants to know. */
export type InstanceState = Omit<InstanceRow, 'result' | 'error' | 'host' | 'pid'>;

/** A try that ended and that another one followed, or the last one. */
export interface TryRow {
  readonly try_number: number;
  readonly state: TaskState;
  readonly start_date: number | null;
  readonly end_date: number | null;
  readonly error: string | null;
  readonly host: string | null;
  readonly pid: number | null;
}

export interface RunFilter extends Paging {
  /** The newest run that counts. */
  readonly as_of?: number | undefined;
  readonly run_type?: RunType | undefined;
  readonly state?: RunState | undefined;
  readonly start_date_gte?: number | undefined;
  readonly end_date_lte?: number | undefined;
}

/** Without an id of its own, a run gets one from its type and date. */
export type NewRun = Pick<RunRow, 'dag' | 'version' | 'run_type' | 'logical_date' | 'conf' | 'triggered_by' | 'user_id'> & Partial<Pick<RunRow, 'dag_run_id' | 'note' | 'backfill'>>;

const underLimit = "FROM dags d JOIN dag_runs r ON r.state = 'running' AND r.dag = d.dag WHERE d.run_timeout IS NOT NULL";

/** Task instances that are made at once. */
export const madeAtOnce = 1000;

const here = hostname();

export type RunStore = ReturnType<typeof createRunStore>;

const stateColumns = 'instance, run, task_id, map_index, operator, state, try_number, max_tries, interruptions, start_date, end_date, retry_at';
/** The last try of instances goes to those that another one follows; one that did not succeed has failed, also where the next has been scheduled meanwhile. */
const keepTry = `INSERT OR REPLACE INTO task_tries (instance, try_number, state, start_date, end_date, error, host, pid)
  SELECT instance, try_number, iif(state = 'success', state, 'failed'), start_date, end_date, error, host, pid FROM task_instances
  WHERE try_number > 0 AND start_date IS NOT NULL AND state NOT IN ('skipped', 'upstream_failed', 'removed')`;

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

  function makeInstances(run: number, tasks: readonly Task[]): void {
    sql(`INSERT INTO task_instances (run, task_id, operator, max_tries)
         SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`)
      .run(run, JSON.stringify(tasks.map(({ task_id, operator, retries }) => [task_id, operator, retries])));
  }

  return {
    /** A queued run with its task instances; of many tasks the first ones, to which the scheduler adds the others. */
    insert({ dag, version, run_type, logical_date, conf, triggered_by, user_id, dag_run_id = freeRunId(dag, run_type, logical_date), note = null, backfill = null }: NewRun, tasks: readonly Task[], now: number): RunRow {
      const row = one(
        `INSERT INTO dag_runs (dag, version, dag_run_id, run_type, state, logical_date, queued_at, conf, triggered_by, user_id, note, backfill, incomplete)
         VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        dag, version, dag_run_id, run_type, logical_date, now, conf, triggered_by, user_id, note, backfill, Number(tasks.length > madeAtOnce),
      ) as RunRow;
      makeInstances(row.run, tasks.slice(0, madeAtOnce));
      return row;
    },

    /** The oldest run of which not all task instances are there. */
    incomplete: () => one("SELECT * FROM dag_runs WHERE incomplete = 1 AND state = 'queued' ORDER BY run LIMIT 1") as RunRow | undefined,
    /** Makes some more of a run's task instances; whether all of them are there now. */
    fill(run: number, tasks: readonly Task[]): boolean {
      const { count } = one('SELECT count(*) AS count FROM task_instances WHERE run = ?', run) as { count: number };
      makeInstances(run, tasks.slice(count, count + madeAtOnce));
      const isComplete = count + madeAtOnce >= tasks.length;
      if (isComplete) sql('UPDATE dag_runs SET incomplete = 0 WHERE run = ?').run(run);
      return isComplete;
    },

    find: (dag: number, dag_run_id: string) => one('SELECT * FROM dag_runs WHERE dag = ? AND dag_run_id = ?', dag, dag_run_id) as RunRow | undefined,

    byKey: (run: number) => one('SELECT * FROM dag_runs WHERE run = ?', run) as RunRow | undefined,

    /** The run before this one by its logical date. */
    previous: ({ dag, logical_date, run }: RunRow) =>
      one('SELECT * FROM dag_runs WHERE dag = ?1 AND (logical_date < ?2 OR (logical_date = ?2 AND run < ?3)) ORDER BY logical_date DESC, run DESC LIMIT 1', dag, logical_date, run) as RunRow | undefined,

    list(dag: number, { start_date_gte, end_date_lte, run_type, state, as_of, limit, offset }: RunFilter, now: number): { rows: RunRow[]; total: number } {
      // What has not begun or ended yet counts as of now, as in Airflow.
      const where = 'dag = ? AND coalesce(start_date, ?) >= ? AND coalesce(end_date, ?) <= ? AND run_type = coalesce(?, run_type) AND state = coalesce(?, state) AND run <= ?';
      const values = [dag, now, start_date_gte ?? 0, now, end_date_lte ?? Number.MAX_SAFE_INTEGER, run_type ?? null, state ?? null, as_of ?? Number.MAX_SAFE_INTEGER];
      return {
        rows: all(`SELECT * FROM dag_runs WHERE ${where} ORDER BY run DESC LIMIT ? OFFSET ?`, ...values, limit, offset) as RunRow[],
        total: (one(`SELECT count(*) AS total FROM dag_runs WHERE ${where}`, ...values) as { total: number }).total,
      };
    },

    /** Newest first, without their confs. */
    latest: (dag: number, count: number) =>
      all('SELECT dag_run_id, state, run_type, logical_date, start_date, end_date FROM dag_runs WHERE dag = ? ORDER BY run DESC LIMIT ?', dag, count) as LatestRun[],
    /** The newest run, by which later pages of a list are kept as they were; 0 if there is none. */
    last: (dag: number) => (one('SELECT coalesce(max(run), 0) AS run FROM dag_runs WHERE dag = ?', dag) as { run: number }).run,
    /** Milliseconds that the last successful runs took on average; undefined if there are none among the latest. */
    typicalDuration: (dag: number, count: number) =>
      (one(
        `SELECT avg(took) AS took FROM (SELECT end_date - start_date AS took FROM (SELECT * FROM dag_runs WHERE dag = ? ORDER BY run DESC LIMIT 50) WHERE state = 'success' LIMIT ?)`, dag, count,
      ) as { took: number | null }).took ?? undefined,
    /** But for those of backfills, which have a limit of their own. */
    countRunning: (dag: number) => (one("SELECT count(*) AS count FROM dag_runs WHERE dag = ? AND state = 'running' AND backfill IS NULL", dag) as { count: number }).count,
    /** Is a scheduled run still waiting, or this instant (or, after the clock went back, a later one) already had? */
    hasScheduled: (dag: number, instant: number) =>
      one("SELECT 1 FROM dag_runs WHERE dag = ? AND run_type = 'scheduled' AND (state = 'queued' OR logical_date >= ?)", dag, instant) !== undefined,
    running: () => all("SELECT * FROM dag_runs WHERE state = 'running' ORDER BY run") as RunRow[],
    hasQueued: (dag: number) => one("SELECT 1 FROM dag_runs WHERE dag = ? AND state = 'queued' LIMIT 1", dag) !== undefined,
    dagsWithQueued: () => (all("SELECT DISTINCT dag FROM dag_runs WHERE state = 'queued'") as { dag: number }[]).map(({ dag }) => dag),

    /** The date of the last run that the schedule made. */
    lastScheduled: (dag: number) => (one("SELECT max(logical_date) AS at FROM dag_runs WHERE dag = ? AND run_type = 'scheduled'", dag) as { at: number | null }).at ?? undefined,
    /** Has the schedule, or a backfill, already made a run for this date? */
    hasAutomated: (dag: number, logical_date: number) =>
      one("SELECT 1 FROM dag_runs WHERE dag = ? AND logical_date = ? AND run_type <> 'manual'", dag, logical_date) !== undefined,
    /** The latest run for this date. */
    at: (dag: number, logical_date: number) => one('SELECT * FROM dag_runs WHERE dag = ? AND logical_date = ? ORDER BY run DESC LIMIT 1', dag, logical_date) as RunRow | undefined,
    stateAt: (dag: number, logical_date: number) =>
      (one('SELECT state FROM dag_runs WHERE dag = ? AND logical_date = ? ORDER BY run DESC LIMIT 1', dag, logical_date) as { state: RunState } | undefined)?.state,
    /** Runs under way whose DAG gave them less time than they have taken. */
    overdue: (now: number) =>
      all(
        `SELECT r.run, r.dag_run_id, d.dag_id, d.tenant_id, d.environment_id, d.run_timeout ${underLimit} AND r.start_date + d.run_timeout <= ?`, now,
      ) as { run: number; dag_run_id: string; dag_id: string; tenant_id: string; environment_id: string; run_timeout: number }[],
    nextDeadline: () => (one(`SELECT min(r.start_date + d.run_timeout) AS at ${underLimit}`) as { at: number | null }).at ?? undefined,
    setNote: (run: number, note: string | null) => void sql('UPDATE dag_runs SET note = ? WHERE run = ?').run(note, run),

    /** The oldest queued runs; while the DAG is paused, only those that a person started. Runs of a backfill take no room but its own. */
    queued: (dag: number, paused: boolean, room: number) => [
      ...(all(
        "SELECT * FROM dag_runs WHERE dag = ? AND state = 'queued' AND incomplete = 0 AND backfill IS NULL AND (? = 0 OR run_type <> 'scheduled') ORDER BY run LIMIT ?", dag, Number(paused), Math.max(room, 0),
      ) as RunRow[]),
      ...(all(
        `SELECT r.* FROM (SELECT run, backfill, row_number() OVER (PARTITION BY backfill ORDER BY run) AS place FROM dag_runs WHERE dag = ? AND state = 'queued' AND incomplete = 0 AND backfill IS NOT NULL) q
         JOIN dag_runs r ON r.run = q.run JOIN backfills b ON b.id = q.backfill
         WHERE b.is_paused = 0 AND q.place <= b.max_active_runs - (SELECT count(*) FROM dag_runs WHERE backfill = b.id AND state = 'running') ORDER BY r.run`, dag,
      ) as RunRow[]),
    ],

    begin: (run: number, now: number) => void sql("UPDATE dag_runs SET state = 'running', start_date = ? WHERE run = ?").run(now, run),
    end: (run: number, state: 'success' | 'failed', now: number) => void sql('UPDATE dag_runs SET state = ?, end_date = ? WHERE run = ?').run(state, now, run),

    /** A person ends a run, or lets it begin anew. */
    setRunState: (run: number, state: RunState, now: number) =>
      void sql(`UPDATE dag_runs SET state = ?1, end_date = iif(?1 IN ('success', 'failed'), ?2, NULL), queued_at = iif(?1 = 'queued', ?2, queued_at),
        start_date = iif(?1 = 'queued', NULL, start_date) WHERE run = ?3`).run(state, now, run),
    /** A backfill lets a run begin anew that was there before it. */
    takeOver: (run: number, backfill: number, now: number) =>
      void sql("UPDATE dag_runs SET state = 'queued', run_type = 'backfill', triggered_by = 'backfill', backfill = ?, queued_at = ?, start_date = NULL, end_date = NULL WHERE run = ?").run(backfill, now, run),
    removeRun: (run: number) => void sql('DELETE FROM dag_runs WHERE run = ?').run(run),

    instance: (instance: number) => one('SELECT * FROM task_instances WHERE instance = ?', instance) as InstanceRow | undefined,
    instances: (run: number) => all('SELECT * FROM task_instances WHERE run = ? ORDER BY instance', run) as InstanceRow[],
    /** Of one task, in the order of their map indexes. */
    instancesOf: (run: number, task_id: string) => all('SELECT * FROM task_instances WHERE run = ? AND task_id = ? ORDER BY map_index', run, task_id) as InstanceRow[],
    instanceStates: (run: number) => all(`SELECT ${stateColumns} FROM task_instances WHERE run = ? ORDER BY instance`, run) as InstanceState[],
    statesOf: (run: number, task_id: string) => all(`SELECT ${stateColumns} FROM task_instances WHERE run = ? AND task_id = ? ORDER BY map_index`, run, task_id) as InstanceState[],
    /** Of several runs at once, for a grid. */
    statesOfRuns: (runs: readonly number[]) =>
      all(`SELECT ${stateColumns} FROM task_instances WHERE run IN (SELECT value FROM json_each(?)) ORDER BY run, instance`, JSON.stringify(runs)) as InstanceState[],
    /** Has this task ever begun in a run of the DAG before this one? */
    hasBegunBefore: ({ dag, logical_date, run }: RunRow, task_id: string) =>
      one('SELECT 1 FROM dag_runs r JOIN task_instances i USING (run) WHERE r.dag = ? AND r.logical_date <= ? AND r.run <> ? AND i.task_id = ? LIMIT 1', dag, logical_date, run, task_id) !== undefined,

    /** The results of those of these tasks that succeeded; a list for what is mapped, without those that did not succeed. */
    results(run: number, task_ids: readonly string[], isMapped: (task_id: string) => boolean): Map<string, unknown> {
      const found = new Map<string, unknown>(task_ids.map((id) => [id, isMapped(id) ? [] : undefined]));
      if (task_ids.length === 0) return found;
      const rows = all(
        `SELECT task_id, map_index, result FROM task_instances
         WHERE run = ? AND task_id IN (SELECT value FROM json_each(?)) AND state = 'success' AND result IS NOT NULL ORDER BY task_id, map_index`,
        run, JSON.stringify(task_ids),
      ) as { task_id: string; map_index: number; result: string }[];
      for (const { task_id, result } of rows) {
        const value = JSON.parse(result) as unknown;
        if (isMapped(task_id)) (found.get(task_id) as unknown[]).push(value);
        else found.set(task_id, value);
      }
      return found;
    },

    setStates: (instances: readonly number[], state: TaskState) =>
      void sql('UPDATE task_instances SET state = ?, retry_at = NULL WHERE instance IN (SELECT value FROM json_each(?))').run(state, JSON.stringify(instances)),
    /** A state that tasks come to without having run. */
    skipTo: (instances: readonly number[], state: TaskState, now: number) =>
      void sql('UPDATE task_instances SET state = ?1, start_date = ?2, end_date = ?2 WHERE instance IN (SELECT value FROM json_each(?3))').run(state, now, JSON.stringify(instances)),

    /** A task's only instance that has not begun becomes so many, and those that there were before and are too many now are removed. Answers all of them. */
    mapTo(run: number, task_id: string, length: number): InstanceState[] {
      sql('UPDATE task_instances SET map_index = 0 WHERE run = ? AND task_id = ? AND map_index = -1').run(run, task_id);
      sql("UPDATE task_instances SET state = iif(map_index < ?1, 'none', 'removed') WHERE run = ?2 AND task_id = ?3").run(length, run, task_id);
      sql(`INSERT INTO task_instances (run, task_id, map_index, operator, max_tries)
           SELECT run, task_id, value, operator, max_tries FROM task_instances JOIN (WITH RECURSIVE up (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM up WHERE value + 1 < ?1) SELECT value FROM up)
           WHERE run = ?2 AND task_id = ?3 AND map_index = 0 AND value < ?1 ON CONFLICT DO NOTHING`).run(length, run, task_id);
      return this.statesOf(run, task_id);
    },

    beginTry(instance: number, now: number): void {
      sql(`${keepTry} AND instance = ?`).run(instance);
      sql("UPDATE task_instances SET state = 'running', try_number = try_number + 1, start_date = ?, end_date = NULL, retry_at = NULL, error = NULL, host = ?, pid = ? WHERE instance = ?").run(now, here, process.pid, instance);
    },
    succeed: (instance: number, result: string, now: number) =>
      void sql("UPDATE task_instances SET state = 'success', end_date = ?, result = ? WHERE instance = ?").run(now, result, instance),
    fail: (instance: number, state: 'failed' | 'up_for_retry', error: string, retry_at: number | null, now: number) =>
      void sql('UPDATE task_instances SET state = ?1, start_date = coalesce(start_date, ?2), end_date = ?2, error = ?3, retry_at = ?4 WHERE instance = ?5').run(state, now, error, retry_at, instance),
    /** The try was cut off by the platform's end: it is taken back, and spends no retry. `retry_at` null is at once. */
    takeBack: (instance: number, retry_at: number | null) =>
      void sql("UPDATE task_instances SET state = iif(?1 IS NULL, 'scheduled', 'up_for_retry'), try_number = try_number - 1, interruptions = interruptions + 1, start_date = NULL, retry_at = ?1 WHERE instance = ?2").run(retry_at, instance),

    /** What they came to is forgotten, but for their tries; each may be tried again as often as `retries` says. */
    clear(instances: readonly { readonly instance: number; readonly retries: number }[], now: number): void {
      const chosen = JSON.stringify(instances);
      // What is cut off ends with its try.
      sql("UPDATE task_instances SET state = 'failed', end_date = ?, error = 'Cleared while it ran.' WHERE state = 'running' AND instance IN (SELECT value ->> 'instance' FROM json_each(?))").run(now, chosen);
      sql(`${keepTry} AND instance IN (SELECT value ->> 'instance' FROM json_each(?))`).run(chosen);
      sql(`UPDATE task_instances SET state = 'none', start_date = NULL, end_date = NULL, retry_at = NULL, result = NULL, error = NULL, interruptions = 0,
             max_tries = try_number + chosen.retries
           FROM (SELECT value ->> 'instance' AS key, value ->> 'retries' AS retries FROM json_each(?)) AS chosen
           WHERE state <> 'removed' AND instance = chosen.key`).run(chosen);
    },
    /** A person says what they came to. */
    mark: (instances: readonly number[], state: 'success' | 'failed' | 'skipped', error: string | null, now: number) =>
      void sql(`UPDATE task_instances SET state = ?1, start_date = coalesce(start_date, ?2), end_date = iif(end_date IS NULL OR state = 'up_for_retry', ?2, end_date), retry_at = NULL, error = ?3
        WHERE instance IN (SELECT value FROM json_each(?4))`).run(state, now, error, JSON.stringify(instances)),

    /** Every try of an instance, the first one first. */
    tries: (instance: number) =>
      all(
        `SELECT try_number, state, start_date, end_date, error, host, pid FROM task_tries WHERE instance = ?1
         UNION ALL SELECT try_number, state, start_date, end_date, error, host, pid FROM task_instances
         WHERE instance = ?1 AND try_number > 0 AND start_date IS NOT NULL AND try_number NOT IN (SELECT try_number FROM task_tries WHERE instance = ?1) ORDER BY try_number`, instance,
      ) as TryRow[],
  };
}
