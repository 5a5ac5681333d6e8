import { httpTask, platform, turns } from './harness.ts';

/** What a person does to the runs of one DAG, in words of a line each. */

export type Platform = ReturnType<typeof platform>;
/** A task instance as the calls answer it. */
export type Answered = { task_id: string; state: string | null; map_index: number; try_number: number; error: string | null; waiting_for?: string | null };

/** A platform with a run of one DAG, `d`, under way. */
export async function begun(tasks: unknown[], more: Record<string, unknown> = {}): Promise<Platform> {
  const p = platform();
  p.call('dags.add', { dags: [{ dag_id: 'd', tasks, ...more }] });
  p.call('dags.trigger', { dag_id: 'd' });
  await turns();
  return p;
}
export const lastRun = (p: Platform) => p.runs('d').at(-1)!.dag_run_id;
const changed = (answer: unknown) => Object.fromEntries((answer as { task_instances: Answered[] }).task_instances.map(({ task_id, state }) => [task_id, state]));
export const choose = (p: Platform, ...ids: string[]) => ({ dag_id: 'd', task_instances: ids.map((task_id) => ({ dag_run_id: lastRun(p), task_id })), include_upstream: false, include_downstream: false, dry_run: false });
export const clear = (p: Platform, ids: string[], more: Record<string, unknown> = {}) => changed(p.call('taskInstances.clear', { ...choose(p, ...ids), only_failed: false, ...more }));
export const mark = (p: Platform, state: string, ids: string[], more: Record<string, unknown> = {}) => changed(p.call('taskInstances.setState', { ...choose(p, ...ids), state, ...more }));
export const one = (p: Platform, task_id: string, more: Record<string, unknown> = {}) => p.call('taskInstances.get', { dag_id: 'd', dag_run_id: lastRun(p), task_id, ...more }) as unknown as Answered;
export const tries = (p: Platform, task_id: string) => (p.call('taskInstances.tries', { dag_id: 'd', dag_run_id: lastRun(p), task_id }) as unknown as { task_instances: Answered[] }).task_instances;
export const setRun = (p: Platform, state: string) => p.call('dagRuns.setState', { dag_id: 'd', dag_run_id: lastRun(p), state });
/** Three tasks in a row. */
export const chain = [httpTask('a'), httpTask('b', ['a']), httpTask('c', ['b'])];

export async function answerAll(p: Platform, ...urls: string[]): Promise<void> {
  for (const url of urls) {
    p.task(url).answer();
    await turns();
  }
}
