import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDagStore } from '../../../../electron/platform/dags/store.ts';
import { dagMigrations } from '../../../../electron/platform/dags/tables.ts';
import { taskMigrations } from '../../../../electron/platform/dags/task-tables.ts';
import { secretMigrations } from '../../../../electron/platform/secrets.ts';
import { caller, httpTask, noon, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

type P = ReturnType<typeof platform>;
const one = (dag_id: string, more: Record<string, unknown> = {}) => ({ dag_id, tasks: [httpTask('a')], ...more });
const ids = (p: P, filter: Record<string, unknown> = {}) => (p.call('dags.list', filter) as unknown as { dags: { dag_id: string }[] }).dags.map(({ dag_id }) => dag_id);

describe('the filters of the list of DAGs', () => {
  const filled = () => {
    const p = platform();
    p.call('dags.add', {
      dags: [
        one('both', { tags: ['red', 'blue'], owner: 'team', schedule: '@daily' }), one('red', { tags: ['red'], owners: ['team', 'grace'], schedule: '@hourly' }),
        one('blue', { tags: ['blue'], default_args: { owner: 'team' }, is_paused: true, schedule: '@hourly' }), one('none'),
      ],
    });
    return p;
  };

  it.each([
    [{ tags: ['red', 'blue'] }, ['blue', 'both', 'red']],
    [{ tags: ['red', 'blue'], tags_match_mode: 'all' }, ['both']],
    [{ tags: ['red'], exclude_tags: ['blue'] }, ['red']],
    [{ exclude_tags: ['red', 'blue'] }, ['none']],
    [{ owners: ['team'] }, ['blue', 'both', 'red']],
    [{ owners: ['grace', 'ada'] }, ['none', 'red']],
    [{ paused: true }, ['blue']],
    [{ paused: false, dag_id_pattern: 'o' }, ['both', 'none']],
    [{ tags: [] }, ['blue', 'both', 'none', 'red']],
  ])('keep to %j [C-147]', (filter, expected) => {
    expect(ids(filled(), filter)).toEqual(expected);
  });

  it('follow the last run, and a new version’s tags and owners', async () => {
    const p = filled();
    p.call('dags.trigger', { dag_id: 'red' });
    await turns();
    p.task('a').fail('no');
    await turns();
    p.call('dags.trigger', { dag_id: 'both' });
    await turns();
    expect(ids(p, { last_dag_run_state: 'failed' })).toEqual(['red']);
    expect(ids(p, { last_dag_run_state: 'running' })).toEqual(['both']);
    p.call('dags.add', { dags: [one('none', { tags: ['red'], owner: 'grace' })] });
    expect(ids(p, { tags: ['red'], owners: ['grace'] })).toEqual(['none', 'red']);
    expect(p.call('dags.list', { tags: ['red'], limit: 1 })).toMatchObject({ total_entries: 3 });
  });

  it.each([
    ['-dag_id', ['red', 'none', 'both', 'blue']],
    ['next_dagrun', ['red', 'both', 'blue', 'none']],
    ['-next_dagrun', ['both', 'red', 'blue', 'none']],
    ['-last_run_start_date', ['none', 'red', 'blue', 'both']],
    ['last_run_state', ['red', 'none', 'blue', 'both']],
  ])('order by %s, with what has none at the end', async (order_by, expected) => {
    const p = filled();
    for (const dag_id of ['red', 'none']) {
      p.call('dags.trigger', { dag_id });
      await turns();
      await pass(1000);
    }
    p.task('a').answer();
    await turns();
    expect(ids(p, { order_by })).toEqual(expected);
  });

  it('reads no definition, and ten thousand DAGs in one list', () => {
    const p = platform();
    const { db } = p;
    db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO dags (tenant_id, environment_id, dag_id, version, is_paused, created_at, summary) SELECT 't1', 'e1', printf('d%05d', i), 1, 0, 0, '{"tags":["x"],"owners":["ada"],"max_active_runs":1}' FROM n`);
    const found = p.call('dags.list', { limit: 10_000 }) as unknown as { dags: unknown[]; total_entries: number };
    expect(found.dags).toHaveLength(10_000);
    expect(found.total_entries).toBe(10_000);
    expect(ids(p, { limit: 2, offset: 9998 })).toEqual(['d09999', 'd10000']);
  });

  it('finds what it looks for by an index', () => {
    const { db } = platform();
    const planOf = (sql: string, ...values: (string | number)[]) => (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]).map(({ detail }) => detail).join('\n');
    const listed = planOf('SELECT d.* FROM dags d WHERE d.tenant_id = ? AND d.environment_id = ? ORDER BY d.dag_id LIMIT 100', 't1', 'e1');
    expect(listed).toContain('USING INDEX sqlite_autoindex_dags_1');
    expect(listed).not.toContain('TEMP B-TREE');
    expect(planOf('SELECT dag_run_id FROM dag_runs WHERE dag = ? ORDER BY run DESC LIMIT 14', 1)).toMatch(/USING INDEX dag_runs_latest \(dag=\?\)/);
    expect(planOf('SELECT version, created_at, created_by FROM dag_versions WHERE dag = ? ORDER BY version DESC', 1)).toContain('COVERING INDEX dag_versions_listed');
    expect(planOf("SELECT max(logical_date) FROM dag_runs WHERE dag = ? AND run_type = 'scheduled'", 1)).toContain('dag_runs_scheduled');
  });
});

describe('later pages', () => {
  it('of events and runs are those of the first one’s list, whatever has come since', async () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d', { max_active_runs: 9 })] });
    for (let count = 0; count < 5; count += 1) p.call('dags.trigger', { dag_id: 'd' });
    for (const [name, rows, key] of [['dags.runs', 'dag_runs', 'dag_run_id'], ['dags.events', 'event_logs', 'event_log_id']] as const) {
      const page = (offset: number, as_of?: number) => p.call(name, { dag_id: 'd', limit: 2, offset, as_of }) as unknown as { as_of: number; total_entries: number } & Record<string, Record<string, unknown>[]>;
      const first = page(0);
      p.call('dags.trigger', { dag_id: 'd' });
      const second = page(2, first.as_of);
      expect(second.total_entries).toBe(first.total_entries);
      const seen = [...first[rows]!, ...second[rows]!].map((row) => row[key]);
      expect(new Set(seen).size).toBe(4);
    }
  });
});

describe('events', () => {
  it('are found by run, task, event and owner, and tell the names of a conf but not its values [C-150][C-162]', async () => {
    const p = platform();
    p.call('dags.add', { dags: [one('d')] });
    p.call('dags.trigger', { dag_id: 'd', conf: { token: 'canary-9' }, dag_run_id: 'mine' }, { ...caller, user_id: 'grace' });
    await turns();
    const found = (filter: Record<string, unknown>) => (p.call('dags.events', filter) as unknown as { event_logs: { event: string; extra: string | null }[] }).event_logs;
    expect(found({ run_id: 'mine' }).map(({ event }) => event)).toEqual(['running', 'trigger_dag_run']);
    expect(found({ task_id: 'a' })).toHaveLength(1);
    expect(found({ owner: 'grace' })).toMatchObject([{ event: 'trigger_dag_run', extra: '{"conf":["token"]}' }]);
    expect(found({ event: 'add_dag' })).toHaveLength(1);
    expect(JSON.stringify(found({}))).not.toContain('canary-9');
  });
});

describe('a platform of an older version', () => {
  it('keeps its DAGs, versions and runs, and shows them as before', async () => {
    const db = new DatabaseSync(':memory:');
    const [first, ...later] = dagMigrations;
    for (const { sql } of [...secretMigrations, first!]) db.exec(sql);
    const definition = JSON.stringify({ dag_id: 'old', schedule: '@hourly', tags: ['x'], description: 'about', max_active_runs: 2, timezone: 5, owner: 7, tasks: [httpTask('a')] });
    db.prepare("INSERT INTO dags VALUES (1, 't1', 'e1', 'old', 1, 0, ?, ?)").run(noon + 60_000, noon);
    db.prepare("INSERT INTO dag_versions VALUES (1, 1, ?, ?, 'grace')").run(definition, noon);
    db.exec("INSERT INTO dag_runs VALUES (1, 1, 1, 'r1', 'manual', 'success', 0, 0, 0, 1000, '{}', 'rest_api', 'grace')");
    for (const { sql } of [...later, ...taskMigrations]) db.exec(sql);
    const p = platform({ db });
    expect(p.call('dags.list', { tags: ['x'], owners: ['grace'] })).toMatchObject({
      dags: [{ dag_id: 'old', description: 'about', timetable_summary: '@hourly', max_active_runs: 2, owners: ['grace'], tags: [{ name: 'x' }], latest_dag_runs: [{ dag_run_id: 'r1', state: 'success' }] }],
    });
    expect(p.call('dagVersions.list', { dag_id: 'old' })).toMatchObject({ dag_versions: [{ version_number: 1, created_by: 'grace', is_current: true }] });
    await pass(60_000);
    expect(p.runs('old')).toMatchObject([{ dag_run_id: 'r1' }, { run_type: 'scheduled', state: 'running' }]);
    expect(p.lines).toEqual([]);
    expect(createDagStore(db).byKey(1)).toMatchObject({ version: 1 });
  });
});
