import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportDocument } from '../../../../electron/platform/composer/openapi/export-document.ts';
import { importDocument } from '../../../../electron/platform/composer/openapi/import-document.ts';
import { petsV2, petsV3 } from './documents.ts';

/** As rows are kept: without what is undefined. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const read = (text: string) => {
  const { api, endpoints } = importDocument(text);
  return plain({ api, endpoints: [...endpoints] });
};
const exported = (source: { api: object; endpoints: object[] }, format: 'json' | 'yaml' = 'json') => exportDocument(source as never, format);
type Tree = Record<string, unknown>;
const treeOf = (document: string) => JSON.parse(document) as Tree & { paths: Record<string, Record<string, Tree>> };

describe('an exported document [C-112]', () => {
  it.each([['OpenAPI 3.1', petsV3], ['Swagger 2.0', petsV2]])('of an imported %s imports to the same', (_, text) => {
    const first = read(text);
    for (const format of ['json', 'yaml'] as const) expect(read(exported(first, format).document)).toEqual(first);
  });

  it('says all that OpenAPI has words for in its words', () => {
    const { document, file_name, endpoint_count, left_out } = exported(read(petsV3));
    const tree = treeOf(document);
    expect([file_name, endpoint_count, left_out]).toEqual(['pets.openapi.json', 4, []]);
    expect(tree).toMatchObject({
      openapi: '3.1.0', info: { title: 'Pets', version: '1.2.3', description: 'A shop' },
      servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu' } } }],
      security: [{ api_key: [] }], components: { securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'X-Key' }, basic: { type: 'http', scheme: 'basic' } } },
    });
    expect(tree.paths['/pets']!['get']).toMatchObject({ summary: 'List pets', operationId: 'listPets', tags: ['pets'], responses: { 200: { description: 'ok' } } });
    expect(tree.paths['/pets']!['post']).toMatchObject({ security: [{ basic: [] }], requestBody: { content: { 'application/json': { example: { name: 'Rex' } } } } });
    expect(tree.paths['/pets/{petId}']!['get']).toMatchObject({ security: [] });
    expect(document).not.toContain('x-trellis": {\n        "name');
  });

  it('keeps what OpenAPI has no words for: flags, headers, time limits, other ways to sign in, paths with colons', () => {
    const source = {
      api: { name: 'Mine', description: '', version: '', server_url: 'https://h', base_path: '', auth: { type: 'jwt', credentials: { key: '', algorithm: 'HS256' } } },
      endpoints: [
        { operation_key: 'GET /a/:id', name: 'One', description: '', method: 'GET', path: '/a/:id', parameters: [{ name: 'id', in: 'path', required: true, type: 'string', value: 7 }], body: { type: 'none' }, enabled: false, headers: { 'X-A': 'b' }, timeout_ms: 500 },
        { operation_key: 'GET /a/{id}', name: 'Two', description: '', method: 'GET', path: '/a/{id}', parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }], body: { type: 'raw', content_type: 'application/json', content: '{"not": finished' } },
      ],
    };
    const { document } = exported(source);
    expect(Object.keys(treeOf(document).paths)).toEqual(['/a/{id}', '/a/{id}#2']);
    expect(read(document)).toEqual(source);
  });

  it('has no secret: neither of the authentication nor typed into headers and parameters [F-20]', () => {
    const { document } = exported({
      api: { name: 'Mine', auth: { type: 'api_key', credentials: { name: 'X-Key', value: '', in: 'header' } } },
      endpoints: [{
        name: 'One', method: 'GET', path: '/a', headers: { Authorization: 'Bearer canary-1', 'X-Api-Key': 'canary-2', 'X-Plain': 'shown' },
        parameters: [{ name: 'access_token', in: 'query', value: 'canary-3' }, { name: 'session-token', in: 'header', example: 'such', value: 'canary-4' }, { name: 'page', in: 'query', value: 5 }],
      }],
    });
    expect(document).not.toContain('canary');
    expect(treeOf(document).paths['/a']!['get']!['x-trellis']).toMatchObject({ headers: { Authorization: '<Authorization>', 'X-Api-Key': '<X-Api-Key>', 'X-Plain': 'shown' } });
  });

  it('leaves out what has no place in one, and says so', () => {
    const { endpoint_count, left_out } = exported({ api: { name: 'Mine' }, endpoints: [{ name: 'Purge', method: 'PURGE', path: '/a' }, { name: 'Get', method: 'GET', path: '/a' }] });
    expect([endpoint_count, left_out]).toEqual([1, [{ name: 'Purge', why: 'OpenAPI has no method PURGE.' }]]);
  });
});

const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,8}$/);
const line = fc.oneof(word, fc.string({ maxLength: 30 }), fc.constantFrom('true', '2020-01-01', 'null', '1e3', '# no comment', 'a: b', '- x', '|', '"', '{{x}}'));
const scalar = fc.oneof(line, fc.integer(), fc.boolean());
const schema = fc.letrec<{ any: object }>((tie) => ({
  any: fc.oneof({ maxDepth: 3 },
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean'), description: line, default: scalar, nullable: fc.boolean(), minimum: fc.integer(), exclusiveMinimum: fc.boolean() }, { requiredKeys: [] }),
    fc.record({ type: fc.constant('array'), items: tie('any') }),
    fc.record({ type: fc.constant('object'), title: line, required: fc.array(word, { maxLength: 3 }), properties: fc.dictionary(word, tie('any'), { maxKeys: 4 }) }, { requiredKeys: ['properties'] }),
    fc.record({ allOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }) }),
    fc.constantFrom({ $ref: '#/components/schemas/Node' }, { $ref: '#/components/schemas/Gone' }, { $ref: 'http://elsewhere/x' }),
  ),
})).any;
const parameter = fc.record({
  name: word, in: fc.constantFrom('query', 'header', 'cookie', 'path'), required: fc.boolean(), description: line, schema, example: fc.oneof(scalar, fc.jsonValue({ maxDepth: 2 })),
  style: fc.constantFrom('form', 'deepObject', 'spaceDelimited', 'simple'), explode: fc.boolean(),
}, { requiredKeys: ['name', 'in', 'schema'] });
const media = fc.record({ schema, example: fc.jsonValue({ maxDepth: 3 }) }, { requiredKeys: [] });
const operation = fc.record({
  operationId: word, summary: line, description: line, tags: fc.array(line, { maxLength: 2 }), deprecated: fc.boolean(), parameters: fc.array(parameter, { maxLength: 4 }),
  requestBody: fc.record({ description: line, required: fc.boolean(), content: fc.dictionary(fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', 'application/pdf', 'application/vnd.a+json; v=1'), media, { maxKeys: 3 }) }, { requiredKeys: ['content'] }),
  responses: fc.dictionary(fc.constantFrom('200', '4XX', 'default', 'odd'), fc.record({ description: line, content: fc.dictionary(fc.constantFrom('application/json', 'text/html'), media, { maxKeys: 2 }) }, { requiredKeys: ['description'] }), { maxKeys: 2 }),
  security: fc.constantFrom([], [{ key: [] }], [{ cookie: [] }], [{ login: [] }], [{ key: [], other: [] }], [{ digest: [] }]),
  servers: fc.constantFrom([{ url: 'https://other.example/v9' }], [{ url: '/v2' }], [{ url: '{broken' }]),
}, { requiredKeys: [] });
const path = fc.tuple(word, word).chain(([one, two]) => fc.constantFrom(`/${one}`, `/${one}/{${two}}`, `/${one}/:${two}`, `/${one}?x={${two}}`, one, `/{${one}}/{${one}}`));
const document = fc.record({
  openapi: fc.constantFrom('3.0.3', '3.1.0'),
  info: fc.record({ title: line, version: line, description: line }, { requiredKeys: [] }),
  servers: fc.constantFrom([], [{ url: 'https://a.example' }], [{ url: 'https://{r}.example/{v}', variables: { r: { default: 'eu', enum: ['eu', 'us'] }, v: { default: 'v1' } } }], [{ url: '/base' }, { url: 'https://b.example' }]),
  security: fc.constantFrom([], [{ key: [] }], [{ login: [] }], [{ cookie: [] }]),
  paths: fc.dictionary(path, fc.dictionary(fc.constantFrom('get', 'post', 'put', 'delete', 'fetch'), operation, { maxKeys: 3 }), { maxKeys: 4 }),
  components: fc.constant({
    schemas: { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, id: { type: 'string', format: 'uuid' } } } },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' }, other: { type: 'apiKey', in: 'header', name: 'X-Other' }, cookie: { type: 'apiKey', in: 'cookie', name: 'sid' }, digest: { type: 'http', scheme: 'digest' },
      login: { type: 'oauth2', flows: { authorizationCode: { authorizationUrl: 'https://h/a', tokenUrl: 'https://h/t', scopes: { read: 'Read', write: 'Write' } } } },
    },
  }),
}, { requiredKeys: ['openapi', 'paths', 'components'] });

describe('import, export, import', () => {
  it('gives the same API and the same endpoints, whatever the document [C-111][C-112]', () => {
    fc.assert(fc.property(document, fc.constantFrom('json' as const, 'yaml' as const), (given, format) => {
      const first = read(JSON.stringify(given));
      expect(read(exported(first, format).document)).toEqual(first);
    }), { numRuns: 150 });
  });
});
