import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLandscape, type Landscape } from './landscape.ts';

let world: Landscape;
beforeAll(async () => {
  world = await startLandscape();
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const nap = (dag_id: string, more: object = {}) => ({
  dag_id, ...more,
  tasks: [{ task_id: 'load.first', operator: 'transform', expression: '{"slept": 1}' }, { task_id: 'last', operator: 'sleep', seconds: 0, depends_on: ['load.first'] }],
});

async function done<T = Record<string, unknown>>(action: string, input: Record<string, unknown> = {}): Promise<T> {
  const { status, body } = await world.ask(action, input);
  expect({ action, status, error: body.error }).toEqual({ action, status: 200, error: undefined });
  return body.data as T;
}

async function ended(dag_id: string, dag_run_id: string): Promise<string> {
  for (;;) {
    const { state } = await done<{ state: string }>('fetchDagRun', { dag_id, dag_run_id });
    if (state === 'success' || state === 'failed') return state;
    await wait(100);
  }
}

/** Adds a DAG, and a run of it that has ended. */
async function ran(dag_id: string, more: object = {}): Promise<{ dag_id: string; dag_run_id: string }> {
  await world.add(nap(dag_id, more));
  const { dag_run_id } = await done<{ dag_run_id: string }>('triggerDagRun', { dag_id, note: 'by hand' });
  await ended(dag_id, dag_run_id);
  return { dag_id, dag_run_id };
}

describe('the desk over an Airflow', () => {
  it('tells a run, and keeps a note of it', async () => {
    const place = await ran('desk_note');
    expect(await done('fetchDagRun', place)).toMatchObject({ ...place, note: 'by hand', state: 'success' });
    expect(await done('setDagRunNote', { ...place, note: 'looked at' })).toMatchObject({ note: 'looked at' });
  });

  it('draws a grid of runs and tasks, with groups by the names of tasks', async () => {
    const { dag_id, dag_run_id } = await ran('desk_grid');
    const grid = await done<{ tasks: { task_id: string }[]; columns: { starts: number[] }[] }>('fetchGrid', { dag_id });
    expect(grid).toMatchObject({
      dag_runs: [{ dag_run_id }], task_groups: [{ group_id: 'load', parent_group: null }],
      tasks: [{ task_id: 'load.first', task_group: 'load', upstream_task_ids: [] }, { task_id: 'last', task_group: null, upstream_task_ids: ['load.first'] }],
      columns: [{ dag_run_id, states: ['success', 'success'], tries: [1, 1], mapped: {} }],
    });
    expect(grid.columns[0]!.starts.every((start) => start > Date.parse('2026-01-01'))).toBe(true);
  });

  it('tells a task instance with its result and its tries', async () => {
    const place = { ...(await ran('desk_instance')), task_id: 'load.first' };
    expect(await done('fetchTaskInstance', place)).toMatchObject({ task_id: 'load.first', state: 'success', map_index: -1, result: { slept: 1 } });
    expect(await done('fetchTaskInstanceTries', place)).toMatchObject({ task_instances: [{ try_number: 1, state: 'success' }], total_entries: 1 });
  });

  it('says what clearing would hit, and clears it, so that it runs again', async () => {
    const { dag_id, dag_run_id } = await ran('desk_clear');
    const chosen = { dag_id, task_instances: [{ dag_run_id, task_id: 'load.first' }], include_downstream: true };
    const dry = await done<{ task_instances: { task_id: string }[] }>('clearTaskInstances', { ...chosen, dry_run: true });
    expect(dry.task_instances.map(({ task_id }) => task_id).toSorted()).toEqual(['last', 'load.first']);
    expect(await done('fetchTaskInstance', { dag_id, dag_run_id, task_id: 'last' })).toMatchObject({ try_number: 1 });
    await done('clearTaskInstances', chosen);
    await ended(dag_id, dag_run_id);
    expect(await done('fetchTaskInstance', { dag_id, dag_run_id, task_id: 'last' })).toMatchObject({ try_number: 2, state: 'success' });
  });

  it('marks task instances and runs', async () => {
    const { dag_id, dag_run_id } = await ran('desk_mark');
    const chosen = { dag_id, task_instances: [{ dag_run_id, task_id: 'last' }], state: 'failed' };
    expect(await done('setTaskInstancesState', { ...chosen, dry_run: true })).toMatchObject({ total_entries: 1 });
    expect(await done('fetchTaskInstance', { dag_id, dag_run_id, task_id: 'last' })).toMatchObject({ state: 'success' });
    await done('setTaskInstancesState', chosen);
    expect(await done('fetchTaskInstance', { dag_id, dag_run_id, task_id: 'last' })).toMatchObject({ state: 'failed' });
    expect(await done('setDagRunState', { dag_id, dag_run_id, state: 'failed' })).toMatchObject({ state: 'failed' });
    await done('deleteDagRun', { dag_id, dag_run_id });
    expect(await world.ask('fetchDagRun', { dag_id, dag_run_id })).toMatchObject({ status: 404 });
  });

  it('tells what a task was mapped to', async () => {
    await world.add({ dag_id: 'desk_mapped', tasks: [{ task_id: 'each', operator: 'transform', expression: '$string(1)', expand: { seconds: [1, 2, 3] } }] });
    const { dag_run_id } = await done<{ dag_run_id: string }>('triggerDagRun', { dag_id: 'desk_mapped' });
    await ended('desk_mapped', dag_run_id);
    expect(await done('fetchMappedTaskInstances', { dag_id: 'desk_mapped', dag_run_id, task_id: 'each' })).toMatchObject({ total_entries: 3, task_instances: [{ map_index: 0 }, { map_index: 1 }, { map_index: 2 }] });
    expect(await done('fetchGrid', { dag_id: 'desk_mapped' })).toMatchObject({ columns: [{ states: ['success'], mapped: { each: { success: 3 } } }] });
  });

  it('lists versions, and tells how each was written', async () => {
    await world.add(nap('desk_versions'));
    await world.add(nap('desk_versions', { description: 'Second.' }));
    expect(await done('fetchDagVersions', { dag_id: 'desk_versions' })).toMatchObject({ dag_versions: [{ version_number: 2, is_current: true }, { version_number: 1, is_current: false }] });
    expect(await done('fetchDagVersion', { dag_id: 'desk_versions', version_number: 2 })).toMatchObject({ version_number: 2, definition: { source: expect.stringContaining('Second.') as string } });
  });

  it('previews, makes, pauses and ends a backfill', async () => {
    await world.add(nap('desk_backfill', { schedule: '@daily', start_date: '2026-01-01T00:00:00Z' }));
    const range = { dag_id: 'desk_backfill', from_date: '2026-01-01T00:00:00Z', to_date: '2026-01-03T00:00:00Z' };
    expect(await done('previewBackfill', range)).toMatchObject({ total_entries: 3, backfills: [{ logical_date: '2026-01-01T00:00:00.000Z', runs: true }, {}, {}] });
    const { id } = await done<{ id: number }>('createBackfill', { ...range, to_date: '2026-10-01T00:00:00Z', max_active_runs: 1, dag_run_conf: { why: 'gap' } });
    expect(await done('pauseBackfill', { id })).toMatchObject({ id, is_paused: true });
    expect(await done('unpauseBackfill', { id })).toMatchObject({ id, is_paused: false });
    expect(await done('cancelBackfill', { id })).toMatchObject({ id, completed_at: expect.any(String) as string });
    expect(await done('fetchBackfills', { dag_id: 'desk_backfill' })).toMatchObject({ backfills: [{ id }], total_entries: 1 });
    expect(await world.ask('fetchBackfills')).toMatchObject({ body: { error: expect.stringContaining('lists the backfills of one DAG') as string } });
  });

  it('keeps pools', async () => {
    expect(await done('createPool', { name: 'desk_pool', slots: 3, description: 'For tests.' })).toMatchObject({ name: 'desk_pool', slots: 3 });
    // Two fields: Prism takes a list of one, in a query, for no list.
    expect(await done('updatePool', { name: 'desk_pool', slots: 5, description: 'For more.' })).toMatchObject({ slots: 5, description: 'For more.' });
    const { pools } = await done<{ pools: { name: string }[] }>('fetchPools');
    expect(pools.map(({ name }) => name)).toEqual(expect.arrayContaining(['default_pool', 'desk_pool']));
    await done('deletePool', { name: 'desk_pool' });
    expect(await world.ask('deletePool', { name: 'desk_pool' })).toMatchObject({ status: 404 });
  });

  it('shows all runs along the time, and what comes next', async () => {
    const { dag_run_id } = await ran('desk_time', { schedule: '@daily' });
    const [start, end] = [-1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const { dag_runs, predicted } = await done<{ dag_runs: object[]; predicted: object[] }>('fetchTimeline', { start, end });
    expect(dag_runs).toContainEqual(expect.objectContaining({ dag_id: 'desk_time', dag_run_id, state: 'success' }));
    expect(predicted).toContainEqual(expect.objectContaining({ dag_id: 'desk_time' }));
  });
});
