import type { Row } from '../../../shared/contract/entity.ts';

/**
 * Airflow's rows as the screens show them. Platforms leave fields out, and versions of Airflow name some of them differently:
 * what is missing is null, and nothing is guessed.
 */

type Raw = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] => list(value).filter((one) => typeof one === 'string');
const isRecord = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Run {
  readonly id: string;
  readonly state: string;
  readonly type: string | null;
  readonly logicalDate: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly conf: Raw;
  readonly user: string | null;
  readonly queued: string | null;
  /** From when it could run: the end of the interval that it stands for. */
  readonly due: string | null;
  readonly note: string | null;
  /** Of the DAG's definition. */
  readonly version: number | null;
}

export function runOf(row: Raw): Run {
  return {
    id: text(row['dag_run_id']) ?? '',
    state: text(row['state']) ?? 'none',
    type: text(row['run_type']),
    logicalDate: text(row['logical_date']) ?? text(row['execution_date']),
    start: text(row['start_date']),
    end: text(row['end_date']),
    conf: isRecord(row['conf']) ? row['conf'] : {},
    user: text(row['triggering_user_name']),
    queued: text(row['queued_at']),
    due: text(row['run_after']) ?? text(row['data_interval_end']),
    note: text(row['note']),
    version: number(row['version_number']) ?? number(list(row['dag_versions']).findLast(isRecord)?.['version_number']),
  };
}

export interface Version {
  readonly number: number;
  readonly at: string | null;
  readonly by: string | null;
}

export interface Dag {
  readonly id: string;
  readonly isPaused: boolean;
  readonly pausedBy: string | null;
  /** Why it is paused, and until when: then it resumes by itself. */
  readonly pauseReason: string | null;
  readonly pausedUntil: string | null;
  readonly description: string | null;
  readonly schedule: string | null;
  /** By whose clocks it is scheduled. */
  readonly zone: string;
  readonly startDate: string | null;
  readonly nextRun: string | null;
  readonly tags: readonly string[];
  readonly owners: readonly string[];
  readonly maxActiveRuns: number | null;
  readonly version: number | null;
  /** Newest first. */
  readonly versions: readonly Version[];
  /** Newest first. */
  readonly latest: readonly Run[];
  /** In Airflow's form: each a value, or a value with its schema. */
  readonly params: Raw;
  /** As it was written; null where the platform does not tell. */
  readonly definition: Raw | null;
}

const tagOf = (tag: unknown): string | null => text(isRecord(tag) ? tag['name'] : tag);
/** A param with its schema, without what Airflow says beside; one that it says nothing of has null, which only some schemas allow. */
function paramOf(param: unknown): unknown {
  if (!isRecord(param) || !('value' in param) || !isRecord(param['schema'])) return param;
  const { value, schema, description } = param;
  const isGiven = value !== null || 'default' in schema || !('type' in schema) || [schema['type']].flat().includes('null');
  return { ...(isGiven ? { value } : {}), schema, ...(text(description) === null ? {} : { description }) };
}

const versionsOf = (versions: unknown): Version[] => list(versions).filter(isRecord).flatMap((version) => {
  const found = number(version['version_number']);
  return found === null ? [] : [{ number: found, at: text(version['created_at']), by: text(version['created_by']) }];
});

/** The versions in an answer about a DAG's versions, newest first. */
export const versionsIn = (answer: Raw): Version[] => versionsOf(answer['dag_versions']).toSorted((a, b) => b.number - a.number);

export function dagOf(row: Row): Dag {
  const { schedule_interval, params, definition } = row as Raw;
  return {
    id: text(row['dag_id']) ?? row.id,
    isPaused: row['is_paused'] === true,
    pausedBy: text(row['paused_by']),
    pauseReason: text(row['pause_reason']),
    pausedUntil: text(row['paused_until']),
    description: text(row['description']),
    schedule: text(row['timetable_summary']) ?? text(row['schedule']) ?? text(isRecord(schedule_interval) ? schedule_interval['value'] : schedule_interval),
    zone: text(row['timezone']) ?? (isRecord(definition) ? text(definition['timezone']) : null) ?? 'UTC',
    startDate: text(row['start_date']),
    nextRun: text(row['next_dagrun_run_after']) ?? text(row['next_dagrun']),
    tags: list(row['tags']).map(tagOf).filter((tag) => tag !== null),
    owners: texts(row['owners']),
    maxActiveRuns: number(row['max_active_runs']),
    version: number(row['version_number']),
    versions: versionsOf(row['versions']),
    latest: list(row['latest_dag_runs']).filter(isRecord).map(runOf),
    params: isRecord(params) ? Object.fromEntries(Object.entries(params).map(([name, param]) => [name, paramOf(param)])) : {},
    definition: isRecord(definition) ? definition : null,
  };
}

const read = new WeakMap<Row, Dag>();

/** The same, made once for each row as it was sent: a list asks for several of its columns, each time that it is drawn. */
export function knownDag(row: Row): Dag {
  let dag = read.get(row);
  if (!dag) read.set(row, (dag = dagOf(row)));
  return dag;
}

export interface Instance {
  readonly taskId: string;
  readonly state: string;
  readonly tryNumber: number;
  readonly maxTries: number | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly operator: string | null;
  readonly nextTry: string | null;
  readonly error: string | null;
  /** Undefined where the platform does not tell. */
  readonly result: unknown;
  /** Characters; more than are shown where the result is null. */
  readonly resultSize: number;
  /** -1 for a task that is not mapped. */
  readonly mapIndex: number;
  /** It stands for the instances that it maps to. */
  readonly isMapped: boolean;
  /** Its operator's fields with all that they refer to filled in; null where the platform does not tell. */
  readonly rendered: Raw | null;
  readonly queued: string | null;
  /** Why it is not further than it is. */
  readonly waitingFor: string | null;
  /** Where it ran. */
  readonly host: string | null;
  readonly pid: number | null;
  /** How often it was cut off by the platform's end, and begun anew. */
  readonly interruptions: number;
}

export function instanceOf(row: Raw): Instance {
  return {
    taskId: text(row['task_id']) ?? '',
    state: text(row['state']) ?? 'none',
    tryNumber: number(row['try_number']) ?? 0,
    maxTries: number(row['max_tries']),
    start: text(row['start_date']),
    end: text(row['end_date']),
    operator: text(row['operator']) ?? text(row['operator_name']),
    nextTry: text(row['next_try_at']),
    error: text(row['error']),
    result: row['result'],
    resultSize: number(row['result_size']) ?? 0,
    mapIndex: number(row['map_index']) ?? -1,
    isMapped: row['is_mapped'] === true,
    rendered: isRecord(row['rendered_fields']) && Object.keys(row['rendered_fields']).length > 0 ? row['rendered_fields'] : null,
    queued: text(row['queued_when']) ?? text(row['queued_dttm']),
    waitingFor: text(row['waiting_for']),
    host: text(row['hostname']),
    pid: number(row['pid']),
    interruptions: number(row['interruptions']) ?? 0,
  };
}

export interface Task {
  readonly id: string;
  readonly operator: string | null;
  readonly triggerRule: string | null;
  readonly retries: number | null;
  readonly retryDelay: number | null;
  readonly timeout: number | null;
  /** Empty where the platform tells only what comes after. */
  readonly upstream: readonly string[];
  readonly downstream: readonly string[];
  readonly definition: Raw;
}

export function taskOf(row: Raw): Task {
  return {
    id: text(row['task_id']) ?? '',
    operator: text(row['operator_name']) ?? text(row['operator']),
    triggerRule: text(row['trigger_rule']),
    retries: number(row['retries']),
    retryDelay: number(row['retry_delay_seconds']),
    timeout: number(row['execution_timeout_seconds']),
    upstream: texts(row['upstream_task_ids']),
    downstream: texts(row['downstream_task_ids']),
    definition: isRecord(row['definition']) ? row['definition'] : row,
  };
}
