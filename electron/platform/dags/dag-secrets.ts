import { isSecretMark } from '../../../shared/contract/fields.ts';
import type { FieldProblem } from '../../../shared/errors.ts';
import type { Secrets } from '../secrets.ts';

/** The credentials in the `auth` of a DAG's tasks: sealed per version, and marked in its definition. */
export interface DagSecrets {
  /** The definition with marks for its secrets. A mark stands for the secret of the same task in version `before`. */
  keep(dag: number, version: number, definition: Raw, before: number | undefined): Raw;
  /** A task's `auth` in clear. */
  authOf(dag: number, version: number, task_id: string, auth: unknown): unknown;
  forget(dag: number, versions: readonly number[]): void;
}

type Raw = Readonly<Record<string, unknown>>;
type RawTask = Raw & { readonly task_id: string };

const kind = 'dag';
const idOf = (dag: number, version: number) => `${dag}/${version}`;
const tasksOf = (definition: Raw) => definition['tasks'] as readonly RawTask[];

export function createDagSecrets(secrets: Secrets): DagSecrets {
  return {
    keep(dag, version, definition, before) {
      const auths = Object.fromEntries(tasksOf(definition).filter(({ auth }) => auth !== undefined && auth !== null).map(({ task_id, auth }) => [task_id, auth]));
      if (Object.keys(auths).length === 0) return definition;
      const clear = before === undefined ? { auth: auths } : secrets.reveal(kind, idOf(dag, before), { auth: auths });
      const { auth: marked } = secrets.keep(kind, idOf(dag, version), {}, clear) as { auth: Raw };
      const withMarks = (task: RawTask): RawTask => (Object.hasOwn(marked, task.task_id) ? { ...task, auth: marked[task.task_id] } : task);
      return { ...definition, tasks: tasksOf(definition).map(withMarks) };
    },

    authOf: (dag, version, task_id, auth) =>
      (secrets.reveal(kind, idOf(dag, version), { auth: { [task_id]: auth } }) as { auth: Raw }).auth[task_id],

    forget(dag, versions) {
      for (const version of versions) secrets.forget(kind, idOf(dag, version));
    },
  };
}

/** Marks in a definition that stand for nothing: this DAG has no earlier version. */
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
