import jsonata from 'jsonata';
import { ancestry } from './ancestry.ts';
import { problemOfExpansion, sampleFields } from './expansion.ts';
import { findCycle, graphOf } from './graph.ts';
import { operators } from './operators/index.ts';
import { tasksOf, templated, type Tasks } from './task-definition.ts';
import { groupsOf, withOuter } from './task-groups.ts';
import { hasTemplate, templatesIn } from './template.ts';

/** What is wrong with the tasks of a definition, in words that follow the name of the task. */

type Raw = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

const shortened = (ids: readonly string[]) => (ids.length <= 20 ? ids : [...ids.slice(0, 10), `… ${ids.length - 20} more …`, ...ids.slice(-10)]);

export type Complain = (path: Path, words: string) => void;

/** A DAG or a task, as a problem names it. */
export const nameOf = (given: unknown, index: number) => (typeof given === 'string' && given !== '' ? `“${given.slice(0, 250)}”` : `number ${index + 1}`);

const mostNested = 20;

/** What is wrong with the ids of tasks, and with those that they depend on. */
export function judgeNames(dag: Tasks, complain: Complain): void {
  const ids = new Set<string>();
  for (const [index, task] of dag.tasks.entries()) {
    if (ids.has(task.task_id)) complain(['tasks', index, 'task_id'], `“${task.task_id}” is used twice; give each task an id of its own`);
    ids.add(task.task_id);
  }
  const groups = new Set(groupsOf(dag.tasks).ids);
  for (const [index, { task_id, task_group }] of dag.tasks.entries()) {
    if (groups.has(task_id)) complain(['tasks', index, 'task_id'], `“${task_id}” is the name of a task group too; give each a name of its own`);
    const deepest = mostNested < (task_group?.split('.').length ?? 0);
    if (deepest) complain(['tasks', index, 'task_group'], `lies more than ${mostNested} groups deep`);
  }
  for (const [index, { task_id, task_group, depends_on }] of dag.tasks.entries()) {
    for (const [place, before] of depends_on.entries()) {
      const at = ['tasks', index, 'depends_on', place];
      if (before === task_id) complain(at, 'names the task itself');
      else if (task_group !== undefined && withOuter(task_group).includes(before)) complain(at, `names the group “${before}”, in which the task itself is`);
      else if (!ids.has(before) && !groups.has(before)) complain(at, `names “${before.slice(0, 250)}”, which is no task of this DAG`);
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
      complain([...at, 'operator'], `“${task.operator.slice(0, 100)}” is not known; it must be one of ${known}`);
      continue;
    }
    const wrong = problemOfExpansion(task);
    if (wrong) {
      complain([...at, ...wrong[0].split('.')], wrong[1]);
      continue;
    }
    const fields = sampleFields(task);
    const read = operator.fields.safeParse(fields);
    for (const { path, message } of read.error?.issues ?? []) {
      // What a template will yield is only known when the task runs; it is judged then.
      if (!hasTemplate(valueAt(fields, path as Path))) complain([...at, ...(path as Path)], message);
    }
    if (operator.verbatim.has('expression') && typeof task['expression'] === 'string') {
      const wrong = expressionProblem(task['expression']);
      if (wrong !== undefined) complain([...at, 'expression'], `is not valid JSONata: ${wrong}`);
    }
  }
}

/** What is wrong with what tasks say of each other; for a definition without other problems. */
export function judgeGraph(dag: Tasks, complain: Complain): void {
  const graph = graphOf(tasksOf(dag));
  const cycle = findCycle(graph);
  if (cycle) {
    const index = dag.tasks.findIndex(({ task_id }) => task_id === cycle[0]);
    return complain(['tasks', index, 'depends_on'], `makes a cycle: ${shortened(cycle).join(' → ')}`);
  }
  const isUpstream = ancestry(graph);
  for (const [index, task] of dag.tasks.entries()) {
    const { expand, expand_kwargs } = task;
    const own = templated(task);
    const mapped = expand !== undefined || expand_kwargs !== undefined;
    const judge = (value: unknown, mayMap: boolean) => {
      for (const { at, text, path } of templatesIn(value)) {
        const wrong = templateProblem(text, path, mayMap, (before) => {
          if (!graph.upstream.has(before)) return `names “${before}”, which is no task of this DAG`;
          return isUpstream(before, task.task_id) ? undefined : `needs the result of “${before}”, which is not upstream of it; add it to depends_on`;
        });
        if (wrong !== undefined) complain(['tasks', index, ...at], wrong);
      }
    };
    judge(own, mapped);
    if (mapped) judge({ ...(expand && { expand }), ...(expand_kwargs && { expand_kwargs }) }, false);
  }
}

/** The pools that tasks name and that are not there; for a definition without other problems. */
export function judgePools(dag: Tasks, isKnown: (pool: string) => boolean, complain: Complain): void {
  for (const [index, { pool }] of tasksOf(dag).entries()) {
    if (!isKnown(pool)) complain(['tasks', index, 'pool'], `names “${pool}”, which does not exist; create the pool first, or name another one`);
  }
}

const runFields: ReadonlySet<string> = new Set(['dag_id', 'dag_run_id', 'logical_date', 'run_type', 'start_date', 'conf']);

function templateProblem(text: string, path: readonly string[] | undefined, mayMap: boolean, taskProblem: (id: string) => string | undefined): string | undefined {
  if (!path) return `holds {{ ${text} }}, which is not a path such as params.x or tasks.<id>.result.data[0]`;
  const [root, name, field] = path;
  if (root === 'run' && name !== undefined && !runFields.has(name)) return `holds {{ ${text} }}, but a run has only ${[...runFields].join(', ')}`;
  if (root === 'map' && !mayMap) return `holds {{ ${text} }}, which only the fields of a mapped task have`;
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
