import { describe, expect, it } from 'vitest';
import { errorOfAnswer, unwrap, wrap } from '../../../../shared/contract/answer.ts';
import type { Answer } from '../../../../shared/contract/define.ts';

const call = (answer: Answer) => ({ answer, plural: 'things', fallback: 'Failed to fetch things', errorFields: undefined });
const rows = [{ id: '1' }, { id: '2' }];

describe('lists', () => {
  it.each([
    ['an array', rows, { rows }],
    ['data [Q-007]', { data: rows }, { rows }],
    ['totalCount [Q-007]', { data: rows, totalCount: 9 }, { rows, total: 9 }],
    ['total_count [Q-008]', { data: rows, total_count: 9 }, { rows, total: 9 }],
    ['its own plural', { things: rows }, { rows }],
    ['its plural within data', { data: { things: rows, total_count: 9 } }, { rows, total: 9 }],
    ['the total outside', { data: { things: rows }, totalCount: 9 }, { rows, total: 9 }],
    ['nothing in it', { data: [] }, { rows: [] }],
  ])('are read as %s', (_title, body, expected) => {
    expect(unwrap(call('list'), body)).toEqual(expected);
  });

  it.each([undefined, null, 'text', 7, {}, { data: 'x' }, { data: null }, { data: { data: { data: [] } } }])('are not read from %j', (body) => {
    expect(() => unwrap(call('list'), body)).toThrow(expect.objectContaining({ code: 'bad_answer', message: 'Failed to fetch things' }));
  });
});

describe('rows', () => {
  it.each([
    ['the row itself', { id: '1' }],
    ['under data', { data: { id: '1' } }],
    ['the first of an array', [{ id: '1' }]],
    ['the first under data', { data: [{ id: '1' }] }],
    ['under its plural', { things: [{ id: '1' }] }],
  ])('are read as %s', (_title, body) => {
    expect(unwrap(call('row'), body)).toEqual({ id: '1' });
  });
  it.each([undefined, null, 'text', []])('are not read from %j', (body) => {
    expect(() => unwrap(call('row'), body)).toThrow(expect.objectContaining({ code: 'bad_answer' }));
  });
});

describe('routers', () => {
  it('are read as their data', () => {
    expect(unwrap(call('router'), { success: true, data: { dags: [] } })).toEqual({ dags: [] });
    expect(unwrap(call('router'), { dags: [] })).toEqual({ dags: [] });
    expect(unwrap(call('routerList'), { success: true, data: rows, totalCount: 2 })).toEqual({ rows, total: 2 });
  });

  it.each(['router', 'routerList'] as const)('fail in the server’s words, with status 500 unless they say another [E-069][K-028] (%s)', (answer) => {
    expect(() => unwrap(call(answer), { success: false, message: 'No such DAG', details: { dag_id: 'x' } })).toThrow(
      expect.objectContaining({ message: 'No such DAG', status: 500, code: 'server', details: { dag_id: 'x' } }),
    );
    expect(() => unwrap(call(answer), { success: false, status: 404 })).toThrow(expect.objectContaining({ message: 'Failed to fetch things', status: 404, code: 'not_found' }));
  });
});

describe('what is written can be read', () => {
  it.each([
    ['list', { rows, total: 7 }, { rows, total: 7 }],
    ['list', { rows }, { rows, total: 2 }],
    ['routerList', { rows, total: 7 }, { rows, total: 7 }],
    ['row', { id: '1' }, { id: '1' }],
    ['router', { a: 1 }, { a: 1 }],
    ['inserted', { id: '1' }, { insertedId: '1' }],
    ['done', undefined, { success: true }],
    ['plain', { a: 1 }, { a: 1 }],
  ] as const)('%s', (answer, value, expected) => {
    expect(unwrap(call(answer), JSON.parse(JSON.stringify(wrap(answer, value))))).toEqual(expected);
  });
});

const said = (body: unknown, more: object = {}, status = 500) => errorOfAnswer({ ...call('list'), ...more }, status, body).message;

describe('failures', () => {
  it('takes details that name fields as their problems', () => {
    const problems = [{ path: ['dags', 0, 'tasks', 1, 'url'], message: 'url is required' }];
    const failed = (body: unknown) => errorOfAnswer(call('router'), 400, body);
    expect(failed({ error: 'Refused', details: problems })).toMatchObject({ message: 'Refused', problems, details: problems });
    expect(failed({ error: 'Refused', details: [] }).problems).toBeUndefined();
    expect(failed({ error: 'Refused', details: [{ path: 'url', message: 'no path' }] }).problems).toBeUndefined();
    expect(failed({ error: 'Refused', details: { by: 'x' } })).toMatchObject({ problems: undefined, details: { by: 'x' } });
  });

  it.each([
    ['the server’s error', { error: 'Full', message: 'm' }, {}, 'Full'],
    ['its message', { message: 'm' }, {}, 'm'],
    ['its message first, from the vector router', { error: 'e', message: 'm' }, { errorFields: ['message', 'error'] }, 'm'],
    ['an error object', { error: { message: 'inner' } }, {}, 'inner'],
    ['the fallback where it says nothing', {}, {}, 'Failed to fetch things'],
    ['the fallback where it says blanks', { error: ' ' }, {}, 'Failed to fetch things'],
    ['the fallback for a page', '<html>', {}, 'Failed to fetch things'],
    ['the status where the API router says nothing [E-068]', {}, { statusFallback: true }, 'HTTP 500: Internal Server Error'],
    ['the server’s words before the status [E-068]', { error: 'Full' }, { statusFallback: true }, 'Full'],
  ])('say %s', (_title, body, more, message) => {
    expect(said(body, more)).toBe(message);
  });
  it('say the status that the map does not know [E-068][E-077]', () => {
    expect(said({}, { statusFallback: true }, 418)).toBe('HTTP 418: Unknown Status');
  });
});
