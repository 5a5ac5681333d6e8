import { describe, expect, it } from 'vitest';
import { archiveOf } from '../../../../electron/platform/composer/interchange/archive.ts';
import { endpoint, firstApi, messages, parameter, read, signsIn } from './reading.ts';

const request = `
info:
  name: Make a user
  type: http
  seq: 1
  tags: [users]
  description: About it
http:
  method: post
  url: "{{base}}/users/:id?x=1"
  params:
    - { name: x, value: "1", type: query }
    - { name: y, value: "2", type: query, disabled: true }
    - { name: id, value: "7", type: path }
  headers:
    - { name: X-A, value: b, description: why }
    - { name: X-Number, value: 7 }
    - { name: X-Off, value: c, disabled: true }
  body: { type: json, data: '{"a": "{{mine}}"}' }
  auth: { type: apikey, key: X-Key, value: hush, placement: header }
runtime:
  variables: [{ name: base, value: "https://h/v1" }, { name: mine, value: { type: number, data: "5" } }]
  assertions:
    - { expression: res.status, operator: eq, value: "201" }
    - { expression: "res.body.items[0].id", operator: isDefined }
settings: { encodeUrl: true, timeout: 2500, followRedirects: true }
examples:
  - name: Made
    request: { url: "https://h", method: POST }
    response: { status: 201, statusText: Created, headers: [{ name: Content-Type, value: application/json }], body: { type: json, data: '{"id":7}' } }
`;
const one = (more: string) => `info: { name: R, type: http }\nhttp:\n  method: GET\n  url: https://h/a\n${more}`;
const zip = (files: Record<string, string>) => archiveOf(new Map(Object.entries({ 'opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n', ...files })));
const inFile = (name: string, seq: number) => `info:\n  name: ${name}\n  type: http\n  seq: ${seq}\nhttp:\n  method: GET\n  url: "{{base}}/${name}"\n  auth: inherit\n`;

describe('a request of OpenCollection [F-12]', () => {
  it('has all that Bruno keeps of one', () => {
    expect(endpoint(request)).toEqual({
      name: 'Make a user', description: 'About it', method: 'POST', path: '/users/{id}', folder: '/', tags: ['users'], timeout_ms: 2500,
      headers: { 'X-A': 'b', 'X-Number': '7' }, body: { type: 'raw', content_type: 'application/json', content: '{"a": "{{mine}}"}' },
      parameters: [parameter('id', '7', 'path'), parameter('x', '1'), { name: 'y', in: 'query', required: false, type: 'string', example: '2' }, { name: 'X-Off', in: 'header', required: false, type: 'string', example: 'c' }],
      tests: [
        { name: 'res.status eq 201', source: 'status', comparison: 'equals', expected: 201 },
        { name: 'res.body.items[0].id isDefined', source: 'body', path: '$exists(items[0].id)', comparison: 'equals', expected: true },
      ],
      examples: [{ name: 'Made', status: 201, headers: { 'content-type': 'application/json' }, text: '{"id":7}' }],
    });
    expect(firstApi(request).api).toMatchObject({ server_url: 'https://h', base_path: '/v1', variables: { mine: '5' }, auth: { type: 'api_key', credentials: { name: 'X-Key', value: 'hush', in: 'header' } } });
    expect(messages(request)).toEqual([]);
  });

  it.each([
    ['{ type: basic, username: a, password: b }', { type: 'basic_auth', credentials: { username: 'a', password: 'b' } }],
    ['{ type: bearer, token: t }', { type: 'bearer_token', credentials: { token: 't' } }],
    ['{ type: digest, username: a, password: b }', { type: 'digest', credentials: { username: 'a', password: 'b' } }],
    ['{ type: apikey, key: k, value: v, placement: query }', { type: 'api_key', credentials: { name: 'k', value: 'v', in: 'query' } }],
    [
      '{ type: oauth2, flow: client_credentials, accessTokenUrl: "https://t", scope: a, credentials: { clientId: c, clientSecret: s, placement: body } }',
      { type: 'oauth2', credentials: { grant: 'client_credentials', token_url: 'https://t', client_id: 'c', client_secret: 's', scope: 'a', client_auth: 'post' } },
    ],
    ['none', { type: 'none', credentials: {} }],
  ])('signs in by %s', (auth, expected) => {
    expect(signsIn(one(`  auth: ${auth}\n`))).toEqual(expected);
    expect(messages(one(`  auth: ${auth}\n`))).toEqual([]);
  });

  it.each([
    ['{ type: xml, data: "<a/>" }', { type: 'raw', content_type: 'application/xml', content: '<a/>' }],
    ['{ type: form-urlencoded, data: [{ name: a, value: "1" }, { name: b, value: "2", disabled: true }] }', { type: 'x-www-form-urlencoded', content: { a: '1' } }],
    ['{ type: multipart-form, data: [{ name: a, type: text, value: "1" }, { name: f, type: file, value: [x/y.png], contentType: image/png }] }', { type: 'form-data', content: [{ name: 'a', value: '1' }, { name: 'f', filename: 'y.png', content_type: 'image/png', content: '' }] }],
    ['{ type: file, data: [{ filePath: a.txt, contentType: text/plain, selected: false }, { filePath: b.png, contentType: image/png, selected: true }] }', { type: 'binary', content_type: 'image/png', content: '' }],
    ['[{ title: A, body: { type: text, data: a } }, { title: B, selected: true, body: { type: text, data: b } }]', { type: 'raw', content_type: 'text/plain', content: 'b' }],
  ])('has a body of %s', (body, expected) => {
    expect(endpoint(one(`  body: ${body}\n`)).body).toEqual(expected);
  });

  it('is a POST with its variables where it is GraphQL', () => {
    expect(endpoint('info: { name: G, type: graphql }\ngraphql:\n  url: https://h/g\n  body: { query: "{a}", variables: \'{"b":1}\' }\n')).toMatchObject({ method: 'POST', body: { type: 'raw', content: '{"query":"{a}","variables":{"b":1}}' } });
  });

  it.each([
    ['  auth: { type: ntlm, username: a }\n', 'The authentication “ntlm” cannot be sent'],
    ['  auth: { type: oauth2, flow: resource_owner_password_credentials, credentials: { clientId: c } }\n', 'OAuth 2 with a user’s password'],
    ['  auth: { type: oauth2, flow: client_credentials, accessTokenUrl: "https://t", tokenConfig: { placement: { query: t } } }\n', 'goes in the query there'],
    ['  auth: { type: oauth2, additionalParameters: { accessTokenRequest: [{ name: aud, value: z }] } }\n', 'further parameters of its OAuth 2 (aud)'],
    ['  body: { type: protobuf }\n', 'A body of the mode “protobuf”'],
    ['  cache: on\n', '“cache” is not known here'],
    ['runtime: { scripts: [{ type: tests, code: "test()" }] }\n', 'Its tests were not carried over'],
    ['runtime: { actions: [{ type: set-variable, phase: after-response }] }\n', 'variables after the response were not carried over'],
    ['runtime: { assertions: [{ expression: "res.body.filter(x)", operator: eq, value: "1" }] }\n', 'Its assertion “res.body.filter(x) eq 1” has no words here'],
    ['settings: { followRedirects: false }\n', 'follows no redirects there'],
    ['app: { code: x }\n', '“app” is not known here'],
  ])('tells what is not carried over: %s', (more, message) => {
    expect(messages(one(more))).toContainEqual(expect.stringContaining(message));
  });

  it('is refused where it is of a kind that is not sent', () => {
    expect(() => read('info: { name: W, type: websocket }\nwebsocket: { url: wss://h }\n')).toThrow('holds no HTTP request');
  });
});

describe('a collection of OpenCollection [F-12]', () => {
  it('in one document has its folders, what they hand down, and its environment', () => {
    const document = {
      opencollection: '1.0.0', info: { name: 'Shop' }, bundled: true, docs: { content: 'All of it', type: 'text/markdown' },
      config: { environments: [{ name: 'Live', variables: [{ name: 'base', value: 'https://h/v1' }, { name: 'token', secret: true }, { name: 'off', value: '1', disabled: true }] }], proxy: { inherit: false, config: {} } },
      request: { auth: { type: 'bearer', token: '{{token}}' }, headers: [{ name: 'X-C', value: '1' }] },
      items: [
        {
          info: { name: 'F', type: 'folder' }, request: { auth: 'inherit', variables: [{ name: 'place', value: 'inner' }] },
          items: [{ info: { name: 'a', type: 'http' }, http: { method: 'GET', url: '{{base}}/{{place}}', auth: 'inherit' } }],
        },
        { info: { name: 'b', type: 'http' }, http: { method: 'GET', url: '{{base}}/b' } },
        { info: { name: 'W', type: 'websocket' }, websocket: {} }, { info: { name: 'odd' } },
      ],
    };
    expect(firstApi(document)).toMatchObject({
      api: { name: 'Shop', description: 'All of it', server_url: 'https://h', base_path: '/v1', auth: { type: 'bearer_token', credentials: { token: '{{token}}' } } },
      endpoints: [{ name: 'a', path: '/inner', folder: 'F', headers: { 'X-C': '1' } }, { name: 'b', path: '/b', auth: { type: 'none' } }],
    });
    expect(firstApi(document).endpoints[0]).not.toHaveProperty('auth');
    expect(read(document).problems.map(({ where, message }) => `${where} ${message}`)).toEqual([
      expect.stringContaining('# Its proxy is left out') as string, expect.stringMatching(/^#\/items\/2 .*“websocket”/) as string, expect.stringMatching(/^#\/items\/3 .*“unknown”/) as string, expect.stringContaining('“token”') as string,
    ]);
  });

  it('as a folder’s zip has its files in their order', () => {
    const files = {
      'environments/Live.yml': 'name: Live\nvariables: [{ name: base, value: "https://h/v1" }]\n',
      'Last.yml': inFile('last', 2), 'First.yml': inFile('first', 1), 'orders/folder.yml': 'info: { name: "Orders: all", type: folder }\nrequest:\n  headers: [{ name: X-F, value: "1" }]\n',
      'orders/Inside.yml': inFile('inside', 1), '.github/workflows/ci.yml': 'on: push', 'orders/Bad.yml': 'a: [', 'compose.yml': 'services: {}',
    };
    const { apis, problems } = read(zip(files));
    expect(apis[0]).toMatchObject({ api: { name: 'Shop', server_url: 'https://h', base_path: '/v1' }, endpoints: [{ name: 'inside', folder: 'Orders: all', headers: { 'X-F': '1' } }, { name: 'first' }, { name: 'last' }] });
    expect(problems).toEqual([
      { where: 'orders/Bad.yml', message: expect.stringContaining('not valid YAML') as string },
      { where: 'compose.yml', message: expect.stringContaining('none of Bruno’s') as string },
    ]);
  });

  it('is refused with what to do where only its root file was given', () => {
    expect(() => read('opencollection: 1.0.0\ninfo: { name: Shop }\nbundled: false\n')).toThrow('Choose the zip of its folder');
  });
});
