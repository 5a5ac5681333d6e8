import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caller, httpTask, noon, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

const one = (dag_id: string, more: Record<string, unknown> = {}) => ({ dag_id, tasks: [httpTask('a')], ...more });
const auth = (token: unknown) => ({ auth: { type: 'bearer_token', credentials: { token } } });
const ids = (list: unknown) => (list as { dags: { dag_id: string }[] }).dags.map(({ dag_id }) => dag_id);

describe('the list of DAGs', () => {
  const names = ['etl_daily', 'etl_hourly', 'etlXdaily', 'report', 'Sales_100%'];
  it.each([
    [undefined, ['Sales_100', 'etlXdaily', 'etl_daily', 'etl_hourly', 'report']],
    ['etl_', ['etl_daily', 'etl_hourly']],
    ['DAILY', ['etlXdaily', 'etl_daily']],
    ['etl%', ['etlXdaily', 'etl_daily', 'etl_hourly']],
    ['%daily', ['etlXdaily', 'etl_daily']],
    ['%l%y', ['etlXdaily', 'etl_daily', 'etl_hourly']],
    ['nothing', []],
  ])('matches the pattern %s [C-147]', (dag_id_pattern, found) => {
    const p = platform();
    p.call('dags.add', { dags: names.map((name) => one(name.replace('%', ''))) });
    expect(ids(p.call('dags.list', { dag_id_pattern }))).toEqual(found);
  });

  it('comes in pages, with the number of all', () => {
    const p = platform();
    p.call('dags.add', { dags: Array.from({ length: 25 }, (_, index) => one(`d${String(index).padStart(2, '0')}`)) });
    const page = p.call('dags.list', { limit: 10, offset: 20 });
    expect(ids(page)).toEqual(['d20', 'd21', 'd22', 'd23', 'd24']);
    expect(page).toMatchObject({ total_entries: 25 });
  });

  it('tells the schedule, what comes next, and the latest runs', async () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d', { schedule: '@hourly', tags: ['x'], description: 'about' })] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.call('dags.list', {})).toMatchObject({
      dags: [{
        dag_id: 'd', description: 'about', is_paused: false, tags: [{ name: 'x', dag_id: 'd' }], timetable_summary: '@hourly', owners: ['ada'],
        next_dagrun_logical_date: '2024-05-01T13:00:00.000Z', latest_dag_runs: [{ state: 'running', run_type: 'manual' }],
      }],
    });
    p.call('dags.pause', { dag_id: 'd' });
    expect(p.call('dags.list', {})).toMatchObject({ dags: [{ is_paused: true, next_dagrun_logical_date: null }] });
  });
});

describe('adding and changing DAGs', () => {
  it('adds all or none, and says everything that is wrong', () => {
    const p = platform();
    expect(() => p.call('dags.add', { dags: [one('good'), { dag_id: 'bad', tasks: [{ task_id: 'a', operator: 'http' }] }, one('good')] })).toThrow(
      expect.objectContaining({
        code: 'invalid_input', message: 'DAG “bad”, task “a”: url is required',
        problems: [{ path: ['dags', 1, 'tasks', 0, 'url'], message: expect.any(String) as string }, { path: ['dags', 2, 'dag_id'], message: 'DAG “good”: dag_id is used twice in this request' }],
      }) as Error,
    );
    expect(p.call('dags.list', {})).toMatchObject({ total_entries: 0 });
  });

  it('makes a new version of a known DAG, and leaves it paused as it was', () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d', { is_paused: true, future_field: 1 })] });
    expect(p.call('dags.add', { dags: [one('d', { description: 'new', future_field: 2 })] })).toMatchObject({ dags: [{ version_number: 2, is_paused: true }] });
    expect(p.call('dags.details', { dag_id: 'd' })).toMatchObject({
      description: 'new', definition: { dag_id: 'd', future_field: 2 }, versions: [{ version_number: 2, created_by: 'ada' }, { version_number: 1 }],
      tasks: [{ task_id: 'a', operator_name: 'http' }],
    });
  });

  it('changes single fields, and makes no version of a mere pause [C-164]', () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d', { is_paused: true, tags: ['x'] })] });
    expect(p.call('securedDags.update', { client_id: 'c', dag_id: 'd', dag: { is_paused: false } })).toMatchObject({ is_paused: false, version_number: 1 });
    expect(p.call('securedDags.update', { client_id: 'c', dag_id: 'd', dag: { description: 'more' } })).toMatchObject({ is_paused: false, version_number: 2, description: 'more', tags: [{ name: 'x' }] });
    expect(() => p.call('securedDags.update', { client_id: 'c', dag_id: 'd', dag: { dag_id: 'e' } })).toThrow('dag_id cannot be changed');
    expect(() => p.call('securedDags.update', { client_id: 'c', dag_id: 'd', dag: { tasks: [] } })).toThrow('tasks must hold at least one task');
  });

  it('shows no stored secret, keeps it where the mark is written back, and sends it in clear [F-20]', async () => {
    const p = platform();
    const withAuth = (token: unknown, more: Record<string, unknown> = {}) => ({ dag_id: 'd', tasks: [httpTask('a', [], auth(token))], ...more });
    p.call('dags.add', { dags: [withAuth('canary-7f')] });
    const { definition } = p.call('dags.details', { dag_id: 'd' }) as unknown as { definition: ReturnType<typeof withAuth> };
    expect(definition.tasks[0]).toMatchObject(auth({ $secret: true }));
    p.call('dags.add', { dags: [{ ...definition, description: 'changed' }] });
    p.call('securedDags.update', { client_id: 'c', dag_id: 'd', dag: { description: 'again' } });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.task('a').request).toMatchObject(auth('canary-7f'));
    p.task('a').answer();
    await turns();
    for (const table of ['dags', 'dag_versions', 'dag_runs', 'task_instances', 'event_logs', 'secrets']) {
      expect(JSON.stringify(p.db.prepare(`SELECT * FROM ${table}`).all())).not.toContain('canary-7f');
    }
    p.call('dags.remove', { dag_id: 'd' });
    expect(p.db.prepare('SELECT count(*) AS count FROM secrets').get()).toEqual({ count: 0 });
    expect(() => p.call('dags.add', { dags: [withAuth({ $secret: true })] })).toThrow('auth.credentials.token is the mark of a stored secret');
  });
});

describe('runs and events', () => {
  it('filters runs by start and end, a date alone being its whole day [C-149][K-010]', async () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d')] });
    for (let day = 0; day < 3; day += 1) {
      p.call('dags.trigger', { dag_id: 'd' });
      await turns();
      if (day < 2) p.task('a').answer();
      await turns();
      await pass(24 * 60 * 60 * 1000);
    }
    const count = (filter: Record<string, unknown>) => (p.call('dags.runs', { dag_id: 'd', ...filter }) as unknown as { total_entries: number }).total_entries;
    expect(count({})).toBe(3);
    expect(count({ start_date_gte: '2024-05-02T00:00:00Z' })).toBe(2);
    expect(count({ end_date_lte: '2024-05-01' })).toBe(1);
    expect(count({ end_date_lte: '2024-05-02T23:59:59.999Z' })).toBe(2);
    expect(count({ start_date_gte: '2024-05-02', end_date_lte: '2024-05-02' })).toBe(1);
    expect(p.call('dags.runs', { dag_id: 'd', limit: 1, offset: 1 })).toMatchObject({ dag_runs: [{ start_date: '2024-05-02T12:00:00.000Z' }], total_entries: 3 });
    expect(() => count({ start_date_gte: 'soon' })).toThrow('start_date_gte must be an ISO 8601 date');
  });

  it('logs who did what and when, found by text, time and DAG [C-150][C-162]', async () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d'), one('e')] });
    await pass(1000);
    p.call('dags.pause', { dag_id: 'd' });
    p.call('dags.unpause', { dag_id: 'd' }, { ...caller, user_id: 'grace' });
    p.call('dags.unpause', { dag_id: 'd' });
    const found = (filter: Record<string, unknown>) =>
      (p.call('dags.events', filter) as unknown as { event_logs: { event: string; dag_id: string; owner: string; when: string }[] }).event_logs.map(({ event, dag_id, owner }) => `${owner} ${event} ${dag_id}`);
    expect(found({})).toEqual(['grace unpause_dag d', 'ada pause_dag d', 'ada add_dag e', 'ada add_dag d']);
    expect(found({ search_term: 'GRACE' })).toEqual(['grace unpause_dag d']);
    expect(found({ search_term: '%' })).toEqual([]);
    expect(found({ dag_id: 'e' })).toEqual(['ada add_dag e']);
    expect(found({ end: new Date(noon).toISOString() })).toHaveLength(2);
    expect(found({ start: new Date(noon + 1).toISOString() })).toHaveLength(2);
    expect(p.call('dags.events', { limit: 1 })).toMatchObject({ total_entries: 4, event_logs: [{ when: '2024-05-01T12:00:01.000Z' }] });
  });

  it('tells basic info, tasks and task instances as Airflow names them [C-160][C-161][C-163]', async () => {
    const p = platform();
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('a', [], { retries: 2 }), httpTask('b', ['a'])] }] });
    const { dag_run_id } = p.call('dags.trigger', { dag_id: 'd' }) as unknown as { dag_run_id: string };
    await turns();
    await pass(1500);
    p.task('a').answer({ data: { x: 1 } });
    await turns();
    const ask = { client_id: 'c', dag_id: 'd' };
    expect(p.call('securedDags.basic', ask)).toMatchObject({ dag_id: 'd', is_paused: false });
    expect(p.call('securedDags.tasks', ask)).toMatchObject({
      total_entries: 2,
      tasks: [{ task_id: 'a', operator_name: 'http', retries: 2, trigger_rule: 'all_success', downstream_task_ids: ['b'] }, { task_id: 'b', upstream_task_ids: ['a'], downstream_task_ids: [] }],
    });
    expect(p.call('securedDags.taskInstances', { ...ask, dag_run_id })).toMatchObject({
      task_instances: [
        { task_id: 'a', dag_id: 'd', dag_run_id, state: 'success', try_number: 1, max_tries: 2, operator: 'http', map_index: -1, start_date: '2024-05-01T12:00:00.000Z', end_date: '2024-05-01T12:00:01.500Z', duration: 1.5, result: { status: 200, data: { x: 1 } } },
        { task_id: 'b', state: 'running', end_date: null, duration: null, result: null },
      ],
    });
    expect(() => p.call('securedDags.taskInstances', { ...ask, dag_run_id: 'none' })).toThrow('Not found: DAG run none');
  });

  it('leaves a long result out of the list, and says how long it is', async () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d')] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    p.task('a').answer({ data: 'x'.repeat(100_000) });
    await turns();
    const found = p.instance('d', 'a');
    expect(found).toMatchObject({ state: 'success', result: null });
    expect(found['result_size']).toBeGreaterThan(100_000);
  });
});

describe('scope', () => {
  it.each([['another tenant', { ...caller, tenant_id: 't2' }], ['another environment', { ...caller, environment_id: 'e2' }]])('shows nothing to %s [F-24]', (_, other) => {
    const p = platform();
    p.call('dags.add', { dags: [one('d')] });
    const { dag_run_id } = p.call('dags.trigger', { dag_id: 'd' }) as unknown as { dag_run_id: string };
    const ask = { client_id: 'c', dag_id: 'd', dag_run_id, dag: {} };
    for (const name of ['dags.details', 'dags.runs', 'dags.trigger', 'dags.pause', 'dags.unpause', 'dags.remove', 'securedDags.basic', 'securedDags.tasks', 'securedDags.taskInstances', 'securedDags.update']) {
      expect(() => p.call(name, ask, other)).toThrow('Not found: DAG d');
    }
    expect(p.call('dags.list', {}, other)).toMatchObject({ dags: [], total_entries: 0 });
    expect(p.call('dags.events', {}, other)).toMatchObject({ event_logs: [], total_entries: 0 });
    p.call('dags.add', { dags: [one('d', { description: 'theirs' })] }, other);
    expect(p.call('dags.details', { dag_id: 'd' })).toMatchObject({ description: null, version_number: 1 });
  });

  it('takes the only environment that there is, and asks where there are more or no tenant', () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d')] });
    expect(ids(p.call('dags.list', {}, { ...caller, environment_id: '' }))).toEqual(['d']);
    expect(() => p.call('dags.list', {}, { ...caller, tenant_id: '' })).toThrow('Tenant must be selected');
  });
});
