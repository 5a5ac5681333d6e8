/** Task groups: names for parts of a graph, which may stand for their tasks. `a.b` is a group within `a`. */
export interface TaskGroups {
  /** Every group that holds a task, the outer ones first. */
  readonly ids: readonly string[];
  /** The tasks that ids of tasks and groups stand for as what is waited for: of a group, those that nothing in it waits for. */
  tasksFor(ids: readonly string[]): string[];
  /** The tasks of a group that wait for nothing in it. */
  rootsOf(group: string): string[] | undefined;
}

interface Grouped {
  readonly task_id: string;
  readonly task_group?: string | undefined;
  readonly depends_on: readonly string[];
}

/** A group and all that it stands in, itself first. */
export function withOuter(group: string): string[] {
  const parts = group.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

export const outerOf = (group: string): string | null => (group.includes('.') ? group.slice(0, group.lastIndexOf('.')) : null);

const depth = (group: string) => group.split('.').length;

export function groupsOf(tasks: readonly Grouped[]): TaskGroups {
  const members = new Map<string, Grouped[]>();
  for (const task of tasks) {
    for (const group of task.task_group === undefined ? [] : withOuter(task.task_group)) {
      const known = members.get(group);
      if (known) known.push(task);
      else members.set(group, [task]);
    }
  }
  const ids = [...members.keys()].toSorted((a, b) => depth(a) - depth(b));
  const leaves = new Map<string, string[]>();
  const tasksFor = (names: readonly string[]) => (members.size === 0 ? [...new Set(names)] : [...new Set(names.flatMap((name) => leaves.get(name) ?? [name]))]);
  // From the inside out: what a group waits for within itself is a task, or a group that lies deeper.
  for (const group of ids.toReversed()) {
    const awaited = new Set(members.get(group)!.flatMap(({ depends_on }) => tasksFor(depends_on)));
    leaves.set(group, members.get(group)!.map(({ task_id }) => task_id).filter((task) => !awaited.has(task)));
  }
  return {
    ids,
    tasksFor,
    rootsOf(group) {
      const inside = members.get(group);
      const own = new Set(inside?.map(({ task_id }) => task_id));
      return inside?.filter(({ depends_on }) => !tasksFor(depends_on).some((before) => own.has(before))).map(({ task_id }) => task_id);
    },
  };
}
