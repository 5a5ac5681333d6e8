import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, endAll, startProcess, type PlatformProcess } from './platform-process.ts';

let folder: ReturnType<typeof dataFolder>;
let platform: PlatformProcess;
beforeAll(async () => {
  folder = dataFolder();
  platform = await startProcess(folder.path);
});
afterAll(async () => {
  await endAll();
  folder[Symbol.dispose]();
});

const open = '/api/router/airflow/proxy';
const adding = '/api/router/dp_fastapi/proxy/';
const secured = '/api/router/runtime_fabric_grpc_proxy';
const nap = (dag_id: string) => ({ dag_id, tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }] });
const add = (...dags: string[]) => platform.request('POST', adding, { dags: dags.map(nap) });
const query = (action: string, input: Record<string, string> = {}) => `${open}?${new URLSearchParams({ action, ...input })}`;

describe('the open route', () => {
  it('adds DAGs [C-155]', async () => {
    expect(await add('open_add')).toMatchObject({ status: 200, body: { success: true, data: { dags: [{ dag_id: 'open_add', is_paused: false }] } } });
  });

  it.each([
    ['fetchDags', { dag_id_pattern: 'open_read' }, { dags: [{ dag_id: 'open_read' }], total_entries: 1 }],
    ['fetchDagDetails', { dag_id: 'open_read' }, { dag_id: 'open_read', tasks: [{ task_id: 'nap', operator_name: 'sleep' }] }],
    ['fetchDagRunsSummary', { dag_id: 'open_read', start_date_gte: '2020-01-01T00:00:00Z', end_date_lte: '2099-01-01T23:59:59.999Z' }, { dag_runs: [], total_entries: 0 }],
    ['fetchEventLogs', { dag_id: 'open_read', search_term: 'add_dag', limit: '1' }, { event_logs: [{ event: 'add_dag', dag_id: 'open_read' }] }],
  ])('answers %s by GET and by POST [C-147][C-148][C-149][C-150]', async (action, input, data) => {
    await add('open_read');
    const byGet = await platform.request('GET', query(action, input as Record<string, string>));
    const byPost = await platform.request('POST', open, { action, ...input });
    expect(byGet).toMatchObject({ status: 200, body: { success: true, data } });
    expect(byPost).toMatchObject({ status: 200, body: { success: true, data } });
  });

  it.each(['GET', 'POST'] as const)('pauses, unpauses, triggers and deletes by %s [C-151][C-152][C-153][C-154][S-006]', async (method) => {
    const dag_id = `open_${method}`;
    await add(dag_id);
    const act = (action: string) => (method === 'GET' ? platform.request('GET', query(action, { dag_id })) : platform.request('POST', open, { action, dag_id }));
    expect(await act('pauseDag')).toMatchObject({ status: 200, body: { success: true, data: { is_paused: true } } });
    expect(await act('fetchDagDetails')).toMatchObject({ body: { data: { is_paused: true } } });
    expect(await act('unpauseDag')).toMatchObject({ body: { data: { is_paused: false } } });
    expect(await act('triggerDagRun')).toMatchObject({ body: { data: { dag_id, run_type: 'manual', dag_run_id: expect.stringMatching(/^manual__\d{4}-/) as string } } });
    expect(await act('deleteDag')).toMatchObject({ status: 200, body: { success: true } });
    expect(await act('fetchDagDetails')).toEqual({ status: 404, body: { error: `Not found: DAG ${dag_id}` } });
  });

  it('says which action it does not know', async () => {
    expect(await platform.request('GET', query('dropDag', { dag_id: 'x' }))).toMatchObject({ status: 400, body: { error: 'Unknown method: dropDag' } });
  });
});

describe('the secured route', () => {
  const call = (input: Record<string, unknown>, path = secured) => platform.request('POST', path, { operation_type: 'dag_operation', ...input });

  it.each([secured, `${secured}/apiRouter`])('answers every action at %s [C-156…C-165][A-013]', async (path) => {
    const dag_id = path === secured ? 'sec_1' : 'sec_2';
    const act = async (action: string, input: Record<string, unknown> = {}) => {
      const { status, body } = await call({ client_id: 'c', action, dag_id, ...input }, path);
      expect({ action, status, error: body.error }).toEqual({ action, status: 200, error: undefined });
      return body.data as Record<string, unknown>;
    };
    expect(await act('addDags', { dags: [nap(dag_id)] })).toMatchObject({ dags: [{ dag_id }] });
    expect(await act('fetchDags', { dag_id_pattern: dag_id })).toMatchObject({ dags: [{ dag_id }] });
    expect(await act('fetchDagBasic')).toMatchObject({ dag_id, is_paused: false });
    expect(await act('fetchDagTasks')).toMatchObject({ tasks: [{ task_id: 'nap' }] });
    expect(await act('fetchDagDetails')).toMatchObject({ dag_id });
    expect(await act('updateDag', { dag: { description: 'changed' } })).toMatchObject({ description: 'changed', version_number: 2 });
    const { dag_run_id } = await act('triggerDagRun', { conf: { a: 1 } });
    expect(await act('fetchTaskInstances', { dag_run_id })).toMatchObject({ task_instances: [{ task_id: 'nap', dag_run_id }] });
    expect(await act('fetchDagRunsSummary')).toMatchObject({ dag_runs: [{ dag_run_id, conf: { a: 1 } }] });
    expect(await act('pauseDag')).toMatchObject({ is_paused: true });
    expect(await act('unpauseDag')).toMatchObject({ is_paused: false });
    expect(await act('fetchEventLogs', { start: '2020-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z', search_term: 'pause' })).toMatchObject({ event_logs: [{ event: 'unpause_dag' }, { event: 'pause_dag' }] });
    await act('deleteDag');
  });

  const three = 'Client ID, DAG ID, and DAG Run ID are required';
  it.each<[Record<string, unknown>, string, string]>([
    [{ action: 'fetchDags' }, 'Client ID is required', 'R-001'],
    [{ action: 'triggerDagRun', client_id: '', dag_id: 'd' }, 'Client ID is required', 'R-001'],
    [{ action: 'fetchDagDetails', client_id: 'c' }, 'DAG ID is required', 'R-002'],
    [{ action: 'pauseDag', client_id: 'c' }, 'DAG ID is required', 'R-002'],
    [{ action: 'addDags', client_id: 'c' }, 'DAGs array is required and must not be empty', 'R-003'],
    [{ action: 'addDags', client_id: 'c', dags: [] }, 'DAGs array is required and must not be empty', 'R-003'],
    [{ action: 'fetchTaskInstances', client_id: 'c', dag_id: 'd' }, three, 'R-004'],
    [{ action: 'fetchTaskInstances', dag_id: 'd', dag_run_id: 'r' }, three, 'R-004'],
    [{ action: 'fetchDagBasic', client_id: 'c' }, 'Client ID and DAG ID are required', 'R-005'],
    [{ action: 'fetchDagTasks', dag_id: 'd' }, 'Client ID and DAG ID are required', 'R-005'],
  ])('refuses %j with “%s” [%s]', async (input, error) => {
    expect(await call(input)).toMatchObject({ status: 400, body: { error } });
  });

  it('refuses a definition with words that name the task and the field, and the place of each problem', async () => {
    const dags = [{ dag_id: 'bad', tasks: [{ task_id: 'a', operator: 'http' }, { task_id: 'b', operator: 'sleep', seconds: 1, depends_on: ['z'] }] }];
    expect(await call({ client_id: 'c', action: 'addDags', dags })).toEqual({
      status: 400,
      body: {
        error: 'DAG “bad”, task “b”: depends_on.0 names “z”, which is no task of this DAG',
        details: [
          { path: ['dags', 0, 'tasks', 1, 'depends_on', 0], message: 'DAG “bad”, task “b”: depends_on.0 names “z”, which is no task of this DAG' },
          { path: ['dags', 0, 'tasks', 0, 'url'], message: 'DAG “bad”, task “a”: url is required' },
        ],
      },
    });
  });
});

describe('scope', () => {
  it('keeps environments apart, and knows no tenant that the caller is not in [F-24]', async () => {
    await add('mine');
    const environment = await platform.compose<{ id: string }>('create-environment', { name: 'Second' });
    const there = { 'x-environment-id': environment.id };
    expect(await platform.request('GET', query('fetchDags'), undefined, there)).toMatchObject({ status: 200, body: { data: { dags: [], total_entries: 0 } } });
    expect(await platform.request('GET', query('fetchDagDetails', { dag_id: 'mine' }), undefined, there)).toMatchObject({ status: 404 });
    expect(await platform.request('GET', query('fetchDags'), undefined, { 'x-tenant-id': 'another' })).toMatchObject({ status: 404 });
  });
});
