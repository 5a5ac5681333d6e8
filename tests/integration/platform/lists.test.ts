import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrap } from '../../../shared/contract/answer.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';

describe('lists', () => {
  let platform: TestPlatform;
  let scope: string;
  beforeAll(async () => {
    platform = await startTestPlatform();
    scope = new URLSearchParams({ ...platform.scope }).toString();
    for (let index = 1; index <= 25; index++) {
      await platform.call('POST', '/api/saas_db/agent_io', { ...platform.scope, name: `io ${index}`, node_id: index % 2 ? 'odd' : 'even', description: index === 7 ? '100% Sure_thing' : 'plain', is_required: index === 3 });
    }
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  const names = async (query: string) => {
    const { body } = await platform.call('GET', `/api/saas_db/agent_io?${scope}&${query}`);
    return { names: (body['data'] as { name: string }[]).map(({ name }) => name), total: body['totalCount'] };
  };
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => `io ${first + index}`);

  it('has pages of 10 where the contract says so, in the order of creation, and counts all [C-016][K-001]', async () => {
    expect(await names('')).toEqual({ names: upTo(1, 10), total: 25 });
    expect(await names('page=3')).toEqual({ names: upTo(21, 25), total: 25 });
    expect(await names('page=2&limit=4')).toEqual({ names: upTo(5, 8), total: 25 });
    expect(await names('page=9')).toEqual({ names: [], total: 25 });
    expect((await platform.call('GET', `/api/saas_db/agent_io?${scope}&page=0`)).status).toBe(400);
  });

  it('filters by fields and searches texts, without regard to case and with no wildcards [C-016]', async () => {
    expect((await names('node_id=even&limit=100')).total).toBe(12);
    expect(await names('search=sure_THING')).toEqual({ names: ['io 7'], total: 1 });
    expect(await names('search=100%25')).toEqual({ names: ['io 7'], total: 1 });
    expect((await names('search=%25')).total).toBe(1);
    expect(await names('search=io%2025')).toEqual({ names: ['io 25'], total: 1 });
    expect((await names(`search=${platform.scope.tenant_id}`)).total).toBe(0);
    expect((await names('node_id=%27%20OR%201%3D1')).total).toBe(0);
    expect(await names('is_required=true')).toEqual({ names: ['io 3'], total: 1 });
  });

  it('answers a list that is made of stored texts as it would answer parsed rows', async () => {
    const { body } = await platform.call('GET', `/api/saas_db/agent_io?${scope}&limit=100`);
    expect(body).toEqual(wrap('list', { rows: body['data'] as object[], total: 25 }));
  });

  it('gives the whole list of other kinds, and total_count with auth configs [Q-008]', async () => {
    await Promise.all(upTo(1, 12).map((name) => platform.call('POST', '/api/saas_db/auth_configs', { ...platform.scope, name, auth_type: name === 'io 2' ? 'hawk' : 'none', is_active: name !== 'io 1' })));
    const { body } = await platform.call('GET', `/api/saas_db/auth_configs?${scope}`);
    expect(body).toMatchObject({ totalCount: 12, total_count: 12 });
    expect(body['data']).toHaveLength(12);
    expect((await platform.call('GET', `/api/saas_db/auth_configs?${scope}&auth_type=hawk`)).body).toMatchObject({ total_count: 1 });
  });

  it('offers active auth configs to choose from, with the fields asked for [C-047][Q-009]', async () => {
    const { body } = await platform.call('GET', `/api/saas_db/auth_configs/dropdown?${scope}&active_only=true&fields=${encodeURIComponent('["name"]')}`);
    const rows = body['data'] as Record<string, unknown>[];
    expect(rows).toHaveLength(11);
    expect(Object.keys(rows[0]!).toSorted()).toEqual(['id', 'name']);
  });
});
