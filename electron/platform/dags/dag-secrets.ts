import { isSecretMark } from '../../../shared/contract/fields.ts';
import type { FieldProblem } from '../../../shared/errors.ts';
import type { Secrets } from '../secrets.ts';

/** The credentials in the `auth` of a DAG's tasks: sealed per version, and marked in its definition. */
export interface DagSecrets {
  /** Seals the secrets of a definition in clear, and returns it with marks for them. */
  keep(dag: number, version: number, clear: Raw): Raw;
  /**
   * A definition with the secrets that its marks stand for: those of the same task in the first of `versions` that has one,
   * so that what is added again from an older version has its secrets too. A mark that stands for nothing stays.
   */
  clear(dag: number, versions: readonly number[], definition: Raw): Raw;
  /** A task's `auth` in clear. */
  authOf(dag: number, version: number, task_id: string, auth: unknown): unknown;
  forget(dag: number, versions: readonly number[]): void;
}

type Raw = Readonly<Record<string, unknown>>;
type RawTask = Raw & { readonly task_id: string };

const kind = 'dag';
const idOf = (dag: number, version: number) => `${dag}/${version}`;
const tasksOf = (definition: Raw) => definition['tasks'] as readonly RawTask[];
const hasMark = (value: unknown): boolean => isSecretMark(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasMark));

/** `given` with what `revealed` has in the place of its marks. */
function fill(given: unknown, revealed: unknown): unknown {
  if (isSecretMark(given)) return typeof revealed === 'string' ? revealed : given;
  if (typeof given !== 'object' || given === null) return given;
  const inner = (revealed ?? {}) as Raw;
  if (Array.isArray(given)) return given.map((item, index) => fill(item, inner[String(index)]));
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(value, inner[name])]));
}

export function createDagSecrets(secrets: Secrets): DagSecrets {
  const authOf: DagSecrets['authOf'] = (dag, version, task_id, auth) =>
    (secrets.reveal(kind, idOf(dag, version), { auth: { [task_id]: auth } }) as { auth: Raw }).auth[task_id];

  return {
    keep(dag, version, clear) {
      const auths = Object.fromEntries(tasksOf(clear).filter(({ auth }) => auth !== undefined && auth !== null).map(({ task_id, auth }) => [task_id, auth]));
      if (Object.keys(auths).length === 0) return clear;
      const { auth: marked } = secrets.keep(kind, idOf(dag, version), {}, { auth: auths }) as { auth: Raw };
      const withMarks = (task: RawTask): RawTask => (Object.hasOwn(marked, task.task_id) ? { ...task, auth: marked[task.task_id] } : task);
      return { ...clear, tasks: tasksOf(clear).map(withMarks) };
    },

    clear(dag, versions, definition) {
      const inClear = (task: RawTask): RawTask => {
        let { auth } = task;
        for (const version of versions) {
          if (!hasMark(auth)) break;
          auth = fill(auth, authOf(dag, version, task.task_id, auth));
        }
        return auth === task['auth'] ? task : { ...task, auth };
      };
      return { ...definition, tasks: tasksOf(definition).map(inClear) };
    },

    authOf,

    forget(dag, versions) {
      for (const version of versions) secrets.forget(kind, idOf(dag, version));
    },
  };
}

/** Marks that are left in a definition, since they stand for nothing. */
export function strayMarks(definition: Raw, at: readonly (string | number)[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const walk = (value: unknown, path: readonly (string | number)[], task_id: string) => {
    if (isSecretMark(value)) {
      problems.push({ path, message: `DAG “${String(definition['dag_id'])}”, task “${task_id}”: ${path.slice(at.length + 2).join('.')} is the mark of a stored secret, but none is stored. Enter the secret itself` });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name], task_id);
    }
  };
  for (const [index, { task_id, auth }] of tasksOf(definition).entries()) walk(auth, [...at, 'tasks', index, 'auth'], task_id);
  return problems;
}
