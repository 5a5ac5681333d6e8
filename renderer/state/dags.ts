import type { Row } from '../../shared/contract/entity.ts';
import type { Reply } from '../../shared/rpc.ts';
import { afterAction, callOfAction, type DagAction } from '../../shared/rules/dag-actions.ts';
import { api } from '../api/client.ts';
import { rowCounts } from './list-view.ts';
import { attempt, listNow, scopeInput, useLists, type ListSlice, type Source } from './lists.ts';
import { useSession } from './session.ts';

/**
 * DAGs: where their parts are read, and what can be done to them. This is the one place that chooses between the two routes:
 * the open one, and the secured one for what only that has. There the client is the user.
 */

export const useClientId = (): string => useSession(({ session }) => session?.user?.id ?? '');

/** All DAGs, as their list asks for them; `rows` is how many at once. */
export const everyDag = (rows: number = rowCounts[0]): Source => ({ group: 'dags', input: { limit: rows }, live: true });
/** Has the platform more DAGs than that? */
export const useHasMore = (rows: number): boolean => useLists(() => {
  const { data, total = 0 } = listNow(everyDag(rows));
  return total > data.length;
});

export const detailsOf = (dag_id: string): Source => ({ group: 'dags', method: 'details', input: { dag_id }, live: true });
export const runsOf = (dag_id: string): Source => ({ group: 'dags', method: 'runs', input: { dag_id, limit: 100 }, live: true });
export const tasksOf = (client_id: string, dag_id: string): Source => ({ group: 'securedDags', method: 'tasks', input: { client_id, dag_id } });
export const instancesOf = (client_id: string, dag_id: string, dag_run_id: string): Source => ({
  group: 'securedDags', method: 'taskInstances', input: { client_id, dag_id, dag_run_id }, live: true,
});

export interface EventFilter {
  /** Dates such as 2026-03-29, or instants. */
  readonly start?: string;
  readonly end?: string;
  readonly search_term?: string;
}
export const eventsOf = (dag_id: string, filter: EventFilter): Source => ({ group: 'dags', method: 'events', input: { dag_id, limit: 200, ...filter }, live: true });

type DagRow = Row & { readonly dag_id: string; readonly is_paused?: boolean };

/** The rows that are DAGs; runs and events of a DAG carry its id, too. */
const inDags = (action: DagAction, dag_id: string) => ({ source: { method = 'list' }, data }: ListSlice): readonly Row[] =>
  (method === 'list' || method === 'details' ? afterAction(data as readonly DagRow[], dag_id, action) : data);

/** Pauses or resumes a DAG; it is seen at once, and taken back if the platform refuses [S-006][S-009]. */
export function setPaused(row: Row, paused: boolean): Promise<Reply> {
  const { dag_id, is_paused = false } = row as DagRow;
  const action = paused ? 'pause' : 'resume';
  return attempt('dags', callOfAction(action), { dag_id }, inDags(action, dag_id), inDags(is_paused ? 'pause' : 'resume', dag_id));
}

/** What a run is started with; what is left out, the platform chooses. */
export interface RunStart {
  readonly conf?: Record<string, unknown>;
  /** ISO 8601. */
  readonly logical_date?: string;
  readonly dag_run_id?: string;
  readonly note?: string;
}

/** Starts a run [S-005]; the run is the answer. */
export const triggerRun = (dag_id: string, start: RunStart = {}) => api.dags[callOfAction('trigger') as 'trigger']({ ...scopeInput(), dag_id, ...start });

/**
 * Adds a DAG; one that is known by its id gets a new version, which replaces the definition as a whole. An edited definition goes this
 * way, too: the secured update takes only fields that change, so none could be taken away by it, and the spec leaves its name open [C-155][C-164].
 */
export const saveDefinition = (definition: Record<string, unknown>) =>
  api.dags.add({ tenant_id: '', environment_id: '', ...scopeInput(), dags: [definition] });

/** Is there a DAG with this id? Undefined where that cannot be told now. */
export async function isKnown(client_id: string, dag_id: string): Promise<boolean | undefined> {
  const reply = await api.securedDags.basic({ ...scopeInput(), client_id, dag_id });
  if (reply.ok) return true;
  return reply.error.code === 'not_found' ? false : undefined;
}
