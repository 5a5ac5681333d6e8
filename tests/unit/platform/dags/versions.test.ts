import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caller, httpTask, noon, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

type P = ReturnType<typeof platform>;
const one = (more: Record<string, unknown> = {}) => ({ dag_id: 'd', tasks: [httpTask('a')], ...more });
const add = (p: P, definition: Record<string, unknown>, as = caller) => p.call('dags.add', { dags: [definition] }, as) as unknown as { dags: { version_number: number }[]; unchanged: string[] };
const withToken = (token: unknown, more: Record<string, unknown> = {}) => one({ tasks: [httpTask('a', [], { auth: { type: 'bearer_token', credentials: { token } } })], ...more });

describe('the versions of a DAG', () => {
  it('are told with who made them, when, and which one is current', async () => {
    const p = platform();
    add(p, one());
    await pass(1000);
    add(p, one({ description: 'new' }), { ...caller, user_id: 'grace' });
    expect(p.call('dagVersions.list', { dag_id: 'd' })).toEqual({
      dag_versions: [
        { version_number: 2, created_by: 'grace', created_at: new Date(noon + 1000).toISOString(), is_current: true },
        { version_number: 1, created_by: 'ada', created_at: new Date(noon).toISOString(), is_current: false },
      ],
      total_entries: 2,
    });
    expect(p.call('dagVersions.get', { dag_id: 'd', version_number: 1 })).toMatchObject({ is_current: false, definition: one() });
    expect(() => p.call('dagVersions.get', { dag_id: 'd', version_number: 3 })).toThrow('Not found: version 3 of DAG d');
  });

  it('are not made by a definition that says the same, in whatever order, which is told', () => {
    const p = platform();
    add(p, one({ description: 'x', params: { a: 1, b: 2 } }));
    expect(add(p, { params: { b: 2, a: 1 }, description: 'x', ...one() })).toMatchObject({ dags: [{ version_number: 1 }], unchanged: ['d'] });
    expect(add(p, one({ description: 'y', params: { a: 1, b: 2 } }))).toMatchObject({ dags: [{ version_number: 2 }], unchanged: [] });
    expect(p.events('d').map(({ event }) => event)).toEqual(['add_dag', 'update_dag']);
    expect(add(p, one({ description: 'y', params: { a: 1, b: 2 }, is_paused: true }))).toMatchObject({ dags: [{ version_number: 2, is_paused: true }], unchanged: ['d'] });
    expect(p.events('d').at(-1)).toMatchObject({ event: 'pause_dag', owner: 'ada' });
  });

  it('are told apart by their secrets, too', () => {
    const p = platform();
    add(p, withToken('first'));
    expect(add(p, withToken('first')).unchanged).toEqual(['d']);
    expect(add(p, withToken({ $secret: true })).unchanged).toEqual(['d']);
    expect(add(p, withToken('second'))).toMatchObject({ dags: [{ version_number: 2 }], unchanged: [] });
  });

  it('are brought back by adding an older one, with the secret of a task that has gone since', async () => {
    const p = platform();
    add(p, withToken('canary-3'));
    add(p, one({ tasks: [httpTask('b')] }));
    const { definition } = p.call('dagVersions.get', { dag_id: 'd', version_number: 1 }) as unknown as { definition: Record<string, unknown> };
    expect(JSON.stringify(definition)).not.toContain('canary-3');
    expect(add(p, definition)).toMatchObject({ dags: [{ version_number: 3 }] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.task('a').request).toMatchObject({ auth: { credentials: { token: 'canary-3' } } });
    expect(() => add(p, one({ tasks: [httpTask('c', [], { auth: { type: 'bearer_token', credentials: { token: { $secret: true } } } })] }))).toThrow('is the mark of a stored secret, but none is stored');
  });

  it('are named by each run, whose definition can be shown', () => {
    const p = platform();
    add(p, one());
    const { dag_run_id } = p.call('dags.trigger', { dag_id: 'd' }) as unknown as { dag_run_id: string };
    add(p, one({ tasks: [httpTask('b')] }));
    const run = p.call('dagRuns.get', { dag_id: 'd', dag_run_id }) as unknown as { dag_versions: { version_number: number }[] };
    expect(p.call('dagVersions.get', { dag_id: 'd', version_number: run.dag_versions[0]!.version_number })).toMatchObject({ definition: { tasks: [{ task_id: 'a' }] } });
  });

  it('begin at 1 again for a DAG that was deleted and is added anew, of which nothing but its events is left', async () => {
    const p = platform();
    for (const task of ['a', 'b']) add(p, one({ tasks: [httpTask(task)] }));
    p.call('dags.trigger', { dag_id: 'd', dag_run_id: 'old' });
    await turns();
    p.call('dags.remove', { dag_id: 'd' });
    expect(p.task('b').signal.aborted).toBe(true);
    expect(add(p, one({ tasks: [httpTask('c')] }))).toMatchObject({ dags: [{ version_number: 1, latest_dag_runs: [] }] });
    expect(p.runs('d')).toEqual([]);
    expect(() => p.call('dagRuns.get', { dag_id: 'd', dag_run_id: 'old' })).toThrow('Not found: DAG run old');
    expect(() => p.call('dagVersions.get', { dag_id: 'd', version_number: 2 })).toThrow('Not found: version 2');
    p.call('dags.trigger', { dag_id: 'd', dag_run_id: 'old' });
    await turns();
    expect(p.states('d')).toEqual({ c: 'running' });
    expect(p.call('dagRuns.grid', { dag_id: 'd' })).toMatchObject({ tasks: [{ task_id: 'c' }], columns: [{ dag_run_id: 'old', states: ['running'] }] });
    expect(p.events('d').map(({ event }) => event)).toEqual(['add_dag', 'update_dag', 'trigger_dag_run', 'running', 'delete_dag', 'add_dag', 'trigger_dag_run', 'running']);
  });

  it('are taken within a transaction, which waits for nobody, only where what takes long to judge was judged before it', async () => {
    const p = platform();
    const patterned = one({ params: { n: { value: 'a', schema: { type: 'string', pattern: '^a+$' } } } });
    expect(() => p.parts.core.transaction(() => add(p, patterned))).toThrow('DAG “d” was changed while it was judged');
    expect(p.parts.core.transaction(() => add(p, one()))).toMatchObject({ dags: [{ version_number: 1 }] });
    vi.useRealTimers(); // A thread has the true time.
    expect(await Promise.resolve(p.call('dagVersions.validate', { dag: patterned }))).toEqual({ problems: [] });
    expect(p.parts.core.transaction(() => add(p, patterned))).toMatchObject({ dags: [{ version_number: 2 }] });
    expect(() => p.parts.core.transaction(() => add(p, { ...patterned, params: { n: { value: 'b', schema: { type: 'string', pattern: '^a+$' } } } }))).toThrow('was changed while it was judged');
  });

  it('are judged without being added', () => {
    const p = platform();
    expect(p.call('dagVersions.validate', { dag: one() })).toEqual({ problems: [] });
    expect(p.call('dagVersions.validate', { dag: one({ schedule: 'often', timezone: 'Mars/Base', params: { n: { value: 'x', schema: { type: 'integer' } } } }) })).toMatchObject({
      problems: [{ path: ['timezone'], message: 'DAG “d”: timezone “Mars/Base” is not a time zone such as Europe/Berlin' }],
    });
    expect(p.call('dagVersions.validate', { dag: one({ schedule: '61 * * * *', params: { n: { schema: { type: 'integer' } } } }) })).toMatchObject({
      problems: [{ path: ['schedule'] }, { path: ['params', 'n'], message: 'DAG “d”: params.n has no value; a DAG with a schedule needs one for each of its params' }],
    });
    expect(p.call('dagVersions.validate', { dag: one({ start_date: '2024-05-02', end_date: '2024-05-01' }) })).toMatchObject({ problems: [{ path: ['end_date'] }] });
    expect(p.call('dags.list', {})).toMatchObject({ total_entries: 0 });
  });
});

describe('triggering', () => {
  const params = { n: { default: 1, schema: { type: 'integer', maximum: 9 } }, day: { schema: { type: 'string', format: 'date' } } };

  it('takes conf, date, id and note, and answers them [C-151][S-005]', async () => {
    const p = platform();
    add(p, one({ params, timezone: 'Europe/Berlin' }));
    const asked = { dag_id: 'd', conf: { day: '2024-05-01', more: true }, logical_date: '2024-04-01T10:00', dag_run_id: 'mine', note: 'by hand' };
    expect(p.call('dags.trigger', asked)).toMatchObject({
      dag_run_id: 'mine', note: 'by hand', conf: asked.conf, logical_date: '2024-04-01T08:00:00.000Z', data_interval_start: '2024-04-01T08:00:00.000Z', data_interval_end: '2024-04-01T08:00:00.000Z',
      run_after: new Date(noon).toISOString(), duration: null, backfill_id: null, run_type: 'manual', triggering_user_name: 'ada',
    });
    await turns();
    await pass(1500);
    p.task('a').answer();
    await turns();
    expect(p.call('dagRuns.get', { dag_id: 'd', dag_run_id: 'mine' })).toMatchObject({ state: 'success', duration: 1.5 });
  });

  it('holds the conf against the params’ schemas, and names the field', () => {
    const p = platform();
    add(p, one({ params }));
    const trigger = (conf: Record<string, unknown>) => p.call('dags.trigger', { dag_id: 'd', conf });
    expect(() => trigger({})).toThrow(expect.objectContaining({ code: 'invalid_input', message: 'DAG “d”: conf.day is required, since the DAG gives it no value', problems: [{ path: ['conf', 'day'], message: expect.any(String) as string }] }) as Error);
    expect(() => trigger({ day: '2024-05-01', n: 'x' })).toThrow('DAG “d”: conf.n must be integer, not string');
    expect(p.runs('d')).toEqual([]);
  });

  it('refuses an id or a date that has a run already, and says which', () => {
    const p = platform();
    add(p, one());
    p.call('dags.trigger', { dag_id: 'd', dag_run_id: 'mine', logical_date: '2024-04-01T10:00:00Z' });
    expect(() => p.call('dags.trigger', { dag_id: 'd', dag_run_id: 'mine' })).toThrow(expect.objectContaining({ code: 'conflict', message: expect.stringContaining('already has a run mine') as string }) as Error);
    expect(() => p.call('dags.trigger', { dag_id: 'd', logical_date: '2024-04-01T12:00:00+02:00' })).toThrow('already has a run for the logical date 2024-04-01T10:00:00.000Z: mine');
  });

  it('keeps a note that is changed, and that it was', () => {
    const p = platform();
    add(p, one());
    p.call('dags.trigger', { dag_id: 'd', dag_run_id: 'mine' });
    expect(p.call('dagRuns.setNote', { dag_id: 'd', dag_run_id: 'mine', note: 'looked at' })).toMatchObject({ note: 'looked at' });
    expect(p.call('dags.runs', { dag_id: 'd' })).toMatchObject({ dag_runs: [{ note: 'looked at' }] });
    expect(p.call('dagRuns.setNote', { dag_id: 'd', dag_run_id: 'mine', note: null })).toMatchObject({ note: null });
    expect(p.events('d').filter(({ event }) => event === 'set_dag_run_note')).toHaveLength(2);
    expect(() => p.call('dagRuns.setNote', { dag_id: 'd', dag_run_id: 'other', note: 'x' })).toThrow('Not found: DAG run other');
  });
});
