import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/platform/database.ts';
import type { Caller } from '../../../electron/platform/domain.ts';
import { createJobs, jobMigrations, type JobBoard, type JobRow } from '../../../electron/platform/jobs.ts';
import { AppError } from '../../../shared/errors.ts';

const me: Caller = { user_id: 'me', tenant_id: 't', environment_id: 'e', permissions: new Set() };
const colleague: Caller = { ...me, user_id: 'colleague' };

describe('jobs', () => {
  let folder: string;
  let db: ReturnType<typeof openDatabase>['db'];
  let jobs: JobBoard;
  const lines: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trellis-jobs-'));
    db = openDatabase(join(folder, 'platform.db'), jobMigrations).db;
    jobs = createJobs(db, Date.now, (line) => lines.push(line));
  });
  afterEach(async () => {
    await jobs.stop();
    db.close();
    rmSync(folder, { recursive: true });
  });

  const follow = async (id: string): Promise<JobRow[]> => {
    const seen: JobRow[] = [];
    for await (const row of jobs.follow(id, me, new AbortController().signal)) seen.push(row);
    return seen;
  };

  it('have progress and a result, which a follower sees to the end', async () => {
    const gate = Promise.withResolvers<void>();
    const id = jobs.start('test', 'A test', me, async (job) => {
      job.progress(0.5, 'half');
      await gate.promise;
      return { answer: 42 };
    });
    const followed = follow(id);
    await new Promise((resolve) => setImmediate(resolve));
    expect(jobs.find(id, me)).toMatchObject({ state: 'running', progress: 0.5, note: 'half', ended_at: null });
    gate.resolve();
    const seen = await followed;
    expect(seen.at(-1)).toMatchObject({ id, state: 'success', progress: 1, result: { answer: 42 }, error: null });
    expect(await follow(id)).toHaveLength(1);
  });

  it('say in words why they failed, and log what was not foreseen', async () => {
    const known = jobs.start('test', 'x', me, () => Promise.reject(new AppError('invalid_input', 'The document is empty.')));
    const fault = jobs.start('test', 'x', me, () => Promise.reject(new TypeError('undefined is not a function')));
    expect((await follow(known)).at(-1)).toMatchObject({ state: 'failed', error: 'The document is empty.' });
    expect((await follow(fault)).at(-1)).toMatchObject({ state: 'failed' });
    expect(lines.join('\n')).toContain('undefined is not a function');
  });

  it('are cancelled by who started them, or by an admin', async () => {
    const id = jobs.start('test', 'x', me, ({ signal }) => new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(() => jobs.cancel(id, colleague)).toThrow('Only whoever started');
    jobs.cancel(id, { ...colleague, permissions: new Set(['admin:admin']) });
    expect((await follow(id)).at(-1)).toMatchObject({ state: 'cancelled' });
  });

  it('that are cancelled before they began never begin', async () => {
    let began = false;
    const id = jobs.start('test', 'x', me, () => {
      began = true;
      return Promise.resolve();
    });
    jobs.cancel(id, me);
    expect((await follow(id)).at(-1)).toMatchObject({ state: 'cancelled' });
    expect(began).toBe(false);
  });

  it('are not there for another tenant', () => {
    const id = jobs.start('test', 'x', me, () => Promise.resolve());
    expect(() => jobs.find(id, { ...me, tenant_id: 'other' })).toThrow(`Not found: job ${id}`);
    expect(jobs.list({ ...me, tenant_id: 'other' })).toEqual([]);
    expect(jobs.list(me)).toHaveLength(1);
  });

  it('that the end of the platform interrupted are failed at the next start, and say so', async () => {
    const id = jobs.start('test', 'x', me, ({ signal }) => new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }));
    await jobs.stop();
    const next = createJobs(db, Date.now, () => undefined);
    expect(next.find(id, me)).toMatchObject({ state: 'failed', error: expect.stringContaining('ended while this was running') as string });
  });

  it('let go of a follower who leaves', async () => {
    const gate = Promise.withResolvers<void>();
    const id = jobs.start('test', 'x', me, () => gate.promise);
    const leaving = new AbortController();
    const events = jobs.follow(id, me, leaving.signal)[Symbol.asyncIterator]();
    await events.next();
    const waiting = events.next();
    leaving.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    gate.resolve();
  });
});
