import { expect, test } from 'vitest';
import { dagOf, instanceOf, runOf, taskOf } from '../../../../../renderer/areas/dags/airflow.ts';

test('reads the embedded platform’s DAG', () => {
  const dag = dagOf({
    id: 'd', dag_id: 'd', is_paused: true, timetable_summary: '@daily', tags: [{ name: 'x', dag_id: 'd' }], owners: ['u1'], version_number: 2, params: { url: 'u' },
    latest_dag_runs: [{ dag_run_id: 'r', state: 'success', run_type: 'manual' }], versions: [{ version_number: 2, created_at: 't', created_by: 'u1' }], definition: { dag_id: 'd' },
  });
  expect(dag).toMatchObject({
    id: 'd', isPaused: true, schedule: '@daily', tags: ['x'], owners: ['u1'], version: 2, params: { url: 'u' }, versions: [{ number: 2, at: 't', by: 'u1' }],
    latest: [{ id: 'r', state: 'success', type: 'manual', conf: {} }], definition: { dag_id: 'd' },
  });
});

test('reads older names, and params that carry a schema', () => {
  const dag = dagOf({ id: 'd', schedule_interval: { __type: 'CronExpression', value: '0 0 * * *' }, next_dagrun: 't', tags: ['x'], params: { n: { __class: 'Param', value: 3, description: null, schema: { type: 'integer' } } } });
  expect(dag).toMatchObject({ id: 'd', isPaused: false, schedule: '0 0 * * *', nextRun: 't', tags: ['x'], params: { n: { value: 3, schema: { type: 'integer' } } }, definition: null });
  expect(runOf({ dag_run_id: 'r', execution_date: 't' })).toMatchObject({ state: 'none', logicalDate: 't' });
});

test('stands whatever a platform sends', () => {
  const odd = { id: 'd', tags: 7, owners: [1], latest_dag_runs: ['x', null], versions: [{}], params: [], conf: 'x', downstream_task_ids: 'x' };
  expect(dagOf(odd)).toMatchObject({ tags: [], owners: [], latest: [], versions: [], params: {} });
  expect(instanceOf({ task_id: 't', state: null })).toMatchObject({ state: 'none', tryNumber: 0, error: null, resultSize: 0 });
  expect(taskOf({ task_id: 't', downstream_task_ids: 'x' })).toMatchObject({ upstream: [], downstream: [], retries: null });
});
