import jsonata from 'jsonata';
import { z } from 'zod';
import { ancestorsOf, findCycle, graphOf } from './graph.ts';
import { laterOperators, longestPause, must, operators } from './operators.ts';
import { hasTemplate, templatesIn } from './template.ts';

/** The tasks of a DAG's definition: read, and judged in words that follow the name of the task. */

type Raw = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** An id of a DAG or a task. */
export const id = z
  .string(must('a text'))
  .min(1, 'must not be empty')
  .max(250, 'must be at most 250 characters long')
  .regex(/^[\p{L}\p{N}_.-]+$/u, 'may hold only letters, digits, “_”, “-” and “.”');
const seconds = z.number(must('a number of seconds')).min(0, 'must not be negative').max(longestPause, `must be at most ${longestPause}`);
const retries = z.int(must('a whole number')).min(0, 'must not be negative').max(1000, 'must be at most 1000');
/** What a DAG may give all of its tasks in `default_args`. */
export const perTask = { retries: retries.optional(), retry_delay_seconds: seconds.optional(), execution_timeout_seconds: seconds.gt(0, 'must be more than 0').nullish() };

export const taskSchema = z.looseObject(
  {
    task_id: id,
    operator: z.string(must('a text')),
    depends_on: z.array(z.string(must('a text')), must('a list of task ids')).default([]),
    trigger_rule: z.literal('all_success', { error: ({ input }) => `“${String(input)}” does not run on the embedded platform yet; it must be all_success` }).default('all_success'),
    ...perTask,
  },
  must('an object'),
);

/** What of a DAG concerns its tasks. */
interface Tasks {
  readonly tasks: readonly z.output<typeof taskSchema>[];
  readonly default_args: { readonly [Name in keyof typeof perTask]?: z.output<(typeof perTask)[Name]> };
}

/** A task with its DAG's defaults applied. */
export interface Task {
  readonly task_id: string;
  readonly operator: string;
  readonly depends_on: readonly string[];
  readonly retries: number;
  readonly retry_delay_seconds: number;
  readonly execution_timeout_seconds: number | undefined;
  /** Everything that the definition says of it, its operator's fields among them. */
  readonly fields: Raw;
}

const defaultRetryDelay = 5;

export function tasksOf({ tasks, default_args }: Tasks): Task[] {
  return tasks.map((task) => ({
    task_id: task.task_id,
    operator: task.operator,
    depends_on: [...new Set(task.depends_on)],
    retries: task.retries ?? default_args.retries ?? 0,
    retry_delay_seconds: task.retry_delay_seconds ?? default_args.retry_delay_seconds ?? defaultRetryDelay,
    execution_timeout_seconds: task.execution_timeout_seconds ?? default_args.execution_timeout_seconds ?? undefined,
    fields: task,
  }));
}

const shortened = (ids: readonly string[]) => (ids.length <= 20 ? ids : [...ids.slice(0, 10), `… ${ids.length - 20} more …`, ...ids.slice(-10)]);

export type Complain = (path: Path, words: string) => void;

/** A DAG or a task, as a problem names it. */
export const nameOf = (given: unknown, index: number) => (typeof given === 'string' && given !== '' ? `“${given.slice(0, 250)}”` : `number ${index + 1}`);

/** What is wrong with the ids of tasks, and with those that they depend on. */
export function judgeNames(dag: Tasks, complain: Complain): void {
  const ids = new Set<string>();
  for (const [index, task] of dag.tasks.entries()) {
    if (ids.has(task.task_id)) complain(['tasks', index, 'task_id'], `“${task.task_id}” is used twice; give each task an id of its own`);
    ids.add(task.task_id);
  }
  for (const [index, { task_id, depends_on }] of dag.tasks.entries()) {
    for (const [place, before] of depends_on.entries()) {
      if (before === task_id) complain(['tasks', index, 'depends_on', place], 'names the task itself');
      else if (!ids.has(before)) complain(['tasks', index, 'depends_on', place], `names “${before}”, which is no task of this DAG`);
    }
  }
}

/** What is wrong with the fields that a task gives its operator. */
export function judgeOperators(dag: Tasks, complain: Complain): void {
  const known = Object.keys(operators).join(', ');
  for (const [index, task] of dag.tasks.entries()) {
    const at = ['tasks', index];
    const operator = Object.hasOwn(operators, task.operator) ? operators[task.operator]! : undefined;
    if (!operator) {
      const why = laterOperators.has(task.operator) ? 'does not run on the embedded platform yet' : 'is not known';
      complain([...at, 'operator'], `“${task.operator.slice(0, 100)}” ${why}; it must be one of ${known}`);
      continue;
    }
    const read = operator.fields.safeParse(task);
    for (const { path, message } of read.error?.issues ?? []) {
      // What a template will yield is only known when the task runs; it is judged then.
      if (!hasTemplate(valueAt(task, path as Path))) complain([...at, ...(path as Path)], message);
    }
    if (task.operator === 'transform' && typeof task['expression'] === 'string') {
      const wrong = expressionProblem(task['expression']);
      if (wrong !== undefined) complain([...at, 'expression'], `is not valid JSONata: ${wrong}`);
    }
  }
}

/** What is wrong with what tasks say of each other; for a definition without other problems. */
export function judgeGraph(dag: Tasks, complain: Complain): void {
  const graph = graphOf(dag.tasks);
  const cycle = findCycle(graph);
  if (cycle) {
    const index = dag.tasks.findIndex(({ task_id }) => task_id === cycle[0]);
    return complain(['tasks', index, 'depends_on'], `makes a cycle: ${shortened(cycle).join(' → ')}`);
  }
  for (const [index, task] of dag.tasks.entries()) {
    let ancestors: Set<string> | undefined;
    for (const { at, text, path } of templatesIn(templated(task))) {
      const wrong = templateProblem(text, path, (before) => {
        if (!graph.upstream.has(before)) return `names “${before}”, which is no task of this DAG`;
        ancestors ??= ancestorsOf(graph, task.task_id);
        return ancestors.has(before) ? undefined : `needs the result of “${before}”, which is not upstream of it; add it to depends_on`;
      });
      if (wrong !== undefined) complain(['tasks', index, ...at], wrong);
    }
  }
}

/** The fields of a task in which templates are resolved. */
export function templated(task: Raw): Record<string, unknown> {
  const verbatim = operators[task['operator'] as string]?.verbatim;
  const own = new Set(['task_id', 'operator', 'depends_on', 'trigger_rule']);
  return Object.fromEntries(Object.entries(task).filter(([name]) => !own.has(name) && !verbatim?.has(name)));
}

const runFields: ReadonlySet<string> = new Set(['dag_id', 'dag_run_id', 'logical_date', 'run_type', 'start_date', 'conf']);

function templateProblem(text: string, path: readonly string[] | undefined, taskProblem: (id: string) => string | undefined): string | undefined {
  if (!path) return `holds {{ ${text} }}, which is not a path such as params.x or tasks.<id>.result.data[0]`;
  const [root, name, field] = path;
  if (root === 'run' && name !== undefined && !runFields.has(name)) return `holds {{ ${text} }}, but a run has only ${[...runFields].join(', ')}`;
  if (root !== 'tasks') return name === undefined ? `holds {{ ${text} }}, which names nothing of ${root}` : undefined;
  if (name === undefined || field !== 'result') return `holds {{ ${text} }}, but of a task only its result can be used: tasks.<id>.result`;
  return taskProblem(name);
}

function expressionProblem(expression: string): string | undefined {
  try {
    jsonata(expression);
    return undefined;
  } catch (thrown) {
    const { message, position } = thrown as { message?: string; position?: number };
    return `${message ?? String(thrown)}${position === undefined ? '' : ` (at character ${position})`}`;
  }
}

const valueAt = (value: unknown, path: Path): unknown => path.reduce<unknown>((inner, name) => (inner as Raw | undefined)?.[name], value);
