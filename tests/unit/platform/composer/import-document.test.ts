import { describe, expect, it } from 'vitest';
import { importDocument } from '../../../../electron/platform/composer/openapi/import-document.ts';
import { petsV2, petsV3 } from './documents.ts';

const endpointOf = (text: string, method: string, path: string) => importDocument(text).endpoints.find((one) => one.method === method && one.path === path)!;
const problemsOf = (document: object | string) => importDocument(typeof document === 'string' ? document : JSON.stringify(document)).problems;
const minimal = { openapi: '3.0.3', info: { title: 'T', version: '1' }, servers: [{ url: 'https://h' }] };
const withPaths = (paths: object) => ({ ...minimal, paths });
const schemeOf = (scheme: object) => importDocument(JSON.stringify({ ...withPaths({}), components: { securitySchemes: { s: scheme } } })).api.auth;
const key = (name: string) => ({ type: 'apiKey', in: 'header', name });

describe('an OpenAPI 3.1 document [C-111]', () => {
  it('becomes an API with its server, base path and authentication, without credentials', () => {
    expect(importDocument(petsV3).api).toEqual({
      name: 'Pets', description: 'A shop', version: '1.2.3', server_url: 'https://{{region}}.example.com', base_path: '/v1', variables: { region: 'eu' },
      servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu' } } }],
      auth: { type: 'api_key', credentials: { name: 'X-Key', value: '', in: 'header' } },
    });
  });

  it('gives each operation a name, and the parameters of its path, which its own override', () => {
    const { name, operation_id, tags, parameters, auth } = endpointOf(petsV3, 'GET', '/pets');
    expect({ name, operation_id, tags, auth }).toEqual({ name: 'List pets', operation_id: 'listPets', tags: ['pets'], auth: undefined });
    expect(parameters).toEqual([
      { name: 'X-Trace', in: 'header', required: true, type: 'string', example: 'abc', value: 'abc' },
      { name: 'limit', in: 'query', required: true, type: 'integer', example: 20, value: 20 },
      { name: 'page', in: 'query', required: false, type: 'integer', example: 0 },
    ]);
    expect(endpointOf(petsV3, 'GET', '/pets/{petId}').parameters).toEqual([{ name: 'petId', in: 'path', required: true, type: 'string', example: 'p-1', value: 'p-1' }]);
  });

  it('makes an example body of the schema: allOf, enum, null, cycles, read-only fields', () => {
    const { body, auth } = endpointOf(petsV3, 'POST', '/pets');
    expect(body).toMatchObject({ type: 'raw', content_type: 'application/json' });
    expect(JSON.parse(body.content as string)).toEqual({ name: 'Rex', kind: 'dog', born: '2025-01-01', toys: [{ weight: 2 }] });
    expect(auth).toEqual({ type: 'basic_auth', credentials: { username: '', password: '' } });
  });

  it('sets an operation without security to none', () => {
    expect(endpointOf(petsV3, 'GET', '/pets/{petId}').auth).toEqual({ type: 'none', credentials: {} });
  });

  it('adds a path parameter that nobody described, and says so', () => {
    expect(endpointOf(petsV3, 'DELETE', '/pets/{petId}').parameters).toEqual([{ name: 'petId', in: 'path', required: true, type: 'string' }]);
    expect(problemsOf(petsV3)).toEqual([{ where: '#/paths/~1pets~1{petId}/delete/parameters', line: 34, message: `The path's “{petId}” is not described; it was added as a text.` }]);
  });

  it('is the same in JSON and in YAML', () => {
    expect(importDocument(JSON.stringify(JSON.parse(petsV2))).endpoints).toEqual(importDocument(`# a comment\n${petsV2}`).endpoints);
  });
});

describe('a Swagger 2.0 document [C-111]', () => {
  it('has its server in schemes, host and basePath, and its only scheme as authentication', () => {
    expect(importDocument(petsV2).api).toMatchObject({ server_url: 'https://api.example.com', base_path: '/v1', auth: { type: 'basic_auth' } });
  });

  it('has its bodies among the parameters', () => {
    expect(endpointOf(petsV2, 'PUT', '/pets/{id}').body).toEqual({ type: 'raw', content_type: 'application/json', content: '{\n  "name": "string"\n}' });
    expect(endpointOf(petsV2, 'POST', '/pets/{id}').body).toEqual({ type: 'x-www-form-urlencoded', content: { name: 'string', age: 3 } });
    expect(endpointOf(petsV2, 'PATCH', '/pets/{id}').body.type).toBe('form-data');
    expect(endpointOf(petsV2, 'PUT', '/pets/{id}').parameters).toEqual([{ name: 'id', in: 'path', required: true, type: 'integer', example: 7, value: 7 }]);
  });
});

describe('security schemes', () => {
  it.each([
    [{ type: 'apiKey', in: 'query', name: 'k' }, { type: 'api_key', credentials: { name: 'k', value: '', in: 'query' } }],
    [{ type: 'apiKey', in: 'cookie', name: 'sid' }, { type: 'custom', credentials: { headers: { Cookie: 'sid=' } } }],
    [{ type: 'http', scheme: 'Bearer' }, { type: 'bearer_token', credentials: { token: '' } }],
    [{ type: 'http', scheme: 'digest' }, { type: 'digest', credentials: { username: '', password: '' } }],
    [{ type: 'http', scheme: 'hawk' }, { type: 'hawk', credentials: { id: '', key: '', algorithm: 'sha256' } }],
    [{ type: 'oauth2', flows: {} }, { type: 'oauth2', credentials: { access_token: '' } }],
    [{ type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://h/t', scopes: { read: '', write: '' } } } }, { type: 'oauth2', credentials: { grant: 'client_credentials', token_url: 'https://h/t', scope: 'read write' } }],
    [{ type: 'openIdConnect', openIdConnectUrl: 'https://h/.well-known/openid-configuration' }, { type: 'oauth2', credentials: { grant: 'authorization_code', issuer: 'https://h' } }],
    [{ type: 'mutualTLS' }, { type: 'none', credentials: {} }],
  ])('%j becomes %j', (scheme, expected) => {
    expect(schemeOf(scheme)).toEqual(expected);
  });

  it('joins keys that are asked for together', () => {
    const { auth } = importDocument(JSON.stringify({ ...withPaths({}), security: [{ a: [], b: [] }], components: { securitySchemes: { a: key('X-Id'), b: key('X-Secret') } } })).api;
    expect(auth).toEqual({ type: 'custom', credentials: { headers: { 'X-Id': '', 'X-Secret': '' } } });
  });
});

describe('flaws', () => {
  it.each<[string, object, string]>([
    ['no paths', minimal, 'The document has no paths'],
    ['no title', { ...withPaths({}), info: {} }, 'The document has no title'],
    ['no server', { ...withPaths({}), servers: [] }, 'The document names no server'],
    ['a relative server', { ...withPaths({}), servers: [{ url: '/v1' }] }, 'The document names no server'],
    ['a variable in the server without a default', { ...withPaths({}), servers: [{ url: 'https://{x}.h' }] }, '“https://{x}.h” is not the address of a server'],
    ['a server of its own that is none', withPaths({ '/a': { get: { servers: [{ url: 'ftp://other' }] } } }), '“ftp://other” is not the address of a server'],
    ['the same operation twice', withPaths({ '/a': { get: {}, GET: {} } }), 'GET /a stands there twice'],
    ['an unknown method', withPaths({ '/a': { fetch: {} } }), '“fetch” is not a method'],
    ['an operation that is none', withPaths({ '/a': { get: 'x' } }), 'It is not an object'],
    ['a path that is none', withPaths({ '/a': [] }), 'It is not an object'],
    ['a path without a slash', withPaths({ a: { get: {} } }), 'does not begin with a slash'],
    ['a parameter in no place', withPaths({ '/a': { get: { parameters: [{ name: 'x', in: 'moon' }] } } }), 'is in “moon”'],
    ['a parameter without a name', withPaths({ '/a': { get: { parameters: [{ in: 'query' }] } } }), 'A parameter has no name'],
    ['a path parameter that is not in the path', withPaths({ '/a': { get: { parameters: [{ name: 'x', in: 'path' }] } } }), 'The path has no “{x}”'],
    ['the same operationId twice', withPaths({ '/a': { get: { operationId: 'x' }, put: { operationId: 'x' } } }), 'The operationId “x” is used before'],
    ['a reference that leads nowhere', withPaths({ '/a': { get: { parameters: [{ $ref: '#/components/parameters/X' }] } } }), '“#/components/parameters/X” leads nowhere'],
    ['a circle of references', { ...withPaths({ '/a': { $ref: '#/x-a' } }), 'x-a': { $ref: '#/x-a' } }, '“#/x-a” leads nowhere'],
    ['an unknown version', { ...withPaths({}), openapi: '3.7.0' }, 'Version 3.7.0 is not known'],
  ])('%s is a problem, and the rest is read', (_, document, message) => {
    expect(problemsOf(document)).toContainEqual(expect.objectContaining({ message: expect.stringContaining(message) as string }));
  });

  it('keeps the endpoints that are right beside those that are wrong', () => {
    const { endpoints } = importDocument(JSON.stringify(withPaths({ '/a': { get: 'x', put: {} }, '/b': 7, c: { post: {} } })));
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /a', 'POST /c']);
  });

  it('lists no more than 500 problems', () => {
    const paths = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`/p${at}`, 'x']));
    const problems = problemsOf(withPaths(paths));
    expect(problems).toHaveLength(501);
    expect(problems.at(-1)!.message).toBe('100 more problems are not listed.');
  });

  it('reads JSON with a comment as YAML, and says so', () => {
    expect(problemsOf(`{ # mine\n "openapi": "3.0.0", "info": {"title": "T"}, "servers": [{"url": "https://h"}], "paths": {"/a": {"get": {}}} }`)[0]!.message).toContain('was read as YAML');
  });

  it('reads YAML with a key twice, and says so', () => {
    expect(problemsOf('openapi: 3.0.0\ninfo: {title: A}\ninfo: {title: B}\npaths: {}\n')[0]!.message).toContain('The same key stands there twice');
  });

  it.each([
    ['', 'it is empty'],
    ['[]', 'it is not an object'],
    ['hello', 'it is not an object'],
    ['{"a":', 'it is not valid JSON'],
    ['a: [1', 'it is not valid YAML'],
    ['{"a":1}', 'it says neither “openapi” nor “swagger”'],
    ['{"swagger":"1.2","apis":[]}', 'its version is “1.2”'],
    ['<html></html>', 'it is not an object'],
  ])('refuses %j in words', (text, message) => {
    expect(() => importDocument(text)).toThrow(expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(message) as string }));
  });
});

describe('abuse [F-12]', () => {
  it('follows no reference out of the document', () => {
    const document = withPaths({
      '/a': { get: { parameters: [{ $ref: 'file:///etc/passwd' }], requestBody: { $ref: 'http://127.0.0.1:1/x.json' } } },
      '/b': { get: { $ref: '../secret.yaml' } },
    });
    const { endpoints, problems } = importDocument(JSON.stringify(document));
    expect(endpoints.map(({ path, parameters, body }) => [path, parameters.length, body.type])).toEqual([['/a', 0, 'none'], ['/b', 0, 'none']]);
    expect(problems.filter(({ message }) => message.includes('is outside of the document and is not followed')).map(({ where }) => where)).toEqual([
      '#/paths/~1a/get/parameters/0', '#/paths/~1a/get/requestBody', '#/paths/~1b/get',
    ]);
  });

  it.each(['{"openapi":"3.0.0","__proto__":{"polluted":1},"info":{"title":"T"},"servers":[{"url":"https://h"}],"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}}}}}}}}', 'openapi: 3.0.0\n__proto__: {polluted: 1}\ninfo: {title: T}\npaths: {/a: {__proto__: {polluted: 1}, get: {}}}\n'])('pollutes nothing through __proto__ in %s', (text) => {
    expect(importDocument(text).endpoints).toHaveLength(1);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('refuses a YAML alias bomb', () => {
    const levels = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${Array.from({ length: 10 }, () => `*l${at}`).join(',')}]`);
    expect(() => importDocument(`l0: &l0 [x]\n${levels.join('\n')}\nopenapi: 3.0.0\n`)).toThrow('its YAML aliases unfold to too much');
  });

  it('stays small on a schema that contains itself many times over', () => {
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, { $ref: `#/components/schemas/S${at % 10}` }]));
    const schemas = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`S${at}`, { type: 'object', properties }]));
    const document = { ...withPaths({ '/a': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } } } } }), components: { schemas } };
    const { endpoints } = importDocument(JSON.stringify(document));
    expect((endpoints[0]!.body.content as string).length).toBeLessThan(100_000);
  });
});
