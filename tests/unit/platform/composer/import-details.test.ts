import { describe, expect, it } from 'vitest';
import { importDocument } from '../../../../electron/platform/composer/openapi/import-document.ts';
import { resolveVariables } from '../../../../shared/rules/variables.ts';

const document = (more: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: 'https://h/v1' }], paths: {}, ...more }, null, 1);
const one = (operation: object, more: object = {}, path = '/a') => importDocument(document({ paths: { [path]: { post: operation } }, ...more })).endpoints[0]!;
const swagger = (operation: object) => importDocument(JSON.stringify({ swagger: '2.0', info: { title: 'T' }, host: 'h', paths: { '/a': { get: operation } } })).endpoints[0]!;

describe('examples become requests that are ready [C-111]', () => {
  it('takes example, examples, and what it makes of the schema, in this order', () => {
    const parameters = [
      { name: 'a', in: 'query', required: true, example: 1, schema: { example: 2 } },
      { name: 'b', in: 'query', required: true, examples: { x: { value: 3 } }, schema: { default: 4 } },
      { name: 'c', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'd', in: 'query', schema: { type: 'integer', minimum: 5 } },
      { name: 'e', in: 'query', required: true, content: { 'application/json': { schema: { type: 'object', properties: { f: { type: 'boolean' } } } } } },
    ];
    expect(one({ parameters }).parameters.map(({ name, value, example }) => [name, value, example])).toEqual([
      ['a', 1, 1], ['b', 3, 3], ['c', '00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'], ['d', undefined, 5], ['e', '{"f":true}', '{"f":true}'],
    ]);
  });

  it.each([
    ['JSON with an example', { 'application/json': { example: { b: 1 } } }, { type: 'raw', content_type: 'application/json', content: '{\n  "b": 1\n}' }],
    ['JSON whose example is its text', { 'application/json': { example: '{"b":1}' } }, { type: 'raw', content_type: 'application/json', content: '{"b":1}' }],
    ['the content with an example', { 'application/json': {}, 'text/plain': { example: 'hello' } }, { type: 'raw', content_type: 'text/plain', content: 'hello' }],
    ['a file', { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }, { type: 'binary', content_type: 'application/octet-stream', content: '' }],
    ['a form', { 'multipart/form-data': { schema: { type: 'object', properties: { a: { type: 'string' } } } } }, { type: 'form-data', content: { a: 'string' } }],
  ])('of a body: %s', (_, content, body) => {
    expect(one({ requestBody: { content } }).body).toEqual(body);
  });

  it('leaves an example out that is no example but data', () => {
    const { body, parameters } = one({ requestBody: { content: { 'application/json': { example: 'x'.repeat(1_000_000).split('') } } }, parameters: [{ name: 'a', in: 'query', schema: {}, example: 'x'.repeat(10_000) }] });
    expect([body, parameters[0]]).toEqual([{ type: 'raw', content_type: 'application/json', content: '{}' }, { name: 'a', in: 'query', required: false }]);
  });
});

describe('what a document says in the form of a variable [F-15]', () => {
  it('stands for itself, so that no example draws a secret of the user out', () => {
    const get = {
      parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' }, example: 'a {{api_token}}' }],
      requestBody: { content: { 'application/json': { example: { a: ['{{ api_token }}'], b: 1 } } } },
    };
    const [endpoint] = importDocument(document({ paths: { '/p': { post: get } } })).endpoints;
    const layer = new Map([['api_token', { value: 'canary', secret: true }]]);
    const sent = (text: unknown) => resolveVariables(text as string, [layer]).text;
    expect(endpoint!.parameters[0]!.value).toBe('a \\{{api_token}}');
    expect(sent(endpoint!.parameters[0]!.value)).toBe('a {{api_token}}');
    expect(JSON.parse(sent(endpoint!.body.content))).toEqual({ a: ['{{ api_token }}'], b: 1 });
  });
});

describe('how parameters are written', () => {
  it('keeps style and explode, and reads collectionFormat as them', () => {
    const parameters = [{ name: 'a', in: 'query', schema: { type: 'array' }, style: 'pipeDelimited', explode: false }, { name: 'b', in: 'query', schema: { type: 'object' }, style: 'deepObject' }];
    expect(one({ parameters }).parameters).toMatchObject([{ style: 'pipeDelimited', explode: false }, { style: 'deepObject' }]);
    const older = ['csv', 'multi', 'ssv'].map((collectionFormat) => ({ name: collectionFormat, in: 'query', type: 'array', items: { type: 'string' }, collectionFormat }));
    expect(swagger({ parameters: older }).parameters).toMatchObject([{ style: 'form', explode: false }, { style: 'form', explode: true }, { style: 'spaceDelimited', explode: false }]);
  });
});

describe('servers', () => {
  it('are kept, and the first is used, with its variables as those of the API', () => {
    const servers = [{ url: 'https://{region}.h/{v}', description: 'Live', variables: { region: { default: 'eu', enum: ['eu', 'us'] }, v: { default: 'v2' } } }, { url: 'https://test.h' }];
    expect(importDocument(document({ servers })).api).toMatchObject({ server_url: 'https://{{region}}.h', base_path: '/{{v}}', variables: { region: 'eu', v: 'v2' }, servers });
    expect(importDocument(document({ servers: [{ url: '{scheme}://h/a', variables: { scheme: { default: 'https' } } }] })).api).toMatchObject({ server_url: '{{scheme}}://h', base_path: '/a' });
    expect(importDocument(document({ servers: [{ url: '/{v}', variables: { v: { default: 'v1' } } }] })).api).toMatchObject({ server_url: '', base_path: '/{{v}}' });
    expect(importDocument(document({ servers: [{ url: 'https://{api_token}.h', variables: { api_token: { default: 'x' } } }] })).api).toMatchObject({ server_url: 'https://x.h' });
    expect(importDocument(document({ servers: [{ url: 'https://{a b}.h', variables: { 'a b': { default: 'x' } } }] })).api).toMatchObject({ server_url: 'https://x.h', base_path: '' });
    expect(importDocument(JSON.stringify({ swagger: '2.0', info: { title: 'T' }, host: 'h', basePath: '/b', schemes: ['http', 'https'], paths: {} })).api).toMatchObject({
      server_url: 'https://h', base_path: '/b', servers: [{ url: 'https://h/b' }, { url: 'http://h/b' }],
    });
  });

  it('of an operation or its path are its own, and no problem', () => {
    const text = document({ paths: { '/a': { servers: [{ url: 'https://path.h' }], get: { servers: [{ url: 'https://{x}.own/y', variables: { x: { default: 'my' } } }] }, put: {}, post: { servers: [{ url: '/other' }] }, patch: { servers: [{ url: 'https://h/v1' }] } } } });
    const { endpoints, problems } = importDocument(text);
    expect(endpoints.map(({ method, server_url, base_path }) => [method, server_url, base_path])).toEqual([
      ['GET', 'https://my.own', '/y'], ['PUT', 'https://path.h', ''], ['POST', '', '/other'], ['PATCH', undefined, undefined],
    ]);
    expect(problems).toEqual([]);
  });
});

describe('what is to be read of an operation', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, size: { type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true } } };

  it('is kept in the words of OpenAPI 3.1, without references, cycles cut', () => {
    const { docs } = one({
      deprecated: true, externalDocs: { url: 'https://docs' }, parameters: [{ name: 'q', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } }, { name: 'plain', in: 'query', schema: { type: 'string' } }],
      requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
      responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Node' } } } } }, default: { $ref: '#/components/responses/Bad' } },
    }, { components: { schemas: { Node: node }, responses: { Bad: { description: 'bad' } } } });
    const shown = { title: 'Node', type: 'object', properties: { next: { title: 'Node', type: 'object' }, size: { type: ['integer', 'null'], exclusiveMinimum: 0 } } };
    expect(docs).toEqual({
      deprecated: true, external_docs: { url: 'https://docs' }, parameters: { 'query q': { type: 'string', enum: ['a', 'b'] } },
      request: { required: true, content: { 'application/json': { schema: shown } } },
      responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: shown } } } }, default: { description: 'bad' } },
    });
  });

  it('stays within some KB, however large the schemas are', () => {
    const schemas = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`S${at}`, { type: 'object', properties: Object.fromEntries(Array.from({ length: 20 }, (__, inner) => [`p${inner}`, { $ref: `#/components/schemas/S${(at + inner + 1) % 20}`, }])) }]));
    const { docs } = one({ responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } } } }, { components: { schemas } });
    expect(docs?.responses?.['200']?.content?.['application/json']?.schema).toMatchObject({ title: 'S0', properties: { p0: { title: 'S1' } } });
    expect(JSON.stringify(docs).length).toBeLessThanOrEqual(8000);
  });
});

describe('the lines of what is wrong', () => {
  const flawed = { '/a': { get: { parameters: [{ name: 'x', in: 'query' }, { $ref: 'http://elsewhere/x' }] } }, '/b{"}': 7 };

  it('are those of its place, in JSON', () => {
    const text = document({ paths: flawed });
    const { problems } = importDocument(text);
    const lines = text.split('\n');
    expect(problems.map(({ line }) => lines[line! - 1]!.trim())).toEqual(['{', '"/b{\\"}": 7']);
    expect(lines[problems[0]!.line!]).toContain('http://elsewhere/x');
  });

  it('are those of its place, in YAML, and of what is around it where that is not there', () => {
    const text = 'openapi: 3.0.0\ninfo:\n  version: "1"\nservers: [{url: https://h}]\npaths:\n  /a/{id}:\n    # here\n    get:\n      responses: {}\n  "/b": &b\n    - 1\n  /c: *b\n';
    expect(importDocument(text).problems.map(({ where, line }) => [where, line])).toEqual([
      ['#/info', 2], ['#/paths/~1b', 10], ['#/paths/~1c', 12], ['#/paths/~1a~1{id}/get/parameters', 8],
    ]);
  });

  it('say where YAML or JSON cannot be read', () => {
    expect(() => importDocument('openapi: 3.0.0\npaths: {a: [1\n')).toThrow(/not valid YAML: .* \(line \d+, column \d+\)/);
    expect(importDocument('openapi: 3.0.0\ninfo: {title: A}\nservers: [{url: https://h}]\npaths: {/a: {get: {}}}\ninfo: {title: B}\n').problems).toEqual([
      { where: '#', line: 5, message: 'The same key stands there twice; the last one counts.' },
    ]);
  });
});

describe('progress', () => {
  it('goes on from reading to the last operation', () => {
    const paths = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`/p${at}`, { get: {} }]));
    const told: [number, string][] = [];
    importDocument(document({ paths }), (done, note) => told.push([done, note]));
    expect(told.map(([, note]) => note)).toEqual(['Reading the document', 'Resolving references', 'Operation 1 of 120', 'Operation 51 of 120', 'Operation 101 of 120']);
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).toSorted((a, b) => a - b));
  });
});
