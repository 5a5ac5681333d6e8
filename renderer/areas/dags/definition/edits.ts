/** Changes of a definition, each a new value: what a form does not know of it stays as it was written. */

export type Values = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

export const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(whole: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (typeof value === 'object' && value !== null ? (value as Readonly<Record<string | number, unknown>>)[step] : undefined), whole);
}

/** A name that is new to an object comes last, but before the tasks, which are long. */
function withEntry(object: Values, name: string, value: unknown): Values {
  if (value === undefined) return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  if (Object.hasOwn(object, name) || !Object.hasOwn(object, 'tasks')) return { ...object, [name]: value };
  const { tasks, ...head } = object;
  return { ...head, [name]: value, tasks };
}

/** The same with another value at a path; undefined takes what stands there away. */
export function withValue(whole: Values, path: Path, value: unknown): Values {
  const [step, ...rest] = path;
  if (step === undefined) return whole;
  const within = (inner: unknown) => (Array.isArray(inner) ? withItem(inner, rest, value) : withValue(isObject(inner) ? inner : {}, rest, value));
  return withEntry(whole, String(step), rest.length === 0 ? value : within(whole[step]));
}

function withItem(list: readonly unknown[], path: Path, value: unknown): readonly unknown[] {
  const [step, ...rest] = path;
  if (typeof step !== 'number') return list;
  if (rest.length === 0) return value === undefined ? list.toSpliced(step, 1) : list.with(step, value);
  const inner = list[step];
  return list.with(step, Array.isArray(inner) ? withItem(inner, rest, value) : withValue(isObject(inner) ? inner : {}, rest, value));
}

export const tasksOf = (definition: Values): readonly unknown[] => (Array.isArray(definition['tasks']) ? (definition['tasks'] as unknown[]) : []);
export const taskId = (task: unknown): string => (isObject(task) && typeof task['task_id'] === 'string' ? task['task_id'] : '');
export const namesIn = (task: unknown): readonly unknown[] => (isObject(task) && Array.isArray(task['depends_on']) ? (task['depends_on'] as unknown[]) : []);

/** Every group that tasks name, with those around them: `outer.inner` is within `outer`. */
export function groupsOf(definition: Values): string[] {
  const found = new Set<string>();
  for (const task of tasksOf(definition)) {
    const group = isObject(task) ? task['task_group'] : undefined;
    if (typeof group !== 'string' || group === '') continue;
    const steps = group.split('.');
    for (let depth = 1; depth <= steps.length; depth += 1) found.add(steps.slice(0, depth).join('.'));
  }
  return [...found];
}

/** `load` → `load_2`, or the first number that is free. */
export function freeId(definition: Values, wanted: string): string {
  const taken = new Set(tasksOf(definition).map(taskId));
  const stem = wanted.replace(/_\d+$/, '');
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${stem}_${number}`;
  return id;
}

const withTasks = (definition: Values, tasks: readonly unknown[]): Values => ({ ...definition, tasks });

export const insertTask = (definition: Values, at: number, task: Values): Values => withTasks(definition, tasksOf(definition).toSpliced(at, 0, task));

export function duplicateTask(definition: Values, at: number): Values {
  const task = tasksOf(definition)[at];
  return isObject(task) ? insertTask(definition, at + 1, { ...task, task_id: freeId(definition, taskId(task) || 'task') }) : definition;
}

/** Takes a task away, also from what waits for it. */
export function removeTask(definition: Values, at: number): Values {
  const tasks = tasksOf(definition);
  const id = taskId(tasks[at]);
  const left = tasks.toSpliced(at, 1);
  if (id === '' || left.some((task) => taskId(task) === id)) return withTasks(definition, left);
  return withTasks(definition, left.map((task) => {
    if (!isObject(task) || !namesIn(task).includes(id)) return task;
    const others = namesIn(task).filter((name) => name !== id);
    return withEntry(task, 'depends_on', others.length === 0 ? undefined : others);
  }));
}

export function moveTask(definition: Values, at: number, to: number): Values {
  const tasks = tasksOf(definition);
  if (to < 0 || to >= tasks.length) return definition;
  return withTasks(definition, tasks.toSpliced(at, 1).toSpliced(to, 0, tasks[at]));
}
