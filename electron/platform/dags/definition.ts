import jsonata from 'jsonata';
import { z } from 'zod';
import type { FieldProblem } from '../../../shared/errors.ts';
import { ancestorsOf, findCycle, graphOf } from './graph.ts';
import { laterOperators, longestPause, must, operators } from './operators.ts';
import { scheduleProblem } from './schedule.ts';
import { hasTemplate, templatesIn } from './template.ts';

/** A DAG's definition: read, and judged in words that name the task and the field. */

type Raw = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

const id = z
  .string(must('a text'))
  .min(1, 'must not be empty')
  .max(250, 'must be at most 250 characters long')
  .regex(/^[\p{L}\p{N}_.-]+$/u, 'may hold only letters, digits, “_”, “-” and “.”');
const seconds = z.number(must('a number of seconds')).min(0, 'must not be negative').max(longestPause, `must be at most ${longestPause}`);
const retries = z.int(must('a whole number')).min(0, 'must not be negative').max(1000, 'must be at most 1000');
const perTask = { retries: retries.optional(), retry_delay_seconds: seconds.optional(), execution_timeout_seconds: seconds.gt(0, 'must be more than 0').nullish() };

const taskSchema = z.looseObject(
  {
    task_id: id,
    operator: z.string(must('a text')),
    depends_on: z.array(z.string(must('a text')), must('a list of task ids')).default([]),
    trigger_rule: z.literal('all_success', { error: ({ input }) => `“${String(input)}” does not run on the embedded platform yet; it must be all_success` }).default('all_success'),
    ...perTask,
  },
  must('an object'),
);

const dagSchema = z.looseObject({
  dag_id: id,
  description: z.string(must('a text')).nullish(),
  schedule: z.string(must('a cron expression, a preset such as @daily, or null')).nullish(),
  start_date: z.string(must('an ISO 8601 date')).refine((text) => !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 date').nullish(),
  catchup: z.literal(false, { error: 'does not run on the embedded platform yet; it must be false' }).default(false),
  max_active_runs: z.int(must('a whole number')).min(1, 'must be at least 1').default(1),
  is_paused: z.boolean(must('true or false')).optional(),
  tags: z.array(z.string(must('a text')), must('a list of texts')).default([]),
  params: z.record(z.string(), z.unknown(), must('an object')).default({}),
  default_args: z.looseObject(perTask, must('an object')).default({}),
  tasks: z.array(taskSchema, must('a list of tasks')).min(1, 'must hold at least one task'),
});

export type Dag = z.output<typeof dagSchema>;

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

/** A stored definition, which was judged when it was added. */
export const readDag = (raw: unknown): Dag => dagSchema.parse(raw);

export function tasksOf({ tasks, default_args }: Dag): Task[] {
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

const mostProblems = 100;

/** Everything that is wrong with a definition that stands at `at` in its input; empty if it can be added. */
export function problemsOf(raw: Raw, at: Path): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const dagName = `DAG ${nameOf(raw['dag_id'], Number(at.at(-1) ?? 0))}`;
  const complain = (path: Path, words: string) => {
    if (problems.length >= mostProblems) return;
    const inTask = path[0] === 'tasks' && typeof path[1] === 'number';
    const task = inTask ? (raw['tasks'] as unknown[])[path[1] as number] : undefined;
    const where = inTask ? `${dagName}, task ${nameOf((task as Raw | null)?.['task_id'], path[1] as number)}` : dagName;
    const field = path.slice(inTask ? 2 : 0).join('.');
    problems.push({ path: [...at, ...path], message: `${where}: ${field}${field && ' '}${words}` });
  };

  const parsed = dagSchema.safeParse(raw);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) complain(path as Path, message);
    return problems;
  }
  const dag = parsed.data;
  if (typeof dag.schedule === 'string') {
    const wrong = scheduleProblem(dag.schedule);
    if (wrong !== undefined) complain(['schedule'], wrong);
  }
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
  judgeOperators(dag, complain);
  if (problems.length > 0) return problems;
  judgeGraph(dag, complain);
  return problems;
}

const shortened = (ids: readonly string[]) => (ids.length <= 20 ? ids : [...ids.slice(0, 10), `… ${ids.length - 20} more …`, ...ids.slice(-10)]);

type Complain = (path: Path, words: string) => void;

const nameOf = (given: unknown, index: number) => (typeof given === 'string' && given !== '' ? `“${given.slice(0, 250)}”` : `number ${index + 1}`);

function judgeOperators(dag: Dag, complain: Complain): void {
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

function judgeGraph(dag: Dag, complain: Complain): void {
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
