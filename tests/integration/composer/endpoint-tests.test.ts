import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import type { Assertion } from '../../../shared/contract/endpoint-tests.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };
type Tested = ExecutionResult & { passed: boolean; assertions: Assertion[] };

let composer: Composer;
let target: Target;
let api: Row;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    if (request.url === '/gone') return void request.socket.destroy();
    response.statusCode = request.url === '/missing' ? 404 : 200;
    response.setHeader('content-type', 'application/json').setHeader('X-Version', '42');
    response.end(JSON.stringify({ pets: [{ name: 'Rex', age: 3 }, { name: 'Ümit', age: 9 }], total: 2, next: null }));
  });
  api = (await composer.call<Row>('create-api', { name: 'Pets', server_url: target.url })).data;
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const endpoint = (tests?: unknown, path = '/pets') => composer.call<Row>('create-endpoint', { api_id: api.id, path, tests });
const tested = async (tests: unknown, path?: string) => {
  const { data } = await endpoint(tests, path);
  return (await composer.call<Tested>('test-endpoint', { endpoint_id: data.id })).data;
};
const one = (fields: object) => [{ name: 'it', ...fields }];

describe('tests of an endpoint [C-125]', () => {
  it.each([
    [{ source: 'status', comparison: 'equals', expected: 200 }, true, 200],
    [{ source: 'status', comparison: 'equals', expected: '200' }, true, 200],
    [{ source: 'status', comparison: 'not_equals', expected: 200 }, false, 200],
    [{ source: 'status', comparison: 'less', expected: 300 }, true, 200],
    [{ source: 'status', comparison: 'matches', expected: '^2\\d\\d$' }, true, 200],
    [{ source: 'header', path: 'x-version', comparison: 'equals', expected: 42 }, true, '42'],
    [{ source: 'header', path: 'Content-Type', comparison: 'contains', expected: 'json' }, true, 'application/json'],
    [{ source: 'header', path: 'x-none', comparison: 'exists' }, false, null],
    [{ source: 'header', path: 'x-none', comparison: 'exists', expected: false }, true, null],
    [{ source: 'header', path: 'x-none', comparison: 'matches', expected: '.*' }, false, null],
    [{ source: 'body', path: 'total', comparison: 'equals', expected: 2 }, true, 2],
    [{ source: 'body', path: '$sum(pets.age)', comparison: 'greater', expected: 12 }, false, 12],
    [{ source: 'body', path: 'pets.name', comparison: 'contains', expected: 'Rex' }, true, ['Rex', 'Ümit']],
    [{ source: 'body', path: 'pets[0]', comparison: 'equals', expected: { age: 3, name: 'Rex' } }, true, { name: 'Rex', age: 3 }],
    [{ source: 'body', path: 'pets[0]', comparison: 'contains', expected: { age: 3 } }, true, { name: 'Rex', age: 3 }],
    [{ source: 'body', path: 'pets[1].name', comparison: 'matches', expected: '^[(Ü]\\w+$' }, true, 'Ümit'],
    [{ source: 'body', path: 'next', comparison: 'exists' }, false, null],
    [{ source: 'body', path: 'next', comparison: 'equals', expected: null }, true, null],
    [{ source: 'body', comparison: 'contains', expected: 'pets' }, true, expect.objectContaining({ total: 2 })],
    [{ source: 'duration', comparison: 'less', expected: 30_000 }, true, expect.any(Number)],
  ])('%j passes: %s', async (test, passed, actual) => {
    const result = await tested(one(test));
    expect(result.assertions).toEqual([{ name: 'it', ...test, actual, passed }]);
    expect(result.passed).toBe(passed);
  });

  it('passes where all of them do, and keeps each in its history', async () => {
    const result = await tested([
      { name: 'found', source: 'status', comparison: 'equals', expected: 200 },
      { name: 'one pet', source: 'body', path: '$count(pets)', comparison: 'equals', expected: 1 },
    ]);
    expect(result).toMatchObject({ status: 200, passed: false, assertions: [{ name: 'found', passed: true }, { name: 'one pet', passed: false, expected: 1, actual: 2 }] });
    expect((await composer.call<Tested>('get-execution-status', { execution_id: result.id })).data).toEqual(result);
    const { data: [listed] } = await composer.call<Tested[]>('list-tests', { endpoint_id: result.endpoint_id });
    expect(listed).toMatchObject({ id: result.id, passed: false, assertions: result.assertions });
  });

  it('without any, passes where the target answers', async () => {
    expect(await tested(undefined)).toMatchObject({ passed: true, assertions: [] });
    expect(await tested(one({ source: 'status', comparison: 'exists' }), '/gone')).toMatchObject({ status: 500, passed: false, error: expect.any(String) as string });
  });

  it('says what is wrong with a path, and outlives a pattern that never ends', async () => {
    const result = await tested([
      { name: 'no JSONata', source: 'body', path: 'pets[', comparison: 'exists' },
      { name: 'no end', source: 'body', path: '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"', comparison: 'matches', expected: '^(a+)+$' },
      { name: 'found', source: 'status', comparison: 'equals', expected: 200 },
    ]);
    expect(result.assertions).toMatchObject([{ passed: false, error: expect.stringContaining('The expression failed') as string }, { passed: false, error: expect.stringContaining('took longer') as string }, { passed: true }]);
  });

  it.each([
    ['status', 'Tests are a list of {name, source, path, comparison, expected}'],
    [one({ source: 'moon', comparison: 'exists' }), 'tests.0.source: Choose where to look: status, header, body, duration'],
    [one({ source: 'status', comparison: 'is', expected: 1 }), 'tests.0.comparison: Choose how to compare'],
    [one({ source: 'header', comparison: 'exists' }), 'tests.0.path: Say which header'],
    [one({ source: 'status', comparison: 'equals' }), 'tests.0.expected: Say what is expected'],
    [one({ source: 'status', comparison: 'less', expected: 'x' }), 'tests.0.expected: Expected must be a number'],
    [one({ source: 'status', comparison: 'matches', expected: '(' }), 'tests.0.expected: Expected must be a regular expression'],
    [[{ source: 'status', comparison: 'exists' }], 'tests.0.name: A test needs a name'],
  ])('are refused where they are none: %j', async (tests, error) => {
    expect(await endpoint(tests)).toMatchObject({ status: 400, error: expect.stringContaining(error) as string });
    const { data } = await endpoint();
    expect(await composer.call('update-endpoint', { id: data.id, tests })).toMatchObject({ status: 400, error: expect.stringContaining(error) as string });
  });
});

describe('testing a kept answer again', () => {
  it('holds it against the tests of now, or the given ones, and sends nothing', async () => {
    const { data: row } = await endpoint(undefined, '/missing');
    const { data: kept } = await composer.call<ExecutionResult>('api-router-execute', { endpoint_id: row.id });
    await composer.call('update-endpoint', { id: row.id, tests: one({ source: 'status', comparison: 'equals', expected: 404 }) });
    const before = target.requests.length;
    const again = (input: object = {}) => composer.call('retest-execution', { execution_id: kept.id, ...input });
    expect((await again()).data).toEqual({ execution_id: kept.id, passed: true, assertions: [{ name: 'it', source: 'status', comparison: 'equals', expected: 404, actual: 404, passed: true }] });
    expect((await again({ tests: one({ source: 'body', path: 'total', comparison: 'greater', expected: 2 }) })).data).toMatchObject({ passed: false, assertions: [{ actual: 2 }] });
    expect(target.requests.length).toBe(before);
    expect((await composer.call('retest-execution', { execution_id: 'nothing' })).status).toBe(404);
  });

  it('takes tests that are not saved yet for one test, too', async () => {
    const { data: row } = await endpoint(one({ source: 'status', comparison: 'equals', expected: 500 }));
    const tests = one({ source: 'status', comparison: 'equals', expected: 200 });
    expect((await composer.call('test-endpoint', { endpoint_id: row.id, tests })).data).toMatchObject({ passed: true });
    expect((await composer.call('test-endpoint', { endpoint_id: row.id })).data).toMatchObject({ passed: false });
  });
});
