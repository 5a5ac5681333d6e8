import { z } from 'zod';
import { group, required, router } from './define.ts';
import { only } from './fields.ts';
import { dagId, day, paging, record, run, runStates, runTypes, settings, taskStates } from './dags.ts';

/**
 * What an operator's desk asks of DAGs beyond the spec's own calls: single runs and task instances, the grid, what is set
 * and cleared in bulk, versions, backfills, pools and the timeline. Actions of the open route, with Airflow's field names.
 */

export { runTypes } from './dags.ts';

const desk = router({ path: '/api/router/airflow/proxy', selector: 'action', fallback: 'Operation failed', also: { methods: ['GET', 'POST'] } });
const read = <const S extends string>(select: S) => ({ select, method: 'GET' }) as const;

const runId = required('DAG Run ID is required');
const taskId = required('Task ID is required');
const ofRun = { dag_id: dagId, dag_run_id: runId };
/** -1 for a task that is not mapped, as in Airflow. */
const mapIndex = z.coerce.number().int().min(-1).optional();
export const ofInstance = { ...ofRun, task_id: taskId, map_index: mapIndex };
const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'Enter a date and time such as 2026-03-29T10:00:00Z');
const total = z.number().int().nonnegative();

export const taskInstance = z.looseObject({
  task_id: z.string(), dag_id: z.string(), dag_run_id: z.string(), map_index: z.number().int(), state: z.enum(taskStates).nullable(), try_number: z.number().int(),
  start_date: z.string().nullish(), end_date: z.string().nullish(), duration: z.number().nullish(),
});
const instances = z.looseObject({ task_instances: z.array(taskInstance), total_entries: total });

/** The rows of a grid: tasks in an order in which none stands before what it depends on. */
export const gridTask = z.looseObject({
  task_id: z.string(), operator_name: z.string().nullish(), trigger_rule: z.string().nullish(), upstream_task_ids: z.array(z.string()),
  /** The innermost group that holds it; null for none. */
  task_group: z.string().nullable(), is_mapped: z.boolean(),
});
export const gridGroup = z.looseObject({ group_id: z.string(), parent_group: z.string().nullable(), tooltip: z.string().nullish() });
/**
 * A column of a grid: one entry a task, in the order of `tasks`. Null where the run's version has no such task, or where
 * it has not come to it. Instants are milliseconds since the epoch. For a mapped task, `state` is the one that matters
 * most (Airflow's order: failed before running before success), and `mapped` counts the states of what it mapped to.
 */
export const gridColumn = z.looseObject({
  dag_run_id: z.string(),
  states: z.array(z.enum(taskStates).nullable()), tries: z.array(z.number().int()),
  starts: z.array(z.number().nullable()), ends: z.array(z.number().nullable()),
  mapped: z.record(z.string(), z.record(z.string(), z.number().int())),
});
const grid = z.looseObject({ dag_runs: z.array(run), tasks: z.array(gridTask), task_groups: z.array(gridGroup), columns: z.array(gridColumn), total_entries: total });

/** Runs, one at a time and as a grid of runs × tasks, newest first. */
export const dagRuns = group({
  get: desk({ ...read('fetchDagRun'), input: ofRun, output: run }),
  grid: desk({
    ...read('fetchGrid'), output: grid,
    input: { dag_id: dagId, ...paging, run_type: z.enum(runTypes).optional(), state: z.enum(runStates).optional(), start_date_gte: day, end_date_lte: day },
  }),
  /** `failed` and `success` end a run that is under way, and what it runs; `queued` starts it anew as it stands. */
  setState: desk({ select: 'setDagRunState', input: { ...ofRun, state: z.enum(['success', 'failed', 'queued']) }, output: run }),
  setNote: desk({ select: 'setDagRunNote', input: { ...ofRun, note: z.string().max(1000).nullable() }, output: run }),
  remove: desk({ select: 'deleteDagRun', input: ofRun }),
});

const chosen = {
  dag_id: dagId,
  /** What was chosen, over any number of runs. Without `map_index` a mapped task is meant with all that it maps to. */
  task_instances: z.array(z.object({ dag_run_id: runId, task_id: taskId, map_index: mapIndex })).min(1, 'Choose at least one task instance').max(20_000),
  include_upstream: z.boolean().default(false), include_downstream: z.boolean().default(false),
  /** Only says what it would change. */
  dry_run: z.boolean().default(false),
};

/** Task instances. `clear` and `setState` answer what they change, or would change. */
export const taskInstances = group({
  get: desk({ ...read('fetchTaskInstance'), input: ofInstance, output: taskInstance }),
  /** Every try, the first one first. */
  tries: desk({ ...read('fetchTaskInstanceTries'), input: ofInstance, output: instances }),
  mapped: desk({ ...read('fetchMappedTaskInstances'), input: { ...ofRun, task_id: taskId, ...paging, state: z.enum(taskStates).optional() }, output: instances }),
  /** Forgets what they came to, so that they run again; a run that had ended goes on. */
  clear: desk({ select: 'clearTaskInstances', input: { ...chosen, only_failed: z.boolean().default(false) }, output: instances }),
  setState: desk({ select: 'setTaskInstancesState', input: { ...chosen, state: z.enum(['success', 'failed', 'skipped']) }, output: instances }),
});

const version = z.looseObject({ version_number: z.number().int(), created_at: z.string(), created_by: z.string().nullish(), is_current: z.boolean().nullish() });

export const dagVersions = group({
  list: desk({ ...read('fetchDagVersions'), input: { dag_id: dagId }, output: z.looseObject({ dag_versions: z.array(version), total_entries: total }) }),
  get: desk({ ...read('fetchDagVersion'), input: { dag_id: dagId, version_number: z.coerce.number().int().positive() }, output: version.extend({ definition: record }) }),
  /** Judges a definition without adding it. */
  validate: desk({
    select: 'validateDag', input: { dag: settings },
    output: z.looseObject({ problems: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })) }),
  }),
});

const range = {
  dag_id: dagId, from_date: instant, to_date: instant, run_backwards: only('Newest first').default(false),
  /** Which runs of the past are cleared and run again: none, those that failed, or all that ended. No date gets a second run. */
  reprocess_behavior: z.enum(['none', 'failed', 'completed']).default('none'),
};
const backfill = z.looseObject({
  id: z.number().int(), dag_id: z.string(), from_date: z.string(), to_date: z.string(), is_paused: z.boolean(), created_at: z.string(), completed_at: z.string().nullable(),
  /** Runs by state, those that are still to be made among them as `waiting`. */
  counts: z.record(z.string(), z.number().int()),
});
const ofBackfill = { id: z.coerce.number().int().positive() };

export const backfills = group({
  list: desk({ ...read('fetchBackfills'), input: { dag_id: z.string().optional(), ...paging }, output: z.looseObject({ backfills: z.array(backfill), total_entries: total }) }),
  /** The logical dates that it would run, at most 10,000 of them; `state` is that of the run that there is already. */
  preview: desk({
    select: 'previewBackfill', input: range,
    output: z.looseObject({ backfills: z.array(z.looseObject({ logical_date: z.string(), state: z.string().nullable(), runs: z.boolean() })), total_entries: total }),
  }),
  create: desk({ select: 'createBackfill', input: { ...range, max_active_runs: z.coerce.number().int().min(1).max(100).default(10), dag_run_conf: settings.optional() }, output: backfill }),
  pause: desk({ select: 'pauseBackfill', input: ofBackfill, output: backfill }),
  unpause: desk({ select: 'unpauseBackfill', input: ofBackfill, output: backfill }),
  /** Makes no more runs; those under way go on. */
  cancel: desk({ select: 'cancelBackfill', input: ofBackfill, output: backfill }),
});

const poolFields = { slots: z.number().int().min(-1), description: z.string().nullish() };
const pool = z.looseObject({
  name: z.string(), ...poolFields, running_slots: total, queued_slots: total, scheduled_slots: total, open_slots: z.number().int(), occupied_slots: total,
  /** Some of the task instances that wait for a slot, where the platform tells. */
  waiting: z.array(z.object({ dag_id: z.string(), dag_run_id: z.string(), task_id: z.string(), map_index: z.number().int() })).optional(),
});
const poolName = { name: required('Pool name is required') };

/** Pools of slots that tasks share; -1 slots are without end. `default_pool` is always there. */
export const pools = group({
  list: desk({ ...read('fetchPools'), input: paging, output: z.looseObject({ pools: z.array(pool), total_entries: total }) }),
  create: desk({ select: 'createPool', input: { ...poolName, ...poolFields }, output: pool }),
  update: desk({ select: 'updatePool', input: { ...poolName, slots: poolFields.slots.optional(), description: poolFields.description }, output: pool }),
  remove: desk({ select: 'deletePool', input: poolName }),
});

const span = z.looseObject({ dag_id: z.string(), dag_run_id: z.string(), state: z.string(), run_type: z.string(), start: z.number(), end: z.number().nullable() });
const predicted = z.looseObject({ dag_id: z.string(), start: z.number(), /** From the last runs that succeeded; null where there are none. */ end: z.number().nullable() });

/** All DAGs' runs between two instants, and those that their schedules will bring. Instants are milliseconds since the epoch. */
export const dagTimeline = group({
  get: desk({
    ...read('fetchTimeline'),
    input: { start: instant, end: instant, dag_id_pattern: z.string().optional(), limit: paging.limit },
    output: z.looseObject({ dag_runs: z.array(span), predicted: z.array(predicted), /** More than `limit` were there. */ truncated: z.boolean() }),
  }),
});

/** Who schedules the DAGs of the environment: this platform itself, or an Airflow that it is connected to. */
export const dagEngine = group({
  get: desk({
    ...read('fetchEngine'),
    output: z.looseObject({
      engine: z.enum(['trellis', 'airflow']), url: z.string().nullable(), version: z.string().nullable(),
      /** Why nothing is scheduled at the moment; null, or not said, while all is well. */
      trouble: z.string().nullish(),
      /** Why it does not answer some of the calls, by their names: `{"dags.add": "…"}`. */
      not_available: z.record(z.string(), z.string()),
    }),
  }),
});
