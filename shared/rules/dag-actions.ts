import { AppError } from '../errors.ts';

/** What the user's words for DAG actions mean on the server: start and trigger are the same [S-005…S-008][A-018]. */
const calls = { start: 'trigger', trigger: 'trigger', pause: 'pause', resume: 'unpause', delete: 'remove' } as const;
export type DagAction = keyof typeof calls;
export type DagCall = (typeof calls)[DagAction];

/** The call of the `dags` and `securedDags` groups that an action stands for. Throws `invalid_input`. */
export function callOfAction(action: string): DagCall {
  if (!Object.hasOwn(calls, action)) throw new AppError('invalid_input', `Invalid action: ${action}`);
  return calls[action as DagAction];
}

/** A list of DAGs after an action on one: pause and resume set `is_paused`, delete removes [S-009]. */
export function afterAction<D extends { readonly dag_id: string; readonly is_paused?: boolean | null | undefined }>(
  dags: readonly D[], dag_id: string, action: string,
): D[] {
  const call = callOfAction(action);
  if (call === 'remove') return dags.filter((dag) => dag.dag_id !== dag_id);
  if (call === 'trigger') return [...dags];
  return dags.map((dag) => (dag.dag_id === dag_id ? { ...dag, is_paused: call === 'pause' } : dag));
}
