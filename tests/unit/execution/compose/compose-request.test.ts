import { describe, expect, it } from 'vitest';
import { composeRequest, type Overrides } from '../../../../electron/execution/compose/compose-request.ts';

const api = { id: 'a', server_url: '{{scheme}}://{{host}}', base_path: '/{{version}}', variables: { version: 'v1', who: 'api' } };
const environment = { variables: { scheme: 'https', host: 'h.example', who: 'environment', path: 'deep/er', token: { value: 'env-secret', secret: true } } };
const compose = (endpoint: object, run: Overrides = {}) => composeRequest(api, { id: 'e', path: '/x', ...endpoint }, run, environment);

describe('variables in a request [F-15]', () => {
  it('are filled in everywhere, from run, environment and API in this order', () => {
    const endpoint = {
      path: '/{{path}}/{id}',
      parameters: [{ name: 'id', in: 'path', value: '{{who}}' }, { name: 'q', in: 'query', value: ['{{who}}', 2] }, { name: 'X-P', in: 'header', value: '{{version}}' }, { name: 'c', in: 'cookie', value: '{{who}}' }],
      headers: { 'X-Who': '{{who}}' },
      body: { type: 'raw', content: '{"who": "{{who}}"}' },
      auth: { type: 'bearer_token', credentials: { token: '{{token}}' } },
    };
    expect(compose(endpoint, { variables: { who: 'run' }, query: { r: '{{who}}' }, headers: { 'X-Run': '{{version}}' } })).toMatchObject({
      url: 'https://h.example/v1/deep/er/run',
      query: { q: ['run', 2], r: 'run' },
      headers: { 'X-Who': 'run', 'X-P': 'v1', 'X-Run': 'v1', 'cookie': 'c=run' },
      body: { type: 'raw', content: '{"who": "run"}' },
      auth: { type: 'bearer_token', credentials: { token: 'env-secret' } },
      secrets: ['env-secret'],
    });
    expect(compose({}).query).toEqual({});
    expect(compose({ path: '/{{who}}' }).url).toBe('https://h.example/v1/environment');
    expect(compose({})).not.toHaveProperty('secrets');
  });

  it.each([
    [{ type: 'form-data', content: [{ name: 'a', value: '{{who}}' }, { name: 'f', content: 'e3t3aG99fQ==', filename: '{{who}}' }, { name: 'p', file: '/tmp/{{who}}' }] }, { type: 'form-data', content: [{ name: 'a', value: 'environment' }, { name: 'f', content: 'e3t3aG99fQ==', filename: '{{who}}' }, { name: 'p', file: '/tmp/{{who}}' }] }],
    [{ type: 'x-www-form-urlencoded', content: { a: '{{who}}', n: 1 } }, { type: 'x-www-form-urlencoded', content: { a: 'environment', n: 1 } }],
    [{ type: 'raw', format: 'graphql', content: { query: '{ a }', variables: { x: ['{{who}}'] } } }, { type: 'raw', format: 'graphql', content: { query: '{ a }', variables: { x: ['environment'] } } }],
    [{ type: 'raw', content: [{ value: '{{who}}', other: '{{who}}' }] }, { type: 'raw', content: [{ value: 'environment', other: 'environment' }] }],
    [{ type: 'binary', file: '/tmp/{{who}}' }, { type: 'binary', file: '/tmp/{{who}}' }],
  ])('are filled into the texts of a body, not into files: %j', (body, expected) => {
    expect(compose({ body }).body).toEqual(expected);
    expect(compose({}, { body }).body).toEqual(expected);
  });

  it.each([
    [{ path: '/{{nope}}', headers: { a: '{{never}}' } }, {}, 'There is no value for {{nope}}, {{never}}. Set it'],
    [{}, { query: { a: '{{nope}}' } }, 'There is no value for {{nope}}'],
    [{ headers: { a: '{{round}}' } }, { variables: { round: '{{round}}' } }, 'refer to others too deeply: {{round}}'],
  ])('are refused by name where %j and %j leave some open', (endpoint, run, message) => {
    expect(() => compose(endpoint, run)).toThrow(expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(message) as string }));
  });

  it('of an authentication or a body that is not used need no value', () => {
    const auth = { type: 'bearer_token', credentials: { token: '{{nope}}' } };
    expect(compose({ auth, body: { type: 'raw', content: '{{nope}}' } }, { auth: { type: 'none' }, body: { type: 'none' } }).auth).toEqual({ type: 'none' });
    expect(composeRequest({ ...api, auth }, { id: 'e', path: '/', auth: { type: 'none' } }, {}, environment).auth).toEqual({ type: 'none' });
  });

  it('of a run do not say where a request goes [F-9]', () => {
    const run = { variables: { host: 'evil.example', scheme: 'http', version: '..', path: '../../admin?x=1#y', id: '//evil' } };
    expect(compose({ path: '/{{path}}/{{id}}' }, run).url).toBe('https://h.example/v1/..%2F..%2Fadmin%3Fx%3D1%23y/%2F%2Fevil');
    expect(() => compose({ path: '/{{path}}' }, { variables: { path: '..' } })).toThrow('leave the API');
    expect(() => composeRequest(api, { id: 'e', path: '/{{path}}' }, {}, { variables: { ...environment.variables, path: '../admin' } })).toThrow('leave the API');
  });

  it('are left alone in what other hands gave the run', () => {
    expect(compose({ headers: { a: '{{who}}' } }, { literal: true, query: { q: '{{token}}' }, headers: { b: '{{nope}}' }, path_variables: {}, body: { type: 'raw', content: '{{token}}' } })).toMatchObject({
      headers: { a: 'environment', b: '{{nope}}' }, query: { q: '{{token}}' }, body: { content: '{{token}}' },
    });
  });

  it('that are secret stand in no error [F-20]', () => {
    const failure = (() => {
      try {
        return compose({ path: '/{{token}}/..' });
      } catch (error) {
        return error as Error;
      }
    })();
    expect(failure).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('/***/..') as string });
    expect(JSON.stringify(failure)).not.toContain('env-secret');
  });
});
