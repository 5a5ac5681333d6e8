import { describe, expect, it } from 'vitest';
import { addressOf, addressText, mustSave, parametersOf, pathParameters, runInput, testsIn, valueOfText, withoutParameter, withParameter } from '../../../../../renderer/areas/apis/request.ts';

const api = { id: 'a', server_url: 'https://api.example.com/', base_path: 'v1/' };
const saved = {
  id: 'e', api_id: 'a', method: 'GET', path: '/pets/{id}/:part',
  parameters: [
    { name: 'id', in: 'path', required: true, value: '7' },
    { name: 'tag', in: 'query', type: 'array', value: ['a b', 'c'] },
    { name: 'X-Trace', in: 'header', value: 1 },
    { name: 'session', in: 'cookie', value: 's' },
  ],
  headers: { 'X-Own': 'yes' }, body: { type: 'none' }, auth: null, timeout_ms: null,
};
const edited = (changes: object) => ({ ...saved, ...changes });
const addressWith = (changes: object) => addressText(addressOf(api, edited(changes)));

describe('the address that would be called', () => {
  it('is server, base path and path, with variables and query filled in', () => {
    expect(addressOf(api, saved)).toEqual([
      { text: 'https://api.example.com', kind: 'server' }, { text: '/v1', kind: 'server' },
      { text: '/pets/', kind: 'text' }, { text: '7', kind: 'variable' }, { text: '/', kind: 'text' }, { text: ':part', kind: 'missing' },
      { text: '?tag=a%20b&tag=c', kind: 'text' },
    ]);
  });

  it('keeps a query that the path has, and puts a slash where the path has none', () => {
    expect(addressWith({ path: 'search?q={q}', parameters: [{ name: 'q', in: 'path', value: 'x&y' }, { name: 'n', in: 'query', value: 2 }] })).toBe('https://api.example.com/v1/search?q=x%26y&n=2');
  });

  it('says so when the API has no server', () => {
    expect(addressOf({ id: 'a', server_url: '', base_path: '' }, edited({ path: '/x', parameters: [] }))[0]).toEqual({ text: 'no server', kind: 'missing' });
    expect(addressText(addressOf(undefined, edited({ path: '/x', parameters: [] })))).toBe('no server/x');
  });
});

describe('parameters', () => {
  it('are those that say where they go, whatever else a server keeps there', () => {
    expect(parametersOf([null, 'x', { name: 'a', in: 'body' }, { name: 'b', in: 'query' }, { in: 'query' }])).toEqual([{ name: 'b', in: 'query' }]);
    expect(parametersOf('[]')).toEqual([]);
  });

  it('of the path are its variables, described or not', () => {
    expect(pathParameters(saved)).toEqual([saved.parameters[0], { name: 'part', in: 'path', required: true }]);
  });

  it('are changed in their place, and added at the end', () => {
    const odd = { strange: true };
    expect(withParameter([odd, { name: 'a', in: 'query', value: '1' }], { name: 'a', in: 'query', value: undefined })).toEqual([odd, { name: 'a', in: 'query' }]);
    expect(withParameter(undefined, { name: 'a', in: 'query', value: '1' })).toEqual([{ name: 'a', in: 'query', value: '1' }]);
    expect(withoutParameter([odd, { name: 'a', in: 'query' }, { name: 'a', in: 'header' }], { name: 'a', in: 'query' })).toEqual([odd, { name: 'a', in: 'header' }]);
  });

  it('take a text as it is typed, lists and objects as JSON', () => {
    expect(valueOfText('', 'string')).toBeUndefined();
    expect(valueOfText('[1]', 'string')).toBe('[1]');
    expect(valueOfText('[1]', 'array')).toEqual([1]);
    expect(valueOfText('[1', 'array')).toBe('[1');
    expect(valueOfText('one', 'array')).toBe('one');
  });
});

describe('a run', () => {
  it('says nothing for itself while nothing is edited', () => {
    expect(runInput(saved, saved, true)).toEqual({ endpoint_id: 'e', api_id: 'a' });
    expect(runInput(saved, saved, false)).toEqual({ endpoint_id: 'e', api_id: 'a' });
    expect(mustSave(saved, saved)).toBeUndefined();
  });

  it('is what is on the screen: method, path, what was taken away, and authentication', () => {
    const auth = { type: 'bearer_token', credentials: { token: 't' } };
    expect(runInput(saved, edited({ method: 'PUT', path: '/x', headers: {}, body: null, timeout_ms: 500, auth }), true))
      .toEqual({ endpoint_id: 'e', api_id: 'a', edited: { method: 'PUT', path: '/x', headers: {}, timeout_ms: 500, body: null }, auth });
    expect(runInput(edited({ auth }), edited({ auth: null }), true)).toEqual({ endpoint_id: 'e', api_id: 'a', edited: { auth: null } });
  });

  it('of a platform that knows no edits takes what is edited, and takes away what is gone from path and query', () => {
    const values = edited({ parameters: [{ name: 'part', in: 'path', value: 'x' }, { name: 'n', in: 'query', value: '2' }, saved.parameters[2], saved.parameters[3]] });
    expect(runInput(saved, values, false)).toMatchObject({ path_variables: { id: null, part: 'x' }, query: { tag: null, n: '2' }, headers: { 'X-Trace': '1', 'X-Own': 'yes' } });
    expect(mustSave(saved, values)).toBeUndefined();
  });

  it('of such a platform sends an edited body, authentication and time limit, and none where there is none', () => {
    const auth = { type: 'bearer_token', credentials: { token: 't' } };
    expect(runInput(saved, edited({ auth, timeout_ms: 500, body: { type: 'raw', content: 'x' } }), false)).toEqual({ endpoint_id: 'e', api_id: 'a', auth, timeout_ms: 500, body: { type: 'raw', content: 'x' } });
    expect(runInput(edited({ body: { type: 'raw', content: 'x' } }), edited({ body: null }), false)).toMatchObject({ body: { type: 'none' } });
  });

  it('names the uploads of its body, saved or not, since they are this computer’s', () => {
    const body = { type: 'form-data', content: [{ name: 'f', upload: 'u1' }] };
    const row = edited({ body });
    expect(runInput(row, row, true)).toEqual({ endpoint_id: 'e', api_id: 'a', edited: { body } });
    expect(runInput(row, row, false)).toEqual({ endpoint_id: 'e', api_id: 'a', body });
  });

  it.each([
    ['the method', { method: 'POST' }],
    ['the path', { path: '/other' }],
    ['the API', { api_id: 'b' }],
    ['a header', { headers: {} }],
    ['a cookie', { parameters: saved.parameters.slice(0, 3) }],
  ])('of such a platform has to wait for a save where %s is changed in a way that a run cannot say', (_, changes) => {
    expect(mustSave(saved, edited(changes))).toMatch(/^Save first: /);
  });

  it('of such a platform has to wait for a save where authentication goes back to that of the API', () => {
    expect(mustSave(edited({ auth: { type: 'none' } }), edited({ auth: null }))).toMatch(/^Save first: /);
    expect(mustSave(saved, edited({ auth: { type: 'none' } }))).toBeUndefined();
  });
});

it('takes only tests that can be looked at', () => {
  const good = { name: 'found', source: 'status', comparison: 'equals', expected: 200 };
  expect(testsIn([good, { name: '', source: 'status' }, 7])).toEqual([good]);
  expect(testsIn(undefined)).toEqual([]);
});
