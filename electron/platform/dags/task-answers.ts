import { seconds, iso } from './answers.ts';
import type { Plan } from './plan.ts';
import type { InstanceRow, RunRow, TryRow } from './run-store.ts';

/** Tasks and their instances as Apache Airflow's REST API v2 names them. */

/** Characters up to which a result is sent with its task instance. */
const shownResult = 64 * 1024;

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
    hostname: row.host,
    pid: row.pid,
    /** How often the platform ended while it ran, which spends no try. */
    interruptions: row.interruptions,
    /** Null too where it is too long to be shown; `result_size` says how long it is. */
    result: row.result === null || size > shownResult ? null : (JSON.parse(row.result) as unknown),
    result_size: size,
  };
}

/** A try in the form of its instance. */
export const tryAnswer = (one: TryRow, row: InstanceRow, run: RunRow, dag_id: string) => {
  const last = one.try_number === row.try_number;
  return instanceAnswer({ ...row, ...one, retry_at: last ? row.retry_at : null, result: last ? row.result : null }, run, dag_id);
};

export function tasksAnswer({ tasks, graph: { downstream } }: Pick<Plan, 'tasks' | 'graph'>) {
  return [...tasks.values()].map((task) => ({
    task_id: task.task_id,
    task_display_name: task.task_id,
    operator_name: task.operator,
    task_group: task.task_group ?? null,
    trigger_rule: task.trigger_rule,
    upstream_task_ids: task.depends_on,
    downstream_task_ids: downstream.get(task.task_id)!,
    retries: task.retries,
    retry_delay_seconds: task.retry_delay_seconds,
    retry_exponential_backoff: task.retry_exponential_backoff,
    max_retry_delay_seconds: task.max_retry_delay_seconds ?? null,
    execution_timeout_seconds: task.execution_timeout_seconds ?? null,
    depends_on_past: task.depends_on_past,
    wait_for_downstream: task.wait_for_downstream,
    pool: task.pool,
    pool_slots: task.pool_slots,
    priority_weight: task.priority_weight,
    weight_rule: task.weight_rule,
    max_active_tis_per_dag: task.max_active_tis_per_dag ?? null,
    max_active_tis_per_dagrun: task.max_active_tis_per_dagrun ?? null,
    is_mapped: task.is_mapped,
    definition: task.fields,
  }));
}
