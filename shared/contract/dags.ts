import { z } from 'zod';
import { endOfDay } from '../rules/end-of-day.ts';
import { call, group, required, router, type Prepare, type Shape } from './define.ts';
import { resource } from './entity.ts';
import { flag, listOf, long, number, only, parsed, search, tags, text, time } from './fields.ts';

/** DAGs, in Apache Airflow's vocabulary. Two routes answer them: the open one and the secured one. */

export const runStates = ['queued', 'running', 'success', 'failed'] as const;
export const runTypes = ['manual', 'scheduled', 'backfill'] as const;
export const taskStates = [
  'none', 'scheduled', 'queued', 'running', 'success', 'failed', 'up_for_retry', 'upstream_failed', 'skipped', 'removed', 'restarting', 'deferred', 'up_for_reschedule',
] as const;

const dag = z.looseObject({ dag_id: z.string(), is_paused: z.boolean().nullish() });
export const run = z.looseObject({ dag_run_id: z.string(), dag_id: z.string().nullish(), state: z.string().nullish() });
const instance = z.looseObject({ task_id: z.string(), state: z.string().nullish() });
export const record = z.record(z.string(), z.unknown());


// Shape checks [R-014…R-017]: these arrays must be there.
const dagList = z.looseObject({ dags: z.array(dag) });
const runList = z.looseObject({ dag_runs: z.array(run) });
const eventList = z.looseObject({ event_logs: z.array(z.looseObject({})) });
const details = z.looseObject({});

export const dagId = required('DAG ID is required');
export const paging = { limit: z.coerce.number().int().positive().optional(), offset: z.coerce.number().int().nonnegative().optional() };
export const day = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'Enter a date such as 2026-03-29').optional();
/** A minus in front turns the order around; DAGs that are equal come by their ids. */
export const dagOrders = ['dag_id', 'next_dagrun', 'last_run_state', 'last_run_start_date', 'created_at'] as const;
const listQuery = {
  dag_id_pattern: search('DAG ID contains'),
  tags: listOf('Tags'), tags_match_mode: z.enum(['any', 'all']).optional(), exclude_tags: listOf('Without tags'), owners: listOf('Owners'), paused: only('Paused'),
  last_dag_run_state: z.enum(runStates).optional(), order_by: z.enum([...dagOrders, ...dagOrders.map((name) => `-${name}` as const)]).optional(), ...paging,
};
/** What the answer to the first page says in `as_of` makes further pages those of the same list, whatever has come since. */
const asOf = { as_of: z.coerce.number().int().nonnegative().optional() };
const runsQuery = { dag_id: dagId, start_date_gte: day, end_date_lte: day, state: z.enum(runStates).optional(), run_type: z.enum(runTypes).optional(), ...asOf, ...paging };
const words = z.string().optional();
const eventsQuery = { dag_id: words, run_id: words, task_id: words, map_index: z.coerce.number().int().min(-1).optional(), event: words, owner: words, start: words, end: words, search_term: words, ...asOf, ...paging };
const definitions = { dags: z.array(record, { error: 'DAGs array is required and must not be empty' }).min(1, 'DAGs array is required and must not be empty') };
/** Runs are asked for up to the last millisecond of the day, where the user is. */
const wholeDays: Prepare = ({ end_date_lte, ...input }, { timeZone }) =>
  typeof end_date_lte === 'string' ? { ...input, end_date_lte: endOfDay(end_date_lte, timeZone) } : input;
const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'Enter a date and time such as 2026-03-29T10:00:00Z').optional();
/** An object, or its JSON where a query carries it. */
export const settings = z.preprocess(parsed, record);
const starting = { conf: settings.optional(), logical_date: moment, dag_run_id: z.string().min(1).max(250).optional(), note: z.string().max(1000).optional() };
/** Why, and until when: then it resumes by itself. */
const pausing = { reason: z.string().max(1000).optional(), until: moment };

const open = router({
  path: '/api/router/airflow/proxy', selector: 'action', fallback: 'Operation failed',
  also: { methods: ['GET', 'POST'] },
});

/** The open route [C-147…C-155]. Reads go by GET; both methods are answered. */
export const dags = group({
  list: open({ select: 'fetchDags', method: 'GET', input: listQuery, output: dagList }),
  details: open({ select: 'fetchDagDetails', method: 'GET', input: { dag_id: dagId }, output: details }),
  runs: open({ select: 'fetchDagRunsSummary', method: 'GET', input: runsQuery, output: runList, prepare: wholeDays }),
  events: open({ select: 'fetchEventLogs', method: 'GET', input: eventsQuery, output: eventList }),
  trigger: open({ select: 'triggerDagRun', input: { dag_id: dagId, ...starting }, output: run }),
  pause: open({ select: 'pauseDag', input: { dag_id: dagId, ...pausing } }),
  unpause: open({ select: 'unpauseDag', input: { dag_id: dagId } }),
  remove: open({ select: 'deleteDag', input: { dag_id: dagId } }),
  /** A path of its own, with its trailing slash [C-155][A-006]. */
  add: call({
    method: 'POST', path: '/api/router/dp_fastapi/proxy/', scope: ['tenant_id', 'environment_id'], input: definitions, output: dagList, answer: 'router',
    fallback: 'Operation failed',
  }),
});

/**
 * DAGs as a list shows them: the same calls, with words and columns. It stays out of `all.ts`, because the rows are Airflow's and
 * the embedded platform keeps none of this kind.
 */
export const dagKind = resource({
  one: 'DAG', many: 'DAGs', path: '/dags', scope: ['tenant_id', 'environment_id'],
  fields: {
    dag_id: text('DAG ID'), is_paused: flag('State'), recent_runs: tags('Recent runs'), latest_dag_runs: text('Last run', { width: 210 }), last_run_state: text('State of the last run'),
    next_dagrun_run_after: time('Next run'), timetable_summary: text('Schedule'), tags: tags('Tags'), owners: tags('Owners'), description: long('Description'),
    pause_reason: long('Paused because'), paused_until: time('Paused until'), version_number: number('Version'), created_at: time('Created'),
  },
  columns: ['dag_id', 'is_paused', 'recent_runs', 'latest_dag_runs', 'next_dagrun_run_after', 'timetable_summary', 'tags', 'owners'],
}, dags.calls);

const securedPaths = { paths: ['/api/router/runtime_fabric_grpc_proxy/apiRouter'] };

const secured = router({
  path: '/api/router/runtime_fabric_grpc_proxy', selector: 'action', constants: { operation_type: 'dag_operation' },
  fallback: 'Operation failed',
  also: securedPaths,
});

const client = { client_id: required('Client ID is required') };
const clientAnd = <S extends Shape>(fields: S) => ({ ...client, ...fields });
const both = { client_id: required('Client ID and DAG ID are required'), dag_id: required('Client ID and DAG ID are required') };
const three = 'Client ID, DAG ID, and DAG Run ID are required';

/** The secured route [C-156…C-166]. */
export const securedDags = group({
  add: secured({ select: 'addDags', input: clientAnd(definitions), output: dagList }),
  list: secured({ select: 'fetchDags', input: clientAnd(listQuery), output: dagList, offline: 'cached' }),
  runs: secured({ select: 'fetchDagRunsSummary', input: clientAnd(runsQuery), output: runList, prepare: wholeDays, offline: 'cached' }),
  details: secured({ select: 'fetchDagDetails', input: clientAnd({ dag_id: dagId }), output: details, offline: 'cached' }),
  basic: secured({ select: 'fetchDagBasic', input: both, output: dag, offline: 'cached' }),
  tasks: secured({ select: 'fetchDagTasks', input: both, output: z.looseObject({ tasks: z.array(z.looseObject({ task_id: z.string() })) }), offline: 'cached' }),
  events: secured({ select: 'fetchEventLogs', input: clientAnd(eventsQuery), output: eventList, offline: 'cached' }),
  taskInstances: secured({
    select: 'fetchTaskInstances', offline: 'cached',
    input: { client_id: required(three), dag_id: required(three), dag_run_id: required(three) },
    output: z.looseObject({ task_instances: z.array(instance) }),
  }),
  trigger: secured({ select: 'triggerDagRun', input: clientAnd({ dag_id: dagId, ...starting }), output: run }),
  pause: secured({ select: 'pauseDag', input: clientAnd({ dag_id: dagId, ...pausing }) }),
  unpause: secured({ select: 'unpauseDag', input: clientAnd({ dag_id: dagId }) }),
  update: secured({ select: 'updateDag', input: clientAnd({ dag_id: dagId, dag: record }) }),
  remove: secured({ select: 'deleteDag', input: clientAnd({ dag_id: dagId }) }),
  executeComponent: call({
    method: 'POST', path: '/api/router/runtime_fabric_grpc_proxy', constants: { operation_type: 'execute_component' }, answer: 'router',
    /** `component` is `{operator, …fields}` as a task has them; `input` stands for the results of tasks, by task. */
    input: clientAnd({ component: record, params: record.optional(), input: record.optional() }), fallback: 'Operation failed', also: securedPaths,
    output: z.looseObject({ result: z.unknown(), /** Seconds. */ duration: z.number(), /** Why it failed. */ error: z.string().nullish() }),
  }),
});
