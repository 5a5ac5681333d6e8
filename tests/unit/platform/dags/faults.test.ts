import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hideSecrets } from '../../../../electron/platform/dags/hide-secrets.ts';
import { dagMigrations } from '../../../../electron/platform/dags/tables.ts';
import { taskMigrations } from '../../../../electron/platform/dags/task-tables.ts';
import { secretMigrations } from '../../../../electron/platform/secrets.ts';
import { httpTask, pass, platform, turns, useClock } from './harness.ts';

let folder: string;
beforeEach(() => {
  useClock();
  folder = mkdtempSync(join(tmpdir(), 'trellis-dag-faults-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

function onDisk(): DatabaseSync {
  const db = new DatabaseSync(join(folder, 'platform.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
  for (const { sql } of [...secretMigrations, ...dagMigrations, ...taskMigrations]) db.exec(sql);
  return db;
}

/** Each makes writing impossible, and returns what makes it possible again. */
const faults: Readonly<Record<string, (db: DatabaseSync) => () => void>> = {
  'locked by another process'() {
    const other = new DatabaseSync(join(folder, 'platform.db'));
    other.exec('BEGIN IMMEDIATE');
    return () => {
      other.exec('ROLLBACK');
      other.close();
    };
  },
  full(db) {
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${page_count}`);
    return () => db.exec('PRAGMA max_page_count = 1000000');
  },
  'read-only'(db) {
    db.exec('PRAGMA query_only = 1');
    return () => db.exec('PRAGMA query_only = 0');
  },
};

const tasks = [
  httpTask('list'),
  httpTask('each', ['list'], { url: 'http://target/each{{ map.index }}', expand: { id: '{{ tasks.list.result.data }}' } }),
  { task_id: 'sum', operator: 'transform', expression: '$count(tasks.each.result)', depends_on: ['each'] },
  { task_id: 'way', operator: 'branch', expression: '"chosen"', depends_on: ['sum'] },
  httpTask('chosen', ['way']),
  httpTask('other', ['way']),
  httpTask('last', ['chosen', 'other'], { trigger_rule: 'none_failed_min_one_success' }),
];
/** More than fits into what a full store has left. */
const large = { data: 'x'.repeat(200_000) };

describe('a store that cannot be written while mapped and branch tasks run', () => {
  it.each([['locked by another process', 'another program holds it locked'], ['full', 'the disk is full'], ['read-only', 'it cannot be written (read-only)']])('because it is %s: nothing is lost or done twice, and it is told once [F-2]', async (fault, reason) => {
    const db = onDisk();
    const p = platform({ db });
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks }] });
    p.call('securedDags.trigger', { dag_id: 'd' });
    await turns();
    p.task('list').answer({ data: [1, 2, 3] });
    await turns();

    const mend = faults[fault]!(db);
    p.task('each0').answer(large);
    p.task('each1').answer(large);
    await pass(5000);
    expect(p.lines).toHaveLength(1);
    expect(p.lines[0]).toBe(`The scheduler could not write, and tries again every second: ${reason}`);
    expect(p.scheduler.trouble()).toBe(reason);
    p.task('each2').answer(large);
    await pass(1000);
    expect(p.sent).toHaveLength(4);
    mend();
    await pass(1000);
    expect(p.lines).toHaveLength(2);
    expect(p.lines[1]).toBe('The scheduler can write again, and goes on.');
    expect(p.scheduler.trouble()).toBeNull();

    const again = faults[fault]!(db);
    p.task('chosen').answer(large);
    await pass(3000);
    again();
    await pass(1000);
    p.task('last').answer();
    await turns();

    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(p.states('d')).toEqual({ list: 'success', each: 'success', sum: 'success', way: 'success', chosen: 'success', other: 'skipped', last: 'success' });
    expect(p.sent.map(({ url }) => url).toSorted()).toEqual(['chosen', 'each0', 'each1', 'each2', 'last', 'list']);
    const begun = p.events('d').filter(({ event }) => event === 'running').map(({ task_id }) => task_id);
    expect(begun.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['chosen', 'each', 'each', 'each', 'last', 'list', 'sum', 'way']);
    expect(p.instance('d', 'sum')).toMatchObject({ result: 3, try_number: 1 });
    await p.scheduler.stop();
    db.close();
  });
});

describe('what a task tells', () => {
  const secret = 'canary "7f';
  const mark = { $secret: true };

  it('holds no secret, not even where the target says it back, and no value of a conf [F-20]', async () => {
    const p = platform();
    const task = httpTask('a', [], {
      url: 'http://target/a?key={{ params.key }}', headers: { 'x-key': '{{ params.key }}' }, body: { key: '{{ params.key }}' },
      auth: { type: 'basic_auth', credentials: { username: 'ada', password: secret } },
    });
    p.call('dags.add', { dags: [{ dag_id: 'd', params: { key: 'none' }, tasks: [task] }] });
    p.call('securedDags.trigger', { dag_id: 'd', conf: { key: 'conf-canary' } });
    await turns();
    expect(p.task('a').request).toMatchObject({ url: 'http://target/a?key=conf-canary', auth: { credentials: { password: secret } } });
    const basic = Buffer.from(`ada:${secret}`).toString('base64');
    p.task('a').answer({ status: 500, data: { seen: secret, authorization: `Basic ${basic}` } });
    await turns();
    const told = JSON.stringify([p.logged, p.instance('d', 'a')['error'], p.events('d'), p.lines]);
    expect(told).toContain('The target answered 500');
    for (const word of [secret, JSON.stringify(secret).slice(1, -1), basic, 'conf-canary', 'canary']) expect(told).not.toContain(word);
  });

  it('keeps what is no secret, and hides every spelling of what is', () => {
    const auth = (token: unknown) => ({ type: 'bearer_token', credentials: { token } });
    expect(hideSecrets('a b/c%20d e', auth(mark), auth('b/c'))).toBe('a •••%20d e');
    expect(hideSecrets('x=a%20b', auth(mark), auth('a b'))).toBe('x=•••');
    expect(hideSecrets('plain', auth('plain'), auth('plain'))).toBe('plain');
    expect(hideSecrets('nothing', undefined, undefined)).toBe('nothing');
  });
});
