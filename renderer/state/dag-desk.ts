import type { z } from 'zod';
import type { dagRuns, dagVersions, gridColumn, gridGroup, gridTask, taskInstance } from '../../shared/contract/dag-desk.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { refresh, scopeInput, useLists, type Source } from './lists.ts';

/** What an operator's desk reads and does: the grid of a DAG, single runs and task instances, and versions. */

export type GridAnswer = z.output<typeof dagRuns.calls.grid.output>;
export type GridTask = z.output<typeof gridTask>;
export type GridGroup = z.output<typeof gridGroup>;
export type GridColumn = z.output<typeof gridColumn>;
export type TaskInstance = z.output<typeof taskInstance>;
export type VersionDefinition = z.output<typeof dagVersions.calls.get.output>;

export interface GridQuery {
  /** Runs at most, newest first. */
  readonly limit: number;
  readonly run_type?: string;
  readonly state?: string;
  readonly start_date_gte?: string;
  readonly end_date_lte?: string;
}
export const gridOf = (dag_id: string, query: GridQuery): Source => ({ group: 'dagRuns', method: 'grid', input: { dag_id, ...query }, live: true });
/** The last runs, for figures over time. */
export const manyRunsOf = (dag_id: string): Source => ({ group: 'dags', method: 'runs', input: { dag_id, limit: 500 }, live: true });
export const runOf = (dag_id: string, dag_run_id: string): Source => ({ group: 'dagRuns', method: 'get', input: { dag_id, dag_run_id }, live: true });

/** One task of one run; a mapped one is known by its place, too. */
export interface InstanceKey {
  readonly dag_run_id: string;
  readonly task_id: string;
  readonly map_index?: number;
}
export const instanceOf = (dag_id: string, key: InstanceKey): Source => ({ group: 'taskInstances', method: 'get', input: { dag_id, ...key }, live: true });
export const triesOf = (dag_id: string, key: InstanceKey): Source => ({ group: 'taskInstances', method: 'tries', input: { dag_id, ...key }, live: true });
export const mappedOf = (dag_id: string, { dag_run_id, task_id }: InstanceKey): Source => ({
  group: 'taskInstances', method: 'mapped', input: { dag_id, dag_run_id, task_id, limit: 1000 }, live: true,
});
export const versionsOf = (dag_id: string): Source => ({ group: 'dagVersions', method: 'list', input: { dag_id } });
export const versionOf = (dag_id: string, version_number: number): Source => ({ group: 'dagVersions', method: 'get', input: { dag_id, version_number } });

/** Most task instances that one call takes. */
export const mostInstances = 20_000;

/** What is done to task instances: forget what they came to, or say what they came to. */
export type InstanceDeed = 'clear' | 'success' | 'failed' | 'skipped';

export interface Reach {
  readonly include_upstream: boolean;
  readonly include_downstream: boolean;
  /** Only where they are cleared. */
  readonly only_failed: boolean;
}

/** Does it to task instances, or says only what it would change. */
export function changeInstances(dag_id: string, deed: InstanceDeed, task_instances: readonly InstanceKey[], reach: Reach, dry_run: boolean) {
  const { only_failed, ...around } = reach;
  const input = { ...scopeInput(), dag_id, task_instances: [...task_instances], ...around, dry_run };
  return deed === 'clear' ? api.taskInstances.clear({ ...input, only_failed }) : api.taskInstances.setState({ ...input, state: deed });
}

export type RunDeed = 'success' | 'failed' | 'queued' | 'remove';

/** Ends a run, starts it anew, or takes it away. */
export function changeRun(dag_id: string, dag_run_id: string, deed: RunDeed): Promise<Reply> {
  const input = { ...scopeInput(), dag_id, dag_run_id };
  return deed === 'remove' ? api.dagRuns.remove(input) : api.dagRuns.setState({ ...input, state: deed });
}

export const setNote = (dag_id: string, dag_run_id: string, note: string | null): Promise<Reply> =>
  api.dagRuns.setNote({ ...scopeInput(), dag_id, dag_run_id, note });

export interface DefinitionProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What the platform finds wrong with a definition, without adding it, or why it cannot be asked. */
export async function judgeDefinition(dag: Record<string, unknown>, signal: AbortSignal): Promise<readonly DefinitionProblem[] | ErrorValue> {
  const reply = await api.dagVersions.validate({ ...scopeInput(), dag }, signal);
  return reply.ok ? reply.data.problems : reply.error;
}

const desk: ReadonlySet<string> = new Set(['dags', 'securedDags', 'dagRuns', 'taskInstances']);

/** Asks anew for whatever of a DAG is looked at, after something was done to its runs. */
export function refreshDesk(dag_id: string): void {
  for (const { source, flight } of Object.values(useLists.get().slices)) {
    if (flight !== 0 && desk.has(source.group) && source.input?.['dag_id'] === dag_id) refresh(source);
  }
}
