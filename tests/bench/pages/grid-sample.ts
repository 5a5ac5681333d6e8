import type { GridAnswer } from '../../../renderer/state/dag-desk.ts';

const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const states = ['success', 'success', 'success', 'success', 'failed', 'skipped', 'upstream_failed'] as const;

/** So many runs of so many tasks, each of which waits for one or two of the layer before it. */
export function gridSample(runs: number, tasks: number): GridAnswer {
  const layer = Math.max(2, Math.round(Math.sqrt(tasks)));
  const id = (at: number) => `task_${at}`;
  return {
    dag_runs: range(runs).map((run) => ({
      dag_run_id: `scheduled__${run}`, dag_id: 'large', state: run % 7 === 3 ? 'failed' : 'success', run_type: 'scheduled', start_date: '2026-01-01T00:00:00Z', end_date: new Date(Date.UTC(2026, 0, 1, 0, 1 + (run % 9))).toISOString(),
    })),
    tasks: range(tasks).map((at) => ({
      task_id: id(at), operator_name: 'http', task_group: null, is_mapped: at % 20 === 7,
      upstream_task_ids: at < layer ? [] : [...new Set([at - layer, at - layer - (at % 3 === 0 && at % layer > 0 ? 1 : 0)])].filter((other) => other >= 0).map(id),
    })),
    task_groups: [],
    columns: range(runs).map((run) => ({
      dag_run_id: `scheduled__${run}`,
      states: range(tasks).map((at) => states[(run * 31 + at * 17) % states.length]!), tries: range(tasks).map(() => 1), starts: range(tasks).map((at) => at * 1000), ends: range(tasks).map((at) => at * 1000 + 800),
      mapped: Object.fromEntries(range(tasks).filter((at) => at % 20 === 7).map((at) => [id(at), { success: 9, failed: 3 }])),
    })),
    total_entries: runs,
  };
}
