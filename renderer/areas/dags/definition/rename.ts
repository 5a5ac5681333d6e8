import { isObject, namesIn, taskId, tasksOf, withValue, type Path, type Values } from './edits.ts';

/** A place that names a task, and the text that stands there once it names another id. */
export interface Mention {
  readonly path: Path;
  readonly naming: (id: string) => string;
}

interface Writing {
  /** A mention of the id: what comes before it, and the id as it may be written. */
  readonly found: (id: string) => RegExp;
  readonly written: (id: string) => string;
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** `{{ tasks.load.result }}`, or `{{ tasks["a.b"].result }}` for an id with a dot. */
const inTemplate: Writing = {
  found: (id) => new RegExp(String.raw`(\{\{\s*tasks)(?:\.${escaped(id)}(?![\p{L}\p{N}_-])|\["${escaped(id)}"\]|\['${escaped(id)}'\])(?=[^{}]*\}\})`, 'gu'),
  written: (id) => (/^[\p{L}\p{N}_-]*$/u.test(id) ? `.${id}` : `["${id}"]`),
};

/** `tasks.load.result` in JSONata, or with backticks for an id that is no name there. */
const inExpression: Writing = {
  found: (id) => new RegExp(`(?<![\\p{L}\\p{N}_.\`"'])(tasks)\\.(?:\`${escaped(id)}\`|${escaped(id)}(?![\\p{L}\\p{N}_]))`, 'gu'),
  written: (id) => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(id) ? `.${id}` : `.\`${id}\``),
};

function* textsIn(value: unknown, path: Path): Generator<readonly [text: string, path: Path]> {
  if (typeof value === 'string') yield [value, path];
  else if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* textsIn(item, [...path, at]);
  else if (isObject(value)) for (const [name, item] of Object.entries(value)) yield* textsIn(item, [...path, name]);
}

/** Where tasks name a task; nowhere while two tasks share its id, since it is not known which is meant. */
export function mentionsOf(definition: Values, at: number): Mention[] {
  const tasks = tasksOf(definition);
  const id = taskId(tasks[at]);
  if (id === '' || tasks.some((task, other) => other !== at && taskId(task) === id)) return [];
  return tasks.flatMap((task, index) => {
    const waits: Mention[] = namesIn(task).flatMap((name, place) => (name === id ? [{ path: ['tasks', index, 'depends_on', place], naming: (next: string) => next }] : []));
    const said = [...textsIn(task, ['tasks', index])].flatMap(([text, path]) => {
      const { found, written } = path.at(-1) === 'expression' ? inExpression : inTemplate;
      return found(id).test(text) ? [{ path, naming: (next: string) => text.replaceAll(found(id), (_, before: string) => before + written(next)) }] : [];
    });
    return waits.concat(said);
  });
}

/** Gives a task another id, also in the places that name it. */
export function renameTask(definition: Values, at: number, id: string, mentions: readonly Mention[]): Values {
  return mentions.reduce<Values>((now, { path, naming }) => withValue(now, path, naming(id)), withValue(definition, ['tasks', at, 'task_id'], id));
}
