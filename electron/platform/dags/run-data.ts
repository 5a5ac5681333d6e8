import { defaultsOf } from '../../../shared/rules/dag-params.ts';
import { ancestorsOf } from './graph.ts';
import type { LiveRun } from './live-run.ts';
import type { RunStore } from './run-store.ts';
import { templatesIn } from './template.ts';

/** What templates and expressions of a run's tasks see: `{params, run, tasks: {<id>: {result}}}`. */
export interface RunData {
  /** With the results of the tasks that the templates of this value name. */
  named(value: unknown): TaskData;
  /** With the results of every task upstream of this one. */
  upstreamOf(task_id: string): TaskData;
}

export interface TaskData {
  readonly params: Readonly<Record<string, unknown>>;
  readonly run: Readonly<Record<string, unknown>>;
  readonly tasks: Readonly<Record<string, { readonly result: unknown }>>;
}

export function dataOf({ row, dag, plan }: Pick<LiveRun, 'row' | 'dag' | 'plan'>, runs: Pick<RunStore, 'results'>): RunData {
  const conf = JSON.parse(row.conf) as Record<string, unknown>;
  const { dag_run_id, run_type, logical_date, start_date } = row;
  const common = {
    params: { ...defaultsOf(plan.definition.params), ...conf },
    run: { dag_id: dag.dag_id, dag_run_id, run_type, logical_date: isoOf(logical_date), start_date: isoOf(start_date), conf },
  };
  const withTasks = (ids: readonly string[]): TaskData => {
    const results = runs.results(row.run, ids, (id) => plan.tasks.get(id)?.is_mapped ?? false);
    return { ...common, tasks: Object.fromEntries(ids.map((id) => [id, { result: results.get(id) }])) };
  };
  return { named: (value) => withTasks(namedIn(value)), upstreamOf: (task_id) => withTasks([...ancestorsOf(plan.graph, task_id)]) };
}

/** The tasks that templates in a value name. */
export const namedIn = (value: unknown): string[] =>
  [...new Set([...templatesIn(value)].flatMap(({ path }) => (path?.[0] === 'tasks' && path[1] !== undefined ? [path[1]] : [])))];

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
