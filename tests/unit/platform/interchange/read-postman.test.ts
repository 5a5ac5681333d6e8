import { describe, expect, it } from 'vitest';
import { endpoint, firstApi, messages, parameter, signsIn } from './reading.ts';

const collection = (item: object[], more: object = {}) => ({ info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item, ...more });
const request = (fields: object, more: object = {}) => ({ name: 'R', request: { method: 'GET', url: 'https://h/a', ...fields }, ...more });
const withAuth = (type: string, settings: object) => collection([request({ auth: { type, [type]: Object.entries(settings).map(([key, value]) => ({ key, value })) } })]);
const withBody = (body: object) => collection([request({ method: 'POST', body })]);

describe('a Postman collection [F-12]', () => {
  it('has folders, descriptions, and variables, of which those that are used become the API’s', () => {
    const document = collection(
      [{ name: 'F', item: [{ name: 'G', item: [request({ url: { raw: '{{base}}/x/:id/{{part}}?q={{q}}', query: [{ key: 'q', value: '{{q}}' }, { key: 'off', value: '1', disabled: true }], variable: [{ key: 'id', value: '7' }] }, description: { content: 'about' }, header: [{ key: 'X-T', value: '{{ api_token }}' }] })] }] }],
      { variable: [{ key: 'base', value: 'https://{{host}}/v1' }, { key: 'host', value: 'h:8080' }, { key: 'q', value: 'a {{letter}}' }, { key: 'letter', value: 'b' }, { key: 'api_token', value: 't' }] },
    );
    expect(firstApi(document)).toMatchObject({
      api: { name: 'C', server_url: 'https://h:8080', base_path: '/v1', variables: { q: 'a b', api_token: { value: 't', secret: true } } },
      endpoints: [{
        name: 'R', description: 'about', folder: 'F / G', path: '/x/{id}/{part}',
        parameters: [parameter('id', '7', 'path'), { name: 'part', in: 'path', required: true, type: 'string' }, parameter('q', '{{q}}'), { name: 'off', in: 'query', required: false, type: 'string', example: '1' }],
      }],
    });
  });

  it('takes the path of its base address for that of the API, where all share it', () => {
    const items = ['/a', '/b?x=1'].map((path) => request({ url: `{{base}}${path}` }));
    expect(firstApi(collection(items, { variable: [{ key: 'base', value: 'https://h/v1' }] }))).toMatchObject({ api: { base_path: '/v1' }, endpoints: [{ path: '/a' }, { path: '/b' }] });
    expect(firstApi(collection([...items, request({ url: 'https://h/c' })], { variable: [{ key: 'base', value: 'https://h/v1' }] }))).toMatchObject({ api: { base_path: '' }, endpoints: [{ path: '/v1/a' }, { path: '/v1/b' }, { path: '/c' }] });
  });

  it('without a value for its server says so, and keeps the paths', () => {
    const document = collection([request({ url: '{{base}}/a' })]);
    expect(firstApi(document)).toMatchObject({ api: { server_url: '' }, endpoints: [{ path: '/a' }] });
    expect(messages(document)).toEqual([expect.stringContaining('set the API’s server URL') as string]);
  });

  it.each([
    ['noauth', {}, { type: 'none', credentials: {} }],
    ['apikey', { key: 'X-K', value: 'k', in: 'header' }, { type: 'api_key', credentials: { name: 'X-K', value: 'k', in: 'header' } }],
    ['apikey', { key: 'k', value: 'Token {{t}}', in: 'query' }, { type: 'api_key', credentials: { name: 'k', value: '{{t}}', in: 'query', prefix: 'Token' } }],
    ['bearer', { token: 't' }, { type: 'bearer_token', credentials: { token: 't' } }],
    ['bearer', { token: '{{t}}' }, { type: 'bearer_token', credentials: { token: '{{t}}' } }],
    ['basic', { username: 'a', password: 'b' }, { type: 'basic_auth', credentials: { username: 'a', password: 'b' } }],
    ['digest', { username: 'a', password: 'b', realm: 'r' }, { type: 'digest', credentials: { username: 'a', password: 'b' } }],
    ['hawk', { authId: 'i', authKey: 'k', algorithm: 'sha1' }, { type: 'hawk', credentials: { id: 'i', key: 'k', algorithm: 'sha1' } }],
    ['jwt', { algorithm: 'HS512', secret: 's', payload: '{"sub":"a"}' }, { type: 'jwt', credentials: { claims: { sub: 'a' }, key: 's', algorithm: 'HS512' } }],
    ['oauth2', { accessToken: 't', clientId: 'c' }, { type: 'oauth2', credentials: { access_token: 't' } }],
    ['oauth2', { clientId: 'c', clientSecret: 's' }, { type: 'oauth2', credentials: { client_id: 'c', client_secret: 's' } }],
    ['awsv4', { accessKey: 'x' }, { type: 'none', credentials: {} }],
  ])('signs in by %s %j', (type, settings, auth) => {
    expect(signsIn(withAuth(type, settings))).toEqual(auth);
  });

  it('hands its authentication, and that of its folders, down', () => {
    const bearer = { type: 'bearer', bearer: [{ key: 'token', value: 't' }] };
    const basic = { type: 'basic', basic: { username: 'a', password: 'b' } };
    const { api, endpoints } = firstApi(collection([request({}), { name: 'F', auth: basic, item: [request({}), request({ auth: { type: 'noauth' } })] }], { auth: bearer }));
    expect([api.auth.type, ...endpoints.map(({ auth }) => auth?.type)]).toEqual(['bearer_token', undefined, 'basic_auth', 'none']);
  });

  it.each([
    [{ mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } } }, { type: 'raw', content_type: 'application/xml', content: '<a/>' }],
    [{ mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }, { key: 'b', value: '2', disabled: true }] }, { type: 'x-www-form-urlencoded', content: { a: '1' } }],
    [{ mode: 'formdata', formdata: [{ key: 'a', value: '1', type: 'text' }, { key: 'f', type: 'file', src: '/home/me/x.png' }] }, { type: 'form-data', content: [{ name: 'a', value: '1' }, { name: 'f', filename: 'x.png', content: '' }] }],
    [{ mode: 'graphql', graphql: { query: '{a}', variables: '{"b":1}' } }, { type: 'raw', content_type: 'application/json', content: '{"query":"{a}","variables":{"b":1}}' }],
    [{ mode: 'file', file: { src: '/x' } }, { type: 'binary', content: '' }],
    [{ mode: 'raw', raw: 'x', disabled: true }, { type: 'none' }],
  ])('has its body: %j', (body, expected) => {
    expect(endpoint(withBody(body)).body).toEqual(expected);
  });

  it('runs no script, and says which were left out', () => {
    const script = (listen: string) => ({ listen, script: { exec: ['globalThis.ran = true', 'process.exit(1)'] } });
    expect(messages(collection([request({}, { event: [script('prerequest'), script('test')], response: [{}] })], { event: [script('prerequest')] }))).toEqual([
      'Its pre-request script was not carried over: scripts are never run here.', 'Its pre-request script was not carried over: scripts are never run here.', 'Its tests were not carried over: scripts are never run here.',
    ]);
    expect('ran' in globalThis).toBe(false);
  });
});
