import { pathOf } from '../../state/areas.ts';
import type { InstanceKey } from '../../state/dag-desk.ts';

/** Where a run of a DAG, and a task instance in it, are looked at. */

export const runPath = (dag_id: string, run_id: string): string => `${pathOf('dags', dag_id)}?${new URLSearchParams({ tab: 'runs', run: run_id })}`;

export const instancePath = (dag_id: string, { dag_run_id, task_id, map_index }: InstanceKey): string =>
  `${pathOf('dags', dag_id)}?${new URLSearchParams({ tab: 'runs', run: dag_run_id, task: task_id, ...(map_index === undefined || map_index < 0 ? {} : { map: String(map_index) }) })}`;
