import { describe, expect, it } from 'vitest';
import { compareSync, mergedFields, sameValue, type SyncFields, type SyncSide } from '../../../../shared/rules/openapi-sync.ts';

const limit = { name: 'limit', in: 'query', required: false, type: 'integer', example: 10 };
const list: SyncFields = { operation_key: 'list', operation_id: 'list', name: 'List', description: 'All', method: 'GET', path: '/pets', parameters: [limit], body: { type: 'none' } };
const find: SyncFields = { operation_key: 'find', operation_id: 'find', name: 'Find', description: '', method: 'GET', path: '/pets/{id}', parameters: [], body: { type: 'none' } };
const api: SyncFields = { name: 'Pets', server_url: 'https://h', auth: { type: 'api_key', credentials: { name: 'X-Key', value: '', in: 'header' } } };
const side = (...endpoints: SyncFields[]): SyncSide => ({ api, endpoints });
const row = (endpoint: SyncFields, more: object = {}): SyncFields => ({ id: `row-${String(endpoint['operation_key'])}`, enabled: false, headers: { a: 'b' }, ...endpoint, ...more });
const changes = (base: SyncSide | undefined, theirs: SyncSide, ours: SyncSide) => compareSync(base, theirs, ours).map(({ change }) => change);
const briefly = (base: SyncSide | undefined, theirs: SyncSide, ours: SyncSide) => changes(base, theirs, ours).map(({ kind, key, fields, local }) => [kind, key, fields.map(({ field, conflict }) => (conflict ? `!${field}` : field)), local]);

describe('a new version of a document', () => {
  it('changes nothing where it says the same, whatever was edited here', () => {
    expect(changes(side(list, find), side(find, list), side(row(list, { name: 'Mine', auth: { type: 'none', credentials: {} } })))).toEqual([]);
  });

  it('adds, changes and removes, each field by itself', () => {
    const theirs = side({ ...list, name: 'List pets', description: 'Some' }, { ...find, operation_key: 'new', operation_id: 'new', path: '/new', method: 'POST' });
    expect(briefly(side(list, find), theirs, side(row(list), row(find)))).toEqual([
      ['changed', 'list', ['name', 'description'], []], ['added', 'new', [], []], ['removed', 'find', [], []],
    ]);
  });

  it('is in conflict where both sides changed the same field, and only there', () => {
    const theirs = side({ ...list, name: 'Theirs', description: 'Theirs' });
    const [change] = changes(side(list), theirs, side(row(list, { name: 'Ours', path: '/mine' })));
    expect(change).toMatchObject({ kind: 'conflict', id: 'row-list', local: ['path'] });
    expect(change!.fields).toEqual([
      { field: 'name', base: 'List', theirs: 'Theirs', ours: 'Ours', conflict: true },
      { field: 'description', base: 'All', theirs: 'Theirs', ours: 'All', conflict: false },
    ]);
    expect(changes(side(list), theirs, side(row({ ...list, name: 'Theirs', description: 'Theirs' })))).toEqual([]);
  });

  it('knows an operation again by its id, by method and path, and by a path whose variables were renamed', () => {
    expect(briefly(side(list), side({ ...list, path: '/animals' }), side(row(list)))).toEqual([['changed', 'list', ['path'], []]]);
    expect(briefly(side(list), side({ ...list, operation_key: 'all', operation_id: 'all' }), side(row(list)))).toEqual([['changed', 'all', ['operation_id'], []]]);
    expect(briefly(side(find), side({ ...find, operation_key: 'x', operation_id: 'x', path: '/pets/{pet}' }), side(row(find)))).toEqual([['changed', 'x', ['path', 'operation_id'], []]]);
    // One that was moved here is still that of the document.
    expect(briefly(side(list), side({ ...list, name: 'New' }), side(row(list, { method: 'POST', path: '/other' })))).toEqual([['changed', 'list', ['name'], ['method', 'path']]]);
  });

  it('meets an endpoint that was made by hand, instead of doubling it', () => {
    const mine = { id: 'mine', name: 'My list', method: 'GET', path: '/pets', parameters: [], body: { type: 'none' } };
    const [change] = changes(side(), side(list), side(mine));
    expect(change).toMatchObject({ kind: 'conflict', id: 'mine', action: 'change' });
    expect(change!.fields.filter(({ conflict }) => conflict).map(({ field }) => field)).toEqual(['name']);
  });

  it('asks before it removes what was edited here, or brings back what was removed here', () => {
    expect(briefly(side(list), side(), side(row(list, { name: 'Mine' })))).toEqual([['conflict', 'list', [], ['name']]]);
    expect(changes(side(list), side({ ...list, name: 'New' }), side())).toMatchObject([{ kind: 'conflict', action: 'add', key: 'list' }]);
    expect(changes(side(list), side(list), side())).toEqual([]);
    expect(changes(side(list), side(), side())).toEqual([]);
  });

  it('takes what differs for a conflict where the document of before is not known', () => {
    expect(briefly(undefined, side({ ...list, name: 'New' }), side(row(list)))).toEqual([['conflict', 'list', ['!name'], expect.any(Array)]]);
  });

  it('changes the API itself, too, and leaves credentials that were entered', () => {
    const entered = { ...api, id: 'api', name: 'My pets', auth: { type: 'api_key', credentials: { name: 'X-Key', value: 's3cret', in: 'header' } } };
    expect(briefly({ api, endpoints: [] }, { api: { ...api, server_url: 'https://new' }, endpoints: [] }, { api: entered, endpoints: [] })).toEqual([['changed', '#api', ['server_url'], ['name', 'auth']]]);
    const bearer = { ...api, auth: { type: 'bearer_token', credentials: { token: '' } } };
    expect(briefly({ api, endpoints: [] }, { api: bearer, endpoints: [] }, { api: entered, endpoints: [] })).toEqual([['conflict', '#api', ['!auth'], ['name']]]);
  });
});

describe('what comes of an accepted change', () => {
  const merged = (theirs: SyncFields, ours: SyncFields, fields?: Record<string, 'ours' | 'theirs'>) =>
    mergedFields(compareSync(side(list), side(theirs), side(ours))[0]!, { key: 'list', accept: true, fields });

  it('has the fields of the document where they do not conflict, and says nothing of the others', () => {
    const ours = row(list, { name: 'Ours' });
    expect(merged({ ...list, name: 'Theirs', description: 'New' }, ours)).toMatchObject({ name: 'Ours', description: 'New', path: '/pets', operation_key: 'list' });
    expect(merged({ ...list, name: 'Theirs', description: 'New' }, ours, { name: 'theirs', description: 'ours' })).toMatchObject({ name: 'Theirs', description: 'All' });
    expect(Object.keys(merged({ ...list, name: 'Theirs' }, ours))).not.toContain('enabled');
    expect(merged({ ...list, description: '' }, ours)).toMatchObject({ description: null });
  });

  it('merges each parameter by its fields: a value that was entered stays', () => {
    const theirs = { ...list, parameters: [{ name: 'page', in: 'query', required: true, type: 'integer', value: 1 }, { ...limit, description: 'How many', example: 20 }] };
    const ours = row(list, { parameters: [{ ...limit, value: 50 }, { name: 'debug', in: 'query', value: 'yes' }] });
    expect(merged(theirs, ours)['parameters']).toEqual([
      { name: 'page', in: 'query', required: true, type: 'integer', value: 1 },
      { ...limit, description: 'How many', example: 20, value: 50 },
      { name: 'debug', in: 'query', value: 'yes' },
    ]);
  });

  it('takes a parameter away as a whole, and asks where it was edited', () => {
    const gone = { ...list, parameters: [] };
    expect(merged(gone, row(list))['parameters']).toEqual([]);
    const edited = row(list, { parameters: [{ ...limit, value: 50 }] });
    expect(changes(side(list), side(gone), side(edited))).toMatchObject([{ kind: 'conflict', fields: [{ field: 'parameters/query/limit', conflict: true }] }]);
    expect(merged(gone, edited)['parameters']).toEqual([{ ...limit, value: 50 }]);
    expect(merged(gone, edited, { 'parameters/query/limit': 'theirs' })['parameters']).toEqual([]);
  });
});

describe('values', () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true], [[1, 2], [2, 1], false], ['', null, true], [undefined, '', true], [0, '', false], [false, null, false],
    [{ a: null }, {}, true], [[], {}, false], [{ __proto__: null, a: 1 }, { a: 1 }, true],
  ])('%j and %j: the same is %s', (one, other, same) => {
    expect(sameValue(one, other)).toBe(same);
  });
});
