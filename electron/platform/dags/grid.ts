import { inOrder, type TaskState } from './graph.ts';
import type { Plan } from './plan.ts';
import type { InstanceState, RunRow } from './run-store.ts';
import { groupsOf, outerOf } from './task-groups.ts';

/** Runs × tasks. */

/** What matters more stands before: the state of a mapped task is the first of these that one of its instances has. */
const weightiest: readonly TaskState[] = ['failed', 'upstream_failed', 'up_for_retry', 'running', 'scheduled', 'none', 'skipped', 'success', 'removed'];

const shown = (state: TaskState) => (state === 'none' ? null : state);

export function gridOf(plan: Plan, runs: readonly RunRow[], states: readonly InstanceState[]) {
  const { definition, graph, tasks } = plan;
  const order = inOrder(graph);
  const groups = groupsOf([...tasks.values()]);
  const tooltips = new Map(definition.task_groups.map(({ group_id, tooltip }) => [group_id, tooltip ?? null]));
  const byRun = Map.groupBy(states, ({ run }) => run);
  return {
    tasks: order.map((id) => {
      const { task_id, operator, trigger_rule, depends_on, task_group, is_mapped } = tasks.get(id)!;
      return { task_id, operator_name: operator, trigger_rule, upstream_task_ids: [...depends_on], task_group: task_group ?? null, is_mapped };
    }),
    task_groups: groups.ids.map((group_id) => ({ group_id, parent_group: outerOf(group_id), tooltip: tooltips.get(group_id) ?? null })),
    columns: runs.map((row) => columnOf(row, order, Map.groupBy(byRun.get(row.run) ?? [], ({ task_id }) => task_id))),
  };
}

function columnOf({ dag_run_id }: RunRow, order: readonly string[], byTask: ReadonlyMap<string, readonly InstanceState[]>) {
  const summaries = order.map((id) => summaryOf(byTask.get(id) ?? []));
  return {
    dag_run_id,
    states: summaries.map(({ state }) => state),
    tries: summaries.map(({ tries }) => tries),
    starts: summaries.map(({ start }) => start),
    ends: summaries.map(({ end }) => end),
    mapped: Object.fromEntries(order.flatMap((id, index) => (summaries[index]!.counts ? [[id, summaries[index]!.counts] as const] : []))),
  };
}

function summaryOf(instances: readonly InstanceState[]) {
  const [first] = instances;
  if (!first) return { state: null, tries: 0, start: null, end: null, counts: undefined };
  if (first.map_index < 0) return { state: shown(first.state), tries: first.try_number, start: first.start_date, end: first.end_date, counts: undefined };
  const counts: Record<string, number> = {};
  for (const { state } of instances) counts[state] = (counts[state] ?? 0) + 1;
  const dates = (pick: (one: InstanceState) => number | null) => instances.map(pick).filter((at) => at !== null);
  const ends = dates(({ end_date }) => end_date);
  return {
    state: shown(weightiest.find((state) => counts[state] !== undefined)!),
    tries: Math.max(...instances.map(({ try_number }) => try_number)),
    start: Math.min(...dates(({ start_date }) => start_date), Infinity) === Infinity ? null : Math.min(...dates(({ start_date }) => start_date)),
    end: ends.length < instances.length ? null : Math.max(...ends),
    counts,
  };
}
