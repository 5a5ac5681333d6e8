import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../../shared/contract/composer.ts';
import { createHistory, historyMigrations, type History, type HistoryKind } from '../../../../electron/platform/composer/history.ts';
import { transaction } from '../../../../electron/storage/transaction.ts';

function emptyHistory() {
  const db = new DatabaseSync(':memory:');
  for (const { sql } of historyMigrations) db.exec(sql);
  return filled(createHistory({ db, transaction: (work) => transaction(db, work) }));
}

/** With a word for a run that begins and ends. */
const filled = (history: History) => ({
  ...history,
  add(kind: HistoryKind, ended: ExecutionResult) {
    history.begin(kind, { ...ended, status: 0, data: null, headers: {} });
    history.end(ended);
  },
});

const caller = { user_id: 'u', tenant_id: 't', environment_id: 'e', permissions: new Set<string>() };
const result = (id: number | string, endpoint_id = 'ep', more: Partial<ExecutionResult> = {}): ExecutionResult => ({
  id: `x${id}`, correlationId: `c${id}`, requestId: 'r', status: 200, statusText: 'OK', data: { id }, headers: { a: 'b' }, duration: 1, timestamp: '2025-01-01T00:00:00.000Z',
  executedURL: 'http://h/', basePath: '', endpointPath: '/', error: null, execution_mode: 'sync', tenant_id: 't', environment_id: 'e', api_id: 'api', endpoint_id,
  user_id: 'u', client_ip: null, user_agent: null, ...more,
});

describe('the history of executions', () => {
  it.each([['execution', 100], ['test', 50]] as const)('keeps exactly the newest of an endpoint: of %ss, %i [K-016][K-017][F-28]', (kind, kept) => {
    const history = emptyHistory();
    for (let at = 1; at <= kept; at += 1) history.add(kind, result(at));
    expect(history.list(kind, {}, caller).total).toBe(kept);
    history.add(kind, result(kept + 1));
    const { rows, total } = history.list(kind, {}, caller);
    expect([total, rows[0]!.id, rows.at(-1)!.id]).toEqual([kept, `x${kept + 1}`, 'x2']);
  });

  it('keeps exactly the newest 1000 of a tenant, and takes none from another [K-015][F-28]', () => {
    const history = emptyHistory();
    history.add('execution', result('other', 'theirs', { tenant_id: 't2' }));
    history.add('test', result('test', 'ep0'));
    for (let at = 1; at <= 1000; at += 1) history.add('execution', result(at, `ep${at % 20}`));
    expect(history.list('execution', {}, caller)).toMatchObject({ total: 1000 });
    expect(history.find('x1', caller).data).toEqual({ id: 1 });
    history.add('execution', result(1001, 'ep-new'));
    expect(history.list('execution', {}, caller).total).toBe(1000);
    expect(() => history.find('x1', caller)).toThrow('Not found: execution x1');
    expect(history.find('x2', caller).id).toBe('x2');
    expect(history.list('execution', {}, { ...caller, tenant_id: 't2' }).total).toBe(1);
    expect(history.list('test', {}, caller).total).toBe(1);
  });

  it('lists by API and endpoint, in pages, without answers; one by id or mark has its answer [C-133][C-135]', () => {
    const history = emptyHistory();
    for (let at = 1; at <= 5; at += 1) history.add('execution', result(at, at % 2 ? 'odd' : 'even', { api_id: at < 3 ? 'a' : 'b' }));
    expect(history.list('execution', { subject_id: 'odd' }, caller).rows.map(({ id }) => id)).toEqual(['x5', 'x3', 'x1']);
    expect(history.list('execution', { api_id: 'b', subject_id: 'odd' }, caller).total).toBe(2);
    const page = history.list('execution', { page: 2, limit: 2 }, caller);
    expect([page.total, page.rows.map(({ id }) => id)]).toEqual([5, ['x3', 'x2']]);
    expect(page.rows[0]).not.toHaveProperty('data');
    expect(history.find('c3', caller)).toEqual({ ...result(3, 'odd', { api_id: 'b' }), request: null });
  });

  it('keeps what is under way beside the newest, and gives it its place when it ends [S-011][F-28]', () => {
    const history = emptyHistory();
    history.begin('execution', result('slow', 'ep', { status: 0 }));
    for (let at = 1; at <= 101; at += 1) history.add('execution', result(at));
    expect(history.list('execution', {}, caller).rows.map(({ id }) => id).slice(0, 2)).toEqual(['xslow', 'x101']);
    expect(history.list('execution', {}, caller).total).toBe(101);
    history.end(result('slow', 'ep', { status: 201 }));
    const { rows, total } = history.list('execution', {}, caller);
    expect([total, rows[0]!.id, rows.at(-1)!.id]).toEqual([100, 'xslow', 'x3']);
    history.end(result('slow', 'ep', { status: 500 }));
    expect(history.find('xslow', caller).status).toBe(201);
    history.begin('execution', result('refused', 'ep', { status: 0 }));
    history.drop('xrefused');
    history.drop('xslow');
    expect(history.list('execution', {}, caller).total).toBe(100);
  });

  it('says of what was under way when the platform died that it failed, and why', () => {
    const history = emptyHistory();
    history.add('execution', result(1));
    history.begin('execution', result(2, 'ep', { status: 0, request: { method: 'GET' } }));
    history.interrupt();
    expect(history.find('x2', caller)).toMatchObject({ status: 500, statusText: 'Execution Failed', state: 'failed', error: expect.stringContaining('The platform ended while this was under way') as string, request: { method: 'GET' } });
    expect(history.find('x1', caller)).toMatchObject({ status: 200, error: null });
  });

  it('is searched by name, address, status, error and bodies, whatever their case', () => {
    const history = emptyHistory();
    history.add('execution', result(1, 'ep', { name: 'Find pets', executedURL: 'http://zoo/pets?q=100%', data: { kind: 'Ünicorn "x"' } }));
    history.add('execution', result(2, 'ep', { status: 503, error: 'Nothing listens', request: { body: { type: 'raw', content: 'SENT_body' } } }));
    const found = (search: string) => history.list('execution', { search }, caller).rows.map(({ id }) => id);
    for (const text of ['find PETS', 'zoo/pets', '100%', 'Ünicorn', '\\"x\\"']) expect(found(text)).toEqual(['x1']);
    for (const text of ['503', 'nothing listens', 'sent_body']) expect(found(text)).toEqual(['x2']);
    expect(found('_')).toEqual(['x2']);
    expect(found('%')).toEqual(['x1']);
    expect(found('a\b')).toEqual([]);
    expect(history.list('execution', { search: 'pets' }, { ...caller, tenant_id: 't2' }).total).toBe(0);
  });

  it('takes over what an earlier version kept', () => {
    const db = new DatabaseSync(':memory:');
    db.exec(historyMigrations[0]!.sql);
    const { data, headers, ...summary } = result(7);
    db.prepare('INSERT INTO composer_history (id, kind, correlation_id, tenant_id, environment_id, api_id, endpoint_id, summary, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run('x7', 'execution', 'c7', 't', 'e', 'api', 'ep', JSON.stringify(summary), JSON.stringify({ data, headers }));
    db.exec(historyMigrations[1]!.sql);
    db.prepare('INSERT INTO composer_runs (id, kind, running, correlation_id, tenant_id, environment_id, api_id, subject_id, summary, searched, request, answer) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run('x8', 'test', 'c8', 't', 'e', 'api', 'ep', JSON.stringify({ ...summary, id: 'x8' }), '', 'null', '{}');
    db.exec(historyMigrations[2]!.sql);
    const history = createHistory({ db, transaction: (work) => transaction(db, work) });
    expect(history.find('x7', caller)).toEqual({ ...result(7), request: null });
    expect(history.list('execution', { subject_id: 'ep', search: 'http://h' }, caller).total).toBe(1);
    expect(history.list('test', {}, caller)).toMatchObject({ total: 1, rows: [{ id: 'x8' }] });
    history.interrupt();
    expect(history.find('x8', caller)).toMatchObject({ status: 500, state: 'failed' });
  });

  it('shows nothing of another tenant or environment [F-24]', () => {
    const history = emptyHistory();
    history.add('execution', result(1));
    for (const other of [{ ...caller, tenant_id: 't2' }, { ...caller, environment_id: 'e2' }]) {
      expect(history.list('execution', {}, other).total).toBe(0);
      expect(() => history.find('x1', other)).toThrow('Not found: execution x1');
    }
    expect(history.list('execution', {}, { ...caller, environment_id: '' }).total).toBe(1);
  });
});
