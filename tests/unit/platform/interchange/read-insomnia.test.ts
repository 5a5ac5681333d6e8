import { describe, expect, it } from 'vitest';
import { endpoint, firstApi, messages, parameter, signsIn } from './reading.ts';

const five = (collection: object[], more: object = {}) => ({ type: 'collection.insomnia.rest/5.0', name: 'C', collection, ...more });
const request = (more: object = {}) => ({ name: 'R', method: 'GET', url: 'https://h/a', ...more });

const yaml = `
type: collection.insomnia.rest/5.0
schema_version: "5.1"
name: Airline
meta: { id: wrk_1, description: About }
collection:
  - name: Bags
    authentication: { type: bearer, token: "{{ _.auth.token }}" }
    headers: [{ name: X-Folder, value: "1" }]
    children:
      - url: "{{ _.base_url }}/bags/:id"
        name: Read a bag
        meta: { id: req_1, description: One of them }
        method: GET
        parameters: [{ name: full, value: "true" }, { name: old, value: "1", disabled: true }]
        pathParameters: [{ name: id, value: "7" }]
        scripts: { afterResponse: "insomnia.test('x', () => {})" }
      - name: A stream
        url: wss://h/s
cookieJar: { name: Default }
environments:
  name: Base
  data: { base_url: https://h/v1, auth: { token: t0ken } }
  subEnvironments: [{ name: Other, data: {} }]
`;

describe('an export of Insomnia [F-12]', () => {
  it('of format 5 in YAML has folders, nested variables, and what is handed down', () => {
    expect(firstApi(yaml)).toEqual({
      api: { name: 'Airline', description: 'About', server_url: 'https://h', base_path: '/v1', auth: { type: 'bearer_token', credentials: { token: 't0ken' } } },
      endpoints: [{
        name: 'Read a bag', description: 'One of them', method: 'GET', path: '/bags/{id}', folder: 'Bags', headers: { 'X-Folder': '1' }, body: { type: 'none' },
        parameters: [parameter('id', '7', 'path'), parameter('full', 'true'), { name: 'old', in: 'query', required: false, type: 'string', example: '1' }],
      }],
    });
    expect(messages(yaml)).toEqual([expect.stringContaining('after-response script') as string, '“A stream” is not an HTTP request, and is left out.', expect.stringContaining('1 others were not') as string]);
  });

  it('of format 4 is a list that is put together by its parents', () => {
    const resources = [
      { _id: 'wrk', _type: 'workspace', name: 'Old', parentId: null }, { _id: 'env', _type: 'environment', parentId: 'wrk', data: { base: 'https://h' } },
      { _id: 'f', _type: 'request_group', name: 'F', parentId: 'wrk' }, { _id: 'r', _type: 'request', parentId: 'f', ...request({ url: '{{ _.base }}/x', description: 'about' }) },
      { _id: 'loop', _type: 'request_group', name: 'L', parentId: 'loop' },
    ];
    expect(firstApi({ _type: 'export', __export_format: 4, resources })).toMatchObject({ api: { name: 'Old', server_url: 'https://h' }, endpoints: [{ name: 'R', path: '/x', folder: 'F', description: 'about' }] });
  });

  it('fills in what folders say for themselves', () => {
    const document = five([{ name: 'F', environment: { place: 'inner' }, children: [request({ url: 'https://h/{{ _.place }}' })] }, request({ url: 'https://h/{{ _.place }}' })], { environments: { data: { place: 'outer' } } });
    expect(firstApi(document).endpoints.map(({ path }) => path)).toEqual(['/inner', '/outer']);
    expect(messages(document)).toEqual([]);
  });

  it.each([
    [{ type: 'basic', username: 'a', password: 'b' }, { type: 'basic_auth', credentials: { username: 'a', password: 'b' } }],
    [{ type: 'bearer', token: 't', prefix: 'Token' }, { type: 'api_key', credentials: { name: 'Authorization', value: 't', in: 'header', prefix: 'Token' } }],
    [{ type: 'apikey', key: 'k', value: 'v', addTo: 'queryParams' }, { type: 'api_key', credentials: { name: 'k', value: 'v', in: 'query' } }],
    [{ type: 'apikey', key: 'k', value: 'v', addTo: 'cookie' }, { type: 'custom', credentials: { headers: { Cookie: 'k=v' } } }],
    [{ type: 'digest', username: 'a', password: 'b' }, { type: 'digest', credentials: { username: 'a', password: 'b' } }],
    [{ type: 'hawk', id: 'i', key: 'k', algorithm: 'sha1' }, { type: 'hawk', credentials: { id: 'i', key: 'k', algorithm: 'sha1' } }],
    [{ type: 'oauth2', grantType: 'client_credentials', clientId: 'c', clientSecret: 's' }, { type: 'oauth2', credentials: { client_id: 'c', client_secret: 's' } }],
    [{ type: 'basic', username: 'a', disabled: true }, { type: 'none', credentials: {} }],
    [{ type: 'iam', accessKeyId: 'a' }, { type: 'none', credentials: {} }],
  ])('signs in by %j', (authentication, auth) => {
    expect(signsIn(five([request({ authentication })]))).toEqual(auth);
  });

  it.each([
    [{ mimeType: 'application/json', text: '{}' }, { type: 'raw', content_type: 'application/json', content: '{}' }],
    [{ mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }, { name: 'b', value: '2', disabled: true }] }, { type: 'x-www-form-urlencoded', content: { a: '1' } }],
    [{ mimeType: 'multipart/form-data', params: [{ name: 'f', type: 'file', fileName: '/x/y.txt' }] }, { type: 'form-data', content: [{ name: 'f', filename: 'y.txt', content: '' }] }],
    [{ mimeType: 'application/graphql', text: '{"query":"{a}","variables":{"b":1}}' }, { type: 'raw', content_type: 'application/json', content: '{"query":"{a}","variables":{"b":1}}' }],
    [{ mimeType: 'image/png', fileName: '/x.png' }, { type: 'binary', content_type: 'image/png', content: '' }],
    [{}, { type: 'none' }],
  ])('has its body: %j', (body, expected) => {
    expect(endpoint(five([request({ method: 'POST', body })])).body).toEqual(expected);
  });

  it('runs no template, and says which stand there', () => {
    const document = five([request({ headers: [{ name: 'X-A', value: "{% uuid 'v4' %}" }] })]);
    expect(endpoint(document).headers).toEqual({ 'X-A': "{% uuid 'v4' %}" });
    expect(messages(document)).toEqual([expect.stringContaining("{% uuid 'v4' %}") as string]);
  });
});
