import { describe, expect, it } from 'vitest';
import { endpoint, firstApi, messages, parameter, read, signsIn } from './reading.ts';

const bru = (more: string, auth = 'none', body = 'none') => `meta {\n  name: Make a user\n  type: http\n  seq: 1\n}\n\npost {\n  url: https://h/users/:id?x=1\n  body: ${body}\n  auth: ${auth}\n}\n\n${more}\n`;
const collection = (items: object[], more: object = {}) => ({ name: 'C', version: '1', items, ...more });
const item = (request: object, more: object = {}) => ({ type: 'http', name: 'R', request: { method: 'GET', url: 'https://h/a', headers: [], params: [], ...request }, ...more });

describe('a .bru file [F-12]', () => {
  it('has its address, parameters, headers and body', () => {
    const text = bru('params:query {\n  x: 1\n  ~y: 2\n}\n\nparams:path {\n  id: 7\n}\n\nheaders {\n  X-A: b\n  ~X-Off: c\n}\n\nbody:json {\n  {\n    "a": 1\n  }\n}\n\ndocs {\n  About it\n}', 'none', 'json');
    expect(endpoint(text)).toEqual({
      name: 'Make a user', description: 'About it', method: 'POST', path: '/users/{id}', headers: { 'X-A': 'b' }, body: { type: 'raw', content_type: 'application/json', content: '{\n  "a": 1\n}' },
      parameters: [parameter('id', '7', 'path'), parameter('x', '1'), { name: 'y', in: 'query', required: false, type: 'string', example: '2' }, { name: 'X-Off', in: 'header', required: false, type: 'string', example: 'c' }],
    });
  });

  it.each([
    ['basic', 'auth:basic {\n  username: a\n  password: b\n}', { type: 'basic_auth', credentials: { username: 'a', password: 'b' } }],
    ['bearer', 'auth:bearer {\n  token: {{t}}\n}', { type: 'bearer_token', credentials: { token: '{{t}}' } }],
    ['digest', 'auth:digest {\n  username: a\n  password: b\n}', { type: 'digest', credentials: { username: 'a', password: 'b' } }],
    ['apikey', 'auth:apikey {\n  key: X-K\n  value: v\n  placement: header\n}', { type: 'api_key', credentials: { name: 'X-K', value: 'v', in: 'header' } }],
    ['ntlm', 'auth:ntlm {\n  username: a\n  password: b\n  domain: \n}', { type: 'none', credentials: {} }],
  ])('signs in by %s', (kind, block, auth) => {
    expect(signsIn(bru(block, kind))).toEqual(auth);
  });

  it.each([
    ['form-urlencoded', 'body:form-urlencoded {\n  a: 1\n  ~b: 2\n}', { type: 'x-www-form-urlencoded', content: { a: '1' } }],
    ['multipart-form', 'body:multipart-form {\n  a: 1\n  f: @file(x/y.png) @contentType(image/png)\n}', { type: 'form-data', content: [{ name: 'a', value: '1' }, { name: 'f', filename: 'y.png', content_type: 'image/png', content: '' }] }],
    ['xml', 'body:xml {\n  <a/>\n}', { type: 'raw', content_type: 'application/xml', content: '<a/>' }],
    ['graphql', 'body:graphql {\n  {a}\n}\n\nbody:graphql:vars {\n  {"b":1}\n}', { type: 'raw', content_type: 'application/json', content: '{"query":"{a}","variables":{"b":1}}' }],
  ])('has a body of %s', (mode, block, body) => {
    expect(endpoint(bru(block, 'none', mode)).body).toEqual(body);
  });

  it('has its assertions, examples, tags, variables and time limit', () => {
    const text = bru('assert {\n  res.status: eq 201\n  ~res.body.id: isDefined\n}\n\nsettings {\n  timeout: 1500\n}\n\nexample {\n  name: Made\n\n  response: {\n    headers: {\n      content-type: text/plain\n    }\n\n    status: {\n      code: 201\n      text: Created\n    }\n\n    body: {\n      type: text\n      content: \'\'\'\n        hello\n      \'\'\'\n    }\n  }\n}').replace('seq: 1', 'seq: 1\n  tags: [\n    users\n  ]');
    expect(endpoint(text)).toMatchObject({
      timeout_ms: 1500, tags: ['users'], folder: '/', tests: [{ name: 'res.status eq 201', source: 'status', comparison: 'equals', expected: 201 }],
      examples: [{ name: 'Made', status: 201, headers: { 'content-type': 'text/plain' }, text: 'hello' }],
    });
    expect(messages(text)).toEqual([expect.stringContaining('“res.body.id isDefined” is switched off') as string]);
  });

  it('runs no script, and is refused where it is not valid', () => {
    expect(messages(bru('script:pre-request {\n  process.exit(1)\n}\n\ntests {\n  test("a", () => {});\n}\n\nassert {\n  res.status: eq 200\n}'))).toEqual(
      ['pre-request script was', 'tests were'].map((what) => `Its ${what} not carried over: scripts are never run here.`),
    );
    expect(() => read('meta {\n  name: x\n')).toThrow(/it is not valid Bru/);
    expect(() => read('meta {\n  name: x\n}\n')).toThrow(/holds no HTTP request/);
  });
});

describe('a Bruno collection in JSON [F-12]', () => {
  it('has folders, the active environment, and what is handed down', () => {
    const document = collection(
      [
        { type: 'folder', name: 'F', root: { request: { headers: [{ name: 'X-F', value: '1', enabled: true }], auth: { mode: 'basic', basic: { username: 'a', password: 'b' } } } }, items: [item({ url: '{{base}}/a', auth: { mode: 'inherit' } })] },
        item({ url: '{{base}}/b', auth: { mode: 'inherit' } }), item({}, { type: 'grpc-request' }),
      ],
      {
        activeEnvironmentUid: 'e2', root: { request: { auth: { mode: 'bearer', bearer: { token: 't' } }, headers: [{ name: 'X-C', value: '1', enabled: true }] } },
        environments: [{ uid: 'e1', name: 'One', variables: [] }, { uid: 'e2', name: 'Two', variables: [{ name: 'base', value: 'https://h/v1', enabled: true }] }],
      },
    );
    expect(firstApi(document)).toMatchObject({
      api: { name: 'C', server_url: 'https://h', base_path: '/v1', auth: { type: 'bearer_token' } },
      endpoints: [{ path: '/a', folder: 'F', headers: { 'X-C': '1', 'X-F': '1' }, auth: { type: 'basic_auth' } }, { path: '/b', headers: { 'X-C': '1' } }],
    });
    expect(messages(document)).toEqual([expect.stringContaining('“grpc-request”') as string, expect.stringContaining('2 environments, of which “Two”') as string]);
  });

  it('fills in what folders and requests say for themselves, and leaves to the API what the collection says', () => {
    const vars = (name: string, value: string) => ({ vars: { req: [{ name, value, enabled: true }] } });
    const document = collection(
      [{ type: 'folder', name: 'F', root: { request: { ...vars('who', 'outer'), auth: { mode: 'none' } } }, items: [item({ url: '{{base}}/{{who}}', headers: [{ name: 'X-Who', value: '{{who}} {{all}}' }], auth: { mode: 'inherit' } }), item({ url: '{{base}}/{{who}}', ...vars('who', 'inner') }, { name: 'S' })] }],
      { root: { request: { vars: { req: [{ name: 'all', value: 'x', enabled: true }, { name: 'base', value: 'https://h', enabled: true }] }, auth: { mode: 'bearer', bearer: { token: 't' } } } } },
    );
    expect(firstApi(document)).toMatchObject({ api: { variables: { all: 'x' }, auth: { type: 'bearer_token' } }, endpoints: [{ path: '/outer', headers: { 'X-Who': 'outer {{all}}' } }, { path: '/inner' }] });
    expect(firstApi(document).endpoints[0]).not.toHaveProperty('auth');
    expect(messages(document)).toEqual([]);
  });
});
