import type { GridAnswer } from '../../../../../../renderer/state/dag-desk.ts';
import { gridModel, type GridChoice, type GridModel } from '../../../../../../renderer/areas/dags/grid/grid-model.ts';

/** A grid with a group in a group, a mapped task, and two runs of which the newer one failed. */
export const answer: GridAnswer = {
  dag_runs: [
    { dag_run_id: 'r2', dag_id: 'd', state: 'failed', run_type: 'manual', start_date: '2026-01-02T00:00:00Z', end_date: '2026-01-02T00:00:20Z', note: 'look' },
    { dag_run_id: 'r1', dag_id: 'd', state: 'success', run_type: 'scheduled', start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-01T00:00:10Z' },
  ],
  tasks: [
    { task_id: 'extract', operator_name: 'http', upstream_task_ids: [], task_group: null, is_mapped: false },
    { task_id: 'load.clean', operator_name: 'transform', upstream_task_ids: ['extract'], task_group: 'load', is_mapped: false },
    { task_id: 'report', operator_name: 'sleep', upstream_task_ids: ['extract'], task_group: null, is_mapped: false },
    { task_id: 'load.inner.write', operator_name: 'http', upstream_task_ids: ['load.clean'], task_group: 'load.inner', is_mapped: true },
  ],
  task_groups: [{ group_id: 'load', parent_group: null }, { group_id: 'load.inner', parent_group: 'load' }],
  columns: [
    { dag_run_id: 'r2', states: ['success', 'failed', 'success', 'upstream_failed'], tries: [1, 2, 1, 0], starts: [0, 1000, 0, null], ends: [1000, 4000, 500, null], mapped: {} },
    { dag_run_id: 'r1', states: ['success', 'success', null, 'success'], tries: [1, 1, 0, 1], starts: [0, 0, null, 0], ends: [1, 1, null, 1], mapped: { 'load.inner.write': { success: 2, failed: 1 } } },
  ],
  total_entries: 7,
};

export const everything: GridChoice = { closed: new Set(), keepTask: () => true, keepRun: () => true, onlyFailed: false };

export const modelOf = (choice: Partial<GridChoice> = {}): GridModel => gridModel(answer, { ...everything, ...choice });

/** So many runs of so many tasks, all of which succeeded. */
export function largeAnswer(runs: number, tasks: number): GridAnswer {
  const range = (count: number) => Array.from({ length: count }, (_, at) => at);
  return {
    dag_runs: range(runs).map((run) => ({ dag_run_id: `run${run}`, dag_id: 'd', state: 'success', start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-01T00:01:00Z' })),
    tasks: range(tasks).map((task) => ({ task_id: `task${task}`, upstream_task_ids: [], task_group: null, is_mapped: false })),
    task_groups: [],
    columns: range(runs).map((run) => ({ dag_run_id: `run${run}`, states: range(tasks).map(() => 'success' as const), tries: range(tasks).map(() => 1), starts: range(tasks).map(() => 0), ends: range(tasks).map(() => 1), mapped: {} })),
    total_entries: runs,
  };
}
