import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLandscape, type Landscape } from './landscape.ts';

let world: Landscape;
beforeAll(async () => {
  world = await startLandscape();
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const nap = (dag_id: string, more: object = {}) => ({
  dag_id, description: 'Naps.', tags: ['naps'], ...more,
  tasks: [{ task_id: 'first', operator: 'transform', expression: '{"slept": 1}' }, { task_id: 'last', operator: 'sleep', seconds: 0, depends_on: ['first'] }],
});

/** What the action came to; its `data`. */
async function done<T = Record<string, unknown>>(action: string, input: Record<string, unknown> = {}): Promise<T> {
  const { status, body } = await world.ask(action, input);
  expect({ action, status, error: body.error }).toEqual({ action, status: 200, error: undefined });
  return body.data as T;
}

async function ranOnce(dag_id: string): Promise<string> {
  const { dag_run_id } = await done<{ dag_run_id: string }>('triggerDagRun', { dag_id, conf: { by: 'test' } });
  for (;;) {
    const { dag_runs } = await done<{ dag_runs: { state: string }[] }>('fetchDagRunsSummary', { dag_id });
    if (dag_runs[0]!.state === 'success' || dag_runs[0]!.state === 'failed') return dag_run_id;
    await wait(100);
  }
}

describe('an environment that is connected to an Airflow', () => {
  it('lists its DAGs with their latest runs, and filters by id [C-147]', async () => {
    await world.add(nap('af_list'), nap('af_other'));
    const dag_run_id = await ranOnce('af_list');
    const { dags, total_entries } = await done<{ dags: Record<string, unknown>[]; total_entries: number }>('fetchDags', { dag_id_pattern: 'af_list' });
    expect(total_entries).toBe(1);
    expect(dags).toMatchObject([{ dag_id: 'af_list', is_paused: false, tags: [{ name: 'naps' }], latest_dag_runs: [{ dag_run_id, state: 'success' }] }]);
    expect(world.airflow.seen).toContain('GET /api/v2/dags');
  });

  it('reads more DAGs than a page of Airflow holds', async () => {
    await world.add(...Array.from({ length: 130 }, (_, index) => nap(`af_many_${index}`)));
    const { dags } = await done<{ dags: unknown[] }>('fetchDags', { dag_id_pattern: 'af_many', limit: 1000 });
    expect(dags).toHaveLength(130);
  });

  it('tells a DAG’s details and tasks, with what each waits for [C-148][C-160][C-161]', async () => {
    await world.add(nap('af_details', { schedule: '@daily' }));
    expect(await done('fetchDagDetails', { dag_id: 'af_details' })).toMatchObject({
      dag_id: 'af_details', schedule: '@daily', version_number: 1, tasks: expect.arrayContaining([expect.objectContaining({ task_id: 'last', upstream_task_ids: ['first'], retry_delay_seconds: 5 })]) as unknown,
    });
    const secured = (action: string) => world.platform.dag<Record<string, unknown>>(action, { dag_id: 'af_details' });
    expect(await secured('fetchDagBasic')).toMatchObject({ dag_id: 'af_details' });
    expect(await secured('fetchDagTasks')).toMatchObject({ total_entries: 2 });
  });

  it.each([['pauseDag', true], ['unpauseDag', false]])('does %s there [C-152][C-153][S-006]', async (action, paused) => {
    await world.add(nap('af_pause'));
    expect(await done(action, { dag_id: 'af_pause' })).toMatchObject({ is_paused: paused });
    expect(await done('fetchDagDetails', { dag_id: 'af_pause' })).toMatchObject({ is_paused: paused });
  });

  it('starts a run with its conf, and tells its task instances and who did it [C-149][C-150][C-151][C-163][S-005]', async () => {
    await world.add(nap('af_run'));
    const dag_run_id = await ranOnce('af_run');
    const today = new Date().toISOString().slice(0, 10);
    expect(await done('fetchDagRunsSummary', { dag_id: 'af_run', start_date_gte: today, end_date_lte: '2099-01-01' })).toMatchObject({
      dag_runs: [{ dag_run_id, conf: { by: 'test' }, run_type: 'manual', state: 'success' }], total_entries: 1,
    });
    expect(await world.platform.dag('fetchTaskInstances', { dag_id: 'af_run', dag_run_id })).toMatchObject({ task_instances: [{ task_id: 'first', state: 'success' }, { task_id: 'last', state: 'success' }] });
    const { event_logs } = await done<{ event_logs: { event: string }[] }>('fetchEventLogs', { dag_id: 'af_run', start: '2020-01-01', end: '2099-01-01' });
    expect(event_logs.map(({ event }) => event)).toContain('trigger_dag_run');
  });

  it('brings the logs of its tries, to be searched like any', async () => {
    await world.add(nap('af_logs'));
    const place = { dag_id: 'af_logs', dag_run_id: await ranOnce('af_logs'), task_id: 'first', try_number: 1 };
    const { rows, first_error } = await done<{ rows: { text: string; level: string }[]; first_error: number | null }>('fetchTaskLog', place);
    expect(rows[0]).toMatchObject({ level: 'info', text: expect.stringMatching(/^\d{4}-.{18}Z INFO {4}Try 1 of “first”/) as string });
    expect(first_error).toBeNull();
    expect(await done('fetchTaskLog', { ...place, text: 'no such words' })).toMatchObject({ total_rows: 0, lines: rows.length });
    const asked = world.airflow.seen.filter((one) => one.endsWith('/logs/1')).length;
    await done('fetchTaskLog', place);
    expect(world.airflow.seen.filter((one) => one.endsWith('/logs/1'))).toHaveLength(asked);
  });

  it('deletes a DAG there [C-154][S-007]', async () => {
    await world.add(nap('af_delete'));
    await done('deleteDag', { dag_id: 'af_delete' });
    expect(await world.ask('fetchDagDetails', { dag_id: 'af_delete' })).toMatchObject({ status: 404, body: { error: 'Airflow: Not found: DAG af_delete' } });
  });

  it('says what Airflow has no call for, and what to do instead', async () => {
    const adding = await world.platform.request('POST', '/api/router/dp_fastapi/proxy/', { dags: [nap('af_add')] });
    expect(adding).toMatchObject({ status: 400, body: { error: 'Airflow has no call for this. Its DAGs are Python files: change the file in its DAGs folder.' } });
    await world.add(nap('af_reason'));
    expect(await world.ask('pauseDag', { dag_id: 'af_reason', reason: 'maintenance' })).toMatchObject({ body: { error: expect.stringContaining('neither a reason') as string } });
    expect(await done('fetchDagDetails', { dag_id: 'af_reason' })).toMatchObject({ is_paused: false });
  });

  it('tells before anything is pressed who schedules, and what that one cannot do', async () => {
    expect(await done('fetchEngine')).toMatchObject({ engine: 'airflow', url: world.judged, version: '3.2.0', not_available: { 'dags.add': expect.stringContaining('Python files') as string } });
  });

  it('refuses an id that would leave the path', async () => {
    expect(await world.ask('deleteDag', { dag_id: '..' })).toMatchObject({ status: 400, body: { error: '“..” cannot be an id in Airflow.' } });
  });
});

describe('the way to Airflow', () => {
  it('has a judge in it: what breaks Airflow’s document does not pass', async () => {
    const headers = { authorization: `Bearer ${world.airflow.token}`, 'content-type': 'application/json' };
    const ask = (path: string, init?: RequestInit) => fetch(`${world.judged}/api/v2/${path}`, { headers, ...init });
    expect((await ask('dags?limit=5')).status).toBe(200);
    expect((await ask('dags?limit=many')).status).toBe(422);
    expect((await ask('pools', { method: 'POST', body: '{"slots": 1}' })).status).toBe(422);
    expect((await ask('dags', { headers: {} })).status).toBe(401);
    expect((await ask('naps')).status).toBe(404);
  });

  it('says that Airflow refused the token, while the user stays signed in here', async () => {
    await world.connect({ airflow_secret: 'wrong' });
    const { status, body } = await world.ask('fetchDags');
    expect(status).toBe(400);
    expect(body.error).toContain('refused the token of this environment');
    await world.connect({ airflow_secret: world.airflow.token });
    expect((await world.ask('fetchDags')).status).toBe(200);
  });

  it('signs in with user and password, once for many calls, and again when the token has expired', async () => {
    await world.connect({ airflow_url: world.airflow.url, airflow_user: 'ada', airflow_secret: 'lovelace' });
    const before = world.airflow.seen.filter((one) => one === 'POST /auth/token').length;
    const signIns = () => world.airflow.seen.filter((one) => one === 'POST /auth/token').length - before;
    const all = () => Promise.all(Array.from({ length: 8 }, () => world.ask('fetchEngine')));
    await all();
    expect(signIns()).toBe(1);
    world.airflow.expire();
    await all();
    expect(signIns()).toBe(2);
    await world.connect({ airflow_user: 'ada', airflow_secret: 'wrong' });
    expect((await world.ask('fetchDags')).body.error).toContain('Airflow did not let ada sign in (401): Invalid credentials');
    await world.connect({ airflow_url: world.judged, airflow_user: null, airflow_secret: world.airflow.token });
  });

  it('keeps the token sealed, and out of answers [F-20]', async () => {
    const { tenant_id, environment_id } = world.platform.scope;
    const { body } = await world.platform.request('GET', `/api/saas_db/environments/${environment_id}?tenant_id=${tenant_id}`);
    expect(body).toMatchObject({ airflow_secret: { $secret: true } });
    expect(JSON.stringify(body)).not.toContain(world.airflow.token);
  });

  it('asks for the token where only an address was entered', async () => {
    await world.connect({ airflow_secret: null });
    expect((await world.ask('fetchDags')).body.error).toBe('This environment names an Airflow, but no token or password for it. Enter it in Admin, Environments.');
    await world.connect({ airflow_secret: world.airflow.token });
  });
});
