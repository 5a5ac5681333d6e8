import type { GraphItem } from '../../../components/graph/graph-item.ts';
import type { GraphShape, ShapeEdge } from '../../../components/graph/layout.ts';
import type { GridAnswer, GridColumn } from '../../../state/dag-desk.ts';
import { worstState } from '../grid/grid-model.ts';

/** A DAG as a graph: tasks and closed groups as boxes, open groups around what they hold. */

export interface DagItem extends GraphItem {
  readonly kind: 'task' | 'group';
  readonly label: string;
  readonly operator: string | null;
  /** Places in the answer's list of tasks: its own, or all that a group holds. */
  readonly tasks: readonly number[];
}

type Structure = Pick<GridAnswer, 'tasks' | 'task_groups'>;

const box = { width: 190, height: 36 };

/** Groups around a task or a group, innermost first. */
function groupsAround(group: string | null, parents: ReadonlyMap<string, string | null>): string[] {
  const found: string[] = [];
  for (let at = group; at !== null && parents.has(at) && !found.includes(at); at = parents.get(at) ?? null) found.push(at);
  return found;
}

/** What each task is drawn as: itself, or the outermost closed group around it. */
function standIns({ tasks, task_groups }: Structure, closed: ReadonlySet<string>): string[] {
  const parents = new Map(task_groups.map(({ group_id, parent_group }) => [group_id, parent_group]));
  return tasks.map(({ task_id, task_group }) => groupsAround(task_group, parents).findLast((id) => closed.has(id)) ?? task_id);
}

/** Boxes and lines; it is the same text for the same structure, whatever the states. */
export function shapeOf(structure: Structure, closed: ReadonlySet<string>): GraphShape {
  const { tasks, task_groups } = structure;
  const parents = new Map(task_groups.map(({ group_id, parent_group }) => [group_id, parent_group]));
  const stands = standIns(structure, closed);
  const placeOf = new Map(tasks.map(({ task_id }, at) => [task_id, at]));
  const nodes = new Map<string, GraphShape['nodes'][number]>();
  tasks.forEach(({ task_id, task_group }, at) => {
    const id = stands[at]!;
    const around = groupsAround(task_group, parents);
    const open = id === task_id ? around : around.slice(around.indexOf(id) + 1);
    // What holds others comes before them.
    open.toReversed().forEach((group, depth, all) => {
      if (!nodes.has(group)) nodes.set(group, { id: group, ...box, parent: all[depth - 1] ?? null });
    });
    if (!nodes.has(id)) nodes.set(id, { id, ...box, parent: open[0] ?? null });
  });
  const edges = new Map<string, ShapeEdge>();
  tasks.forEach(({ upstream_task_ids }, at) => {
    for (const upstream of upstream_task_ids) {
      const from = placeOf.get(upstream);
      if (from === undefined) continue;
      const [source, target] = [stands[from]!, stands[at]!];
      if (source !== target) edges.set(`${source}\n${target}`, { source, target });
    }
  });
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** What stands in the boxes: names, and how the run that is looked at went. */
export function itemsOf(structure: Structure, shape: GraphShape, closed: ReadonlySet<string>, column: GridColumn | undefined, keeps: (at: number) => boolean): ReadonlyMap<string, DagItem> {
  const { tasks, task_groups } = structure;
  const parents = new Map(task_groups.map(({ group_id, parent_group }) => [group_id, parent_group]));
  const held = new Map<string, number[]>();
  tasks.forEach(({ task_id, task_group }, at) => {
    for (const id of [task_id, ...groupsAround(task_group, parents)]) held.set(id, [...(held.get(id) ?? []), at]);
  });
  return new Map(shape.nodes.map(({ id, parent }) => {
    const all = held.get(id) ?? [];
    const kind = parents.has(id) ? 'group' : 'task';
    const state = column ? (worstState(all.map((at) => column.states[at] ?? null)) ?? undefined) : undefined;
    return [id, {
      id, kind, state, tasks: all, holds: kind === 'group' && !closed.has(id), dim: !all.some(keeps),
      label: parent !== null && id.startsWith(`${parent}.`) ? id.slice(parent.length + 1) : id, operator: kind === 'task' ? (tasks[all[0]!]?.operator_name ?? null) : null,
    } satisfies DagItem];
  }));
}

/** The chain of tasks that made the run as long as it was, first one first: back from the one that ended last, always to the one that was waited for last. */
export function criticalPath({ tasks }: Pick<Structure, 'tasks'>, { ends }: Pick<GridColumn, 'ends'>): string[] {
  const placeOf = new Map(tasks.map(({ task_id }, at) => [task_id, at]));
  const endOf = (at: number | undefined) => (at === undefined ? -Infinity : (ends[at] ?? -Infinity));
  const latest = (places: readonly number[]) => places.reduce<number | undefined>((best, at) => (endOf(at) > endOf(best) ? at : best), undefined);
  const path: string[] = [];
  for (let at = latest(tasks.map((_task, place) => place)); at !== undefined && path.length <= tasks.length; ) {
    path.unshift(tasks[at]!.task_id);
    at = latest(tasks[at]!.upstream_task_ids.flatMap((id) => placeOf.get(id) ?? []));
  }
  return path;
}

/** The edges between one step of a path and the next, by their places in the shape; steps inside a closed group have none. */
export function markedEdges(structure: Structure, shape: GraphShape, closed: ReadonlySet<string>, path: readonly string[]): ReadonlySet<number> {
  const stands = standIns(structure, closed);
  const standOf = new Map(structure.tasks.map(({ task_id }, at) => [task_id, stands[at]!]));
  const wanted = new Set(path.slice(1).map((id, at) => `${standOf.get(path[at]!)}\n${standOf.get(id)}`));
  return new Set(shape.edges.flatMap(({ source, target }, at) => (wanted.has(`${source}\n${target}`) ? [at] : [])));
}

type Way = 'up' | 'down' | 'left' | 'right';

/** Where an arrow key leads: along an edge, or to the next box above or below in the same layer. */
export function walk(shape: GraphShape, boxes: ReadonlyMap<string, { readonly x: number; readonly y: number }>, from: string, way: Way): string | null {
  const at = boxes.get(from);
  if (!at) return null;
  const nearest = (ids: readonly string[]) => ids.filter((id) => boxes.has(id)).toSorted((a, b) => Math.abs(boxes.get(a)!.y - at.y) - Math.abs(boxes.get(b)!.y - at.y))[0] ?? null;
  if (way === 'right') return nearest(shape.edges.filter(({ source }) => source === from).map(({ target }) => target));
  if (way === 'left') return nearest(shape.edges.filter(({ target }) => target === from).map(({ source }) => source));
  const holding = new Set(shape.nodes.map(({ parent }) => parent));
  const beside = shape.nodes.filter(({ id }) => {
    const box = boxes.get(id);
    return box && id !== from && !holding.has(id) && Math.abs(box.x - at.x) < 95 && (way === 'up' ? box.y < at.y : box.y > at.y);
  });
  return nearest(beside.map(({ id }) => id));
}
