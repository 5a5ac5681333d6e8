import { z } from 'zod';
import { operators } from './operators/index.ts';
import { longestPause, must } from './operators/operator.ts';
import { groupsOf, type TaskGroups } from './task-groups.ts';
import { triggerRules, type TriggerRule } from './trigger-rules.ts';
import { weightRules, type WeightRule } from './weights.ts';

/** The tasks of a DAG's definition, as Airflow names what is said of them. */

type Raw = Readonly<Record<string, unknown>>;

const named = z.string(must('a text')).min(1, 'must not be empty').max(250, 'must be at most 250 characters long');
/** An id of a DAG or a task. */
export const id = named.regex(/^[\p{L}\p{N}_.-]+$/u, 'may hold only letters, digits, “_”, “-” and “.”');
const seconds = z.number(must('a number of seconds')).min(0, 'must not be negative').max(longestPause, `must be at most ${longestPause}`);
const most = (limit: number, least = 0) => z.int(must('a whole number')).min(least, least === 0 ? 'must not be negative' : `must be at least ${least}`).max(limit, `must be at most ${limit}`);
const oneOf = <const T extends string>(known: readonly T[]) => z.enum(known, { error: ({ input }) => `“${String(input).slice(0, 100)}” is not known; it must be one of ${known.join(', ')}` });
const flag = z.boolean(must('true or false'));

/** What a DAG may give all of its tasks in `default_args`. */
export const perTask = {
  retries: most(1000).optional(),
  retry_delay_seconds: seconds.optional(),
  /** Waits twice as long before each further try, and somewhat more, so that tries of many tasks do not fall together. */
  retry_exponential_backoff: flag.optional(),
  max_retry_delay_seconds: seconds.gt(0, 'must be more than 0').nullish(),
  execution_timeout_seconds: seconds.gt(0, 'must be more than 0').nullish(),
  trigger_rule: oneOf(triggerRules).optional(),
  /** Begins only once the same task of the run before has succeeded or was skipped. */
  depends_on_past: flag.optional(),
  /** And what is directly downstream of it there, too. */
  wait_for_downstream: flag.optional(),
  pool: named.optional(),
  pool_slots: most(1_000_000, 1).optional(),
  priority_weight: z.int(must('a whole number')).min(-1_000_000, 'must be at least -1000000').max(1_000_000, 'must be at most 1000000').optional(),
  weight_rule: oneOf(weightRules).optional(),
  /** Instances of the task under way at a time: over all runs, and in one. */
  max_active_tis_per_dag: most(1_000_000, 1).nullish(),
  max_active_tis_per_dagrun: most(1_000_000, 1).nullish(),
};

/** The most that a task maps to, as Airflow's core.max_map_length has it. */
export const mostMapped = 1024;

export const taskSchema = z.looseObject(
  {
    task_id: id,
    operator: z.string(must('a text')),
    depends_on: z.array(z.string(must('a text')), must('a list of task ids')).default([]),
    /** Groups within groups are written `outer.inner`. */
    task_group: id.optional(),
    /** One instance for each of a list; several fields make every combination. */
    expand: z.record(z.string(), z.unknown(), must('an object')).optional(),
    /** One instance for each object of a list, with the fields that it holds. */
    expand_kwargs: z.union([z.array(z.record(z.string(), z.unknown())), z.string()], must('a list of objects, or a template that yields one')).optional(),
    ...perTask,
  },
  must('an object'),
);

export const groupSchema = z.looseObject({ group_id: id, tooltip: z.string(must('a text')).nullish() }, must('an object'));

/** What of a DAG concerns its tasks. */
export interface Tasks {
  readonly tasks: readonly z.output<typeof taskSchema>[];
  readonly default_args: { readonly [Name in keyof typeof perTask]?: z.output<(typeof perTask)[Name]> };
}

/** A task with its DAG's defaults applied. */
export interface Task {
  readonly task_id: string;
  readonly operator: string;
  /** The tasks directly upstream; a group that was named stands as its last tasks. */
  readonly depends_on: readonly string[];
  readonly task_group: string | undefined;
  readonly trigger_rule: TriggerRule;
  readonly retries: number;
  readonly retry_delay_seconds: number;
  readonly retry_exponential_backoff: boolean;
  readonly max_retry_delay_seconds: number | undefined;
  readonly execution_timeout_seconds: number | undefined;
  readonly depends_on_past: boolean;
  readonly wait_for_downstream: boolean;
  readonly pool: string;
  readonly pool_slots: number;
  readonly priority_weight: number;
  readonly weight_rule: WeightRule;
  readonly max_active_tis_per_dag: number | undefined;
  readonly max_active_tis_per_dagrun: number | undefined;
  readonly is_mapped: boolean;
  /** Everything that the definition says of it, its operator's fields among them. */
  readonly fields: Raw;
}

export const defaultPool = 'default_pool';
const defaultRetryDelay = 5;

export function tasksOf(dag: Tasks): Task[] {
  const groups = groupsOf(dag.tasks);
  return dag.tasks.map((task) => taskOf(task, dag.default_args, groups));
}

function taskOf(task: Tasks['tasks'][number], defaults: Tasks['default_args'], groups: TaskGroups): Task {
  const said = <Name extends keyof typeof perTask>(name: Name) => (task[name] as Tasks['default_args'][Name]) ?? defaults[name];
  return {
    task_id: task.task_id,
    operator: task.operator,
    depends_on: groups.tasksFor(task.depends_on),
    task_group: task.task_group,
    trigger_rule: said('trigger_rule') ?? 'all_success',
    retries: said('retries') ?? 0,
    retry_delay_seconds: said('retry_delay_seconds') ?? defaultRetryDelay,
    retry_exponential_backoff: said('retry_exponential_backoff') ?? false,
    max_retry_delay_seconds: said('max_retry_delay_seconds') ?? undefined,
    execution_timeout_seconds: said('execution_timeout_seconds') ?? undefined,
    depends_on_past: said('depends_on_past') ?? said('wait_for_downstream') ?? false,
    wait_for_downstream: said('wait_for_downstream') ?? false,
    pool: said('pool') ?? defaultPool,
    pool_slots: said('pool_slots') ?? 1,
    priority_weight: said('priority_weight') ?? 1,
    weight_rule: said('weight_rule') ?? 'downstream',
    max_active_tis_per_dag: said('max_active_tis_per_dag') ?? undefined,
    max_active_tis_per_dagrun: said('max_active_tis_per_dagrun') ?? undefined,
    is_mapped: task.expand !== undefined || task.expand_kwargs !== undefined,
    fields: task,
  };
}

/** What the platform reads of a task, and no operator does. */
const own: ReadonlySet<string> = new Set(['task_id', 'operator', 'depends_on', 'task_group', 'expand', 'expand_kwargs', ...Object.keys(perTask)]);

/** The fields of a task in which templates are resolved. */
export function templated(task: Raw): Record<string, unknown> {
  const verbatim = operators[task['operator'] as string]?.verbatim;
  return Object.fromEntries(Object.entries(task).filter(([name]) => !own.has(name) && !verbatim?.has(name)));
}
