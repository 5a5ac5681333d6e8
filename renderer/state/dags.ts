import type { Row } from '../../shared/contract/entity.ts';
import type { Reply } from '../../shared/rpc.ts';
import { afterAction, callOfAction, type DagAction } from '../../shared/rules/dag-actions.ts';
import { api } from '../api/client.ts';
import { mostRows } from './list-pages.ts';
import { attempt, listNow, scopeInput, useLists, type ListSlice, type Source } from './lists.ts';
import { useSession } from './session.ts';

/**
 * DAGs: where their parts are read, and what can be done to them. This is the one place that chooses between the two routes:
 * the open one, and the secured one for what only that has. There the client is the user.
 */

export const useClientId = (): string => useSession(({ session }) => session?.user?.id ?? '');

/** DAGs in one page of their list: few enough that the window stays quick while it takes them in. */
export const dagsPerPage = 500;
/** The DAGs that began a run last, of a list of many pages. */
export const newestDags = { order_by: '-last_run_start_date', limit: 100 } as const;
/** All DAGs, as their list asks for them. */
export const everyDag: Source = { group: 'dags', input: { limit: dagsPerPage }, live: true, paged: true, newest: newestDags };
/** Has the platform more DAGs than a list holds? */
export const useHasMore = (): boolean => useLists(() => (listNow(everyDag).total ?? 0) > mostRows);

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

/** Why a DAG is paused, and until when (ISO 8601); then it resumes by itself. */
export interface PauseWish {
  readonly reason?: string;
  readonly until?: string;
}

const withPause = (row: Row, pause_reason: unknown, paused_until: unknown): Row => ({ ...row, pause_reason, paused_until });

/** Pauses or resumes a DAG; it is seen at once, and taken back if the platform refuses [S-006][S-009]. */
export function setPaused(row: Row, paused: boolean, wish: PauseWish = {}): Promise<Reply> {
  const { dag_id, is_paused = false, pause_reason = null, paused_until = null } = row as DagRow & { readonly pause_reason?: unknown; readonly paused_until?: unknown };
  const action = paused ? 'pause' : 'resume';
  const shown = (action: DagAction, pause_reason: unknown, paused_until: unknown) => (slice: ListSlice): readonly Row[] => {
    const rows = inDags(action, dag_id)(slice);
    return rows === slice.data ? rows : rows.map((row) => (row['dag_id'] === dag_id ? withPause(row, pause_reason, paused_until) : row));
  };
  const now = paused ? shown(action, wish.reason ?? pause_reason, wish.until ?? paused_until) : shown(action, null, null);
  return attempt('dags', callOfAction(action), { dag_id, ...(paused ? wish : {}) }, now, shown(is_paused ? 'pause' : 'resume', pause_reason, paused_until));
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
