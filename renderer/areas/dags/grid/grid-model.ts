import { durationText, elapsed } from '../../../components/rows/duration.ts';
import type { GridAnswer, GridGroup, GridTask } from '../../../state/dag-desk.ts';
import { runOf, type Run } from '../airflow.ts';
import { stateWord } from '../state-badge.tsx';

/** A grid of runs × tasks as it is laid out: rows in the order of dependencies under their groups, runs with the newest last. */

export interface GridRow {
  readonly kind: 'group' | 'task';
  /** The task's or the group's own. */
  readonly id: string;
  readonly label: string;
  /** Groups around it. */
  readonly depth: number;
  /** Of a group. */
  readonly isOpen: boolean;
  readonly isMapped: boolean;
  /** Places in the answer's lists: the task's own, or all that a group holds. */
  readonly tasks: readonly number[];
}

export interface GridModel {
  readonly rows: readonly GridRow[];
  readonly runs: readonly Run[];
  /** One a run, in the order of `runs`. */
  readonly columns: readonly GridAnswer['columns'][number][];
  readonly tasks: readonly GridTask[];
}

/** What is shown of a grid. */
export interface GridChoice {
  readonly closed: ReadonlySet<string>;
  readonly keepTask: (task: GridTask) => boolean;
  readonly keepRun: (run: Run) => boolean;
  /** Only tasks and runs in which something failed. */
  readonly onlyFailed: boolean;
}

const failures: ReadonlySet<string | null> = new Set(['failed', 'upstream_failed']);

export function gridModel(answer: GridAnswer, choice: GridChoice): GridModel {
  const columnOf = new Map(answer.columns.map((column) => [column.dag_run_id, column]));
  const shown = answer.dag_runs.toReversed().flatMap((row) => {
    const run = runOf(row);
    const column = columnOf.get(run.id);
    if (!column || !choice.keepRun(run)) return [];
    if (choice.onlyFailed && !column.states.some((state) => failures.has(state))) return [];
    return [{ run, column }];
  });
  const columns = shown.map(({ column }) => column);
  const keep = (task: GridTask, at: number) => choice.keepTask(task) && (!choice.onlyFailed || columns.some(({ states }) => failures.has(states[at] ?? null)));
  return {
    rows: rowsOf(answer.tasks, answer.task_groups, keep, choice.closed),
    runs: shown.map(({ run }) => run),
    columns,
    tasks: answer.tasks,
  };
}

/** Tasks as they come, each group where its first task stands, with what it holds under it unless it is closed. */
function rowsOf(tasks: readonly GridTask[], groups: readonly GridGroup[], keep: (task: GridTask, at: number) => boolean, closed: ReadonlySet<string>): GridRow[] {
  const known = new Map(groups.map((group) => [group.group_id, group]));
  const inside = new Map<string | null, (string | number)[]>();
  const placed = new Set<string>();
  const put = (parent: string | null, item: string | number) => {
    const items = inside.get(parent);
    if (items) items.push(item);
    else inside.set(parent, [item]);
  };
  const place = (id: string) => {
    if (placed.has(id)) return;
    placed.add(id);
    const parent = known.get(id)?.parent_group ?? null;
    const outer = parent !== null && known.has(parent) ? parent : null;
    if (outer !== null) place(outer);
    put(outer, id);
  };
  tasks.forEach((task, at) => {
    if (!keep(task, at)) return;
    const group = task.task_group !== null && known.has(task.task_group) ? task.task_group : null;
    if (group !== null) place(group);
    put(group, at);
  });
  const held = (item: string | number): number[] => (typeof item === 'number' ? [item] : (inside.get(item) ?? []).flatMap(held));
  const rows: GridRow[] = [];
  const walk = (item: string | number, parent: string | null, depth: number): void => {
    const id = typeof item === 'number' ? tasks[item]!.task_id : item;
    const isOpen = typeof item === 'string' && !closed.has(item);
    rows.push({
      kind: typeof item === 'number' ? 'task' : 'group', id, depth, isOpen, tasks: held(item), isMapped: typeof item === 'number' && tasks[item]!.is_mapped,
      label: parent !== null && id.startsWith(`${parent}.`) ? id.slice(parent.length + 1) : id,
    });
    if (isOpen) for (const inner of inside.get(item as string) ?? []) walk(inner, item as string, depth + 1);
  };
  for (const item of inside.get(null) ?? []) walk(item, null, 0);
  return rows;
}

/** States by how much they matter where one sign stands for several, as in Airflow. */
const weight = [
  'failed', 'upstream_failed', 'up_for_retry', 'up_for_reschedule', 'queued', 'restarting', 'running', 'deferred', 'scheduled', 'none', 'success', 'skipped', 'removed',
];

/** The state that matters most; null where there is none. */
export function worstState(states: readonly (string | null)[]): string | null {
  let worst: string | null = null;
  let rank = weight.length;
  for (const state of states) {
    const at = state === null ? rank : weight.indexOf(state);
    if (state !== null && at >= 0 && at < rank) [worst, rank] = [state, at];
  }
  return worst;
}

export interface GridCell {
  /** Null where the run has no such task, or has not come to it. */
  readonly state: string | null;
  readonly label: string;
  /** What stands in the cell beside its sign: how many a mapped task maps to. */
  readonly count: string;
}

/** One cell, in words for whoever hears or hovers it. */
export function cellOf(model: GridModel, row: number, run: number): GridCell {
  const { kind, id, tasks, isMapped } = model.rows[row]!;
  const { id: runId } = model.runs[run]!;
  const { states, tries, starts, ends, mapped } = model.columns[run]!;
  if (kind === 'group') {
    const all = tasks.map((at) => states[at] ?? null);
    const state = worstState(all);
    return { state, label: `group ${id}, run ${runId}, ${countsText(all)}`, count: '' };
  }
  const at = tasks[0]!;
  const state = states[at] ?? null;
  const counts = isMapped ? mapped[id] : undefined;
  const [start, end, tried] = [starts[at] ?? null, ends[at] ?? null, tries[at] ?? 0];
  const parts = [id, `run ${runId}`, state === null ? 'no instance' : stateWord(state)];
  if (counts) parts.push(`mapped to ${Object.entries(counts).map(([name, count]) => `${count} ${stateWord(name)}`).join(' and ')}`);
  if (tried > 0) parts.push(`try ${tried}`);
  if (start !== null && end !== null) parts.push(durationText(end - start));
  const total = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : 0;
  return { state, label: parts.join(', '), count: counts ? (total > 99 ? '99+' : String(total)) : '' };
}

function countsText(states: readonly (string | null)[]): string {
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state ?? 'none', (counts.get(state ?? 'none') ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => weight.indexOf(a) - weight.indexOf(b)).map(([state, count]) => `${count} ${stateWord(state)}`).join(', ');
}

/** A run in words: its state, type and how long it took, or has taken until now. */
export function runLabel({ id, state, type, start, end, note }: Run, now: number): string {
  const took = elapsed(start, end, now);
  return [`run ${id}`, stateWord(state), type, took === null ? null : durationText(took), note === null ? null : `note: ${note}`].filter((part) => part !== null).join(', ');
}
