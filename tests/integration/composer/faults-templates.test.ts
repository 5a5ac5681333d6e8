import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { codeLanguages, collectionFormats } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

/** Texts that would be a program to somebody else's template engine. To the composer they are texts, wherever they stand. */

type Row = Record<string, unknown> & { id: string };
const payloads = [
  '{{1337*1337}}', '${1337*1337}', '#{1337*1337}', '<%= 1337*1337 %>', '{%print(1337*1337)%}', '{{constructor.constructor("return 1337*1337")()}}', '$eval("1337*1337")', '$sum([1787500,69])', '{{"1337"*1337}}', '`${1337*1337}`', '*{1337*1337}', '@(1337*1337)', '[[${1337*1337}]]', '{{= 1337*1337}}', '{{{1337*1337}}}',
  '{{#with "a"}}{{/with}}', '\\{{escaped}}', '$(1337*1337)', '%{1337*1337}', '{"$jsonata":"1337*1337"}',
];
const result = /1787569/;

let composer: Composer;
let target: Target;
beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: decodeURIComponent(request.url!), headers: request.headers, body: target.requests.at(-1)!.body })));
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const created = async (kind: string, fields: object) => {
  const { status, data, error } = await composer.call<Row>(`create-${kind}`, fields);
  expect([status, error]).toEqual([200, undefined]);
  return data;
};
const run = async (endpoint_id: string, input: object = {}) => (await composer.call<ExecutionResult>('api-router-execute', { endpoint_id, ...input })).data;
/** What stands for itself where it is written so. */
const said = (payload: string) => (payload.startsWith('\\{{') ? payload.slice(1) : payload);
const bodyOf = ({ body }: { body: string }) => (JSON.parse(body) as { a: unknown }).a;

describe('a template in the texts of users [F-15]', () => {
  it.each(payloads)('is a text, as it was written, in every field of a request: %s', async (payload) => {
    const api = await created('api', { name: payload, description: payload, server_url: target.url, base_path: '/b', auth: { type: 'api_key', credentials: { name: 'X-Key', value: payload, prefix: payload } }, variables: { own: payload } });
    const endpoint = await created('endpoint', {
      api_id: api.id, method: 'POST', name: payload, path: '/{id}', headers: { 'X-A': payload, 'X-Own': '{{own}}' }, body: { type: 'raw', content: { a: payload, [payload]: 'name' } },
      parameters: [{ name: 'q', in: 'query', value: payload }, { name: 'X-P', in: 'header', value: payload }],
    });
    const data = await run(endpoint.id, { path_variables: { id: payload }, query: { r: payload }, correlationId: payload });
    expect(data).toMatchObject({ status: 200, name: payload, correlationId: payload });
    const sent = target.requests.at(-1)!;
    const url = new URL(sent.url, target.url);
    expect([decodeURIComponent(url.pathname), url.searchParams.get('q'), url.searchParams.get('r')]).toEqual([`/b/${said(payload)}`, said(payload), said(payload)]);
    expect([sent.headers['x-a'], sent.headers['x-own'], sent.headers['x-p'], sent.headers['x-key']]).toEqual([said(payload), said(payload), said(payload), `${said(payload)} ${said(payload)}`]);
    expect(bodyOf(sent)).toBe(said(payload));
    for (const [method, input] of [['get-api', { id: api.id }], ['get-endpoint', { id: endpoint.id }], ['get-execution-status', { execution_id: data.id }], ['list-executions', { search: payload }]] as const) {
      expect(JSON.stringify((await composer.call(method, input)).data)).not.toMatch(result);
    }
  });

  it('is a text in a workflow, but where JSONata is asked for', async () => {
    const api = await created('api', { name: 'Echo', server_url: target.url, variables: { reached: 'filled in' } });
    const { id } = await created('endpoint', { api_id: api.id, method: 'POST', path: '/{id}' });
    const texts = payloads.filter((payload) => !payload.startsWith('\\'));
    const nodes = texts.map((payload, at) => ({ id: `n${at}`, endpoint_id: id, path_variables: { id: payload }, query: { q: payload }, headers: { 'X-A': payload }, body: { a: payload } }));
    const asked = { id: 'asked', endpoint_id: id, path_variables: { id: { $jsonata: '$string(1337*1337)' } }, query: { q: { $jsonata: 'input.text' } }, body: { a: { $jsonata: 'input.text' } } };
    const flow = await created('workflow', { name: '${1337*1337}', description: '{{1337*1337}}', definition: { nodes: [...nodes, asked], edges: [] } });
    const before = target.requests.length;
    const { data } = await composer.call<ExecutionResult & { nodes: Record<string, { state: string; data: { url: string; headers: Record<string, string>; body: string } }> }>('execute-workflow', { workflow_id: flow.id, data: { text: '{"$jsonata": "1337*1337"} {{reached}}' } });
    for (const [at, payload] of texts.entries()) {
      const node = data.nodes[`n${at}`]!;
      expect([payload, node.state, node.data.url.split('?')[0], node.data.headers['x-a'], bodyOf(node.data)]).toEqual([payload, 'success', `/${payload.split('?')[0]}`, payload, payload]);
    }
    expect(data.nodes['asked']).toMatchObject({ state: 'success', data: { url: expect.stringContaining('/1787569?') as string } });
    expect(bodyOf(data.nodes['asked']!.data)).toBe('{"$jsonata": "1337*1337"} {{reached}}'); // what an expression yields is data
    expect(target.requests.slice(before).filter(({ url }) => result.test(decodeURIComponent(url)))).toHaveLength(1);
  });

  it('in a value is not read again: what a variable holds, what a target answered, what a caller sent', async () => {
    const api = await created('api', { name: 'Echo', server_url: target.url, variables: { outer: '{{inner}}', inner: '${1337*1337} \\{{other}}', other: 'reached' } });
    const { id } = await created('endpoint', { api_id: api.id, method: 'GET', path: '/', headers: { 'X-A': '{{outer}}' } });
    await run(id, { variables: { inner: '{{1337*1337}}' } });
    expect(target.requests.at(-1)!.headers['x-a']).toBe('{{1337*1337}}');
    await run(id);
    expect(target.requests.at(-1)!.headers['x-a']).toBe('${1337*1337} {{other}}');
  });

  it('named after what every object has reaches nothing of it', async () => {
    const api = await created('api', { name: 'Echo', server_url: target.url, variables: JSON.parse('{"__proto__":{"value":"own","polluted":"yes"},"real":"x"}') as object });
    const text = '{{__proto__}} {{real}}';
    const { id } = await created('endpoint', { api_id: api.id, method: 'POST', path: '/', body: { type: 'raw', content: JSON.parse('{"a":"x","__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}') as object } });
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'constructor.name', '__proto__.constructor']) {
      expect(await composer.call('api-router-execute', { endpoint_id: id, headers: { 'X-A': `{{${name}}}` } })).toMatchObject({ status: 400, error: expect.stringContaining(`There is no value for {{${name}}}`) as string });
    }
    const input = { endpoint_id: id, headers: { 'X-A': text }, path_variables: JSON.parse('{"__proto__":"x"}') as object, query: JSON.parse('{"__proto__":"q"}') as object };
    expect(await composer.call('api-router-execute', input)).toMatchObject({ status: 400, error: expect.stringContaining('There is no value for {{__proto__}}') as string });
    expect(await composer.call('api-router-execute', { ...input, headers: { 'X-A': '{{real}}' } })).toMatchObject({ status: 200, data: { status: 200 } });
    expect(target.requests.at(-1)!.headers['x-a']).toBe('x');
    expect(JSON.parse(target.requests.at(-1)!.body)).toHaveProperty('a', 'x');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await composer.call<Row>('get-api', { id: api.id })).data).not.toHaveProperty('polluted');
  });

  it('is a text in tests, in exports, in generated code and in what is imported again', async () => {
    const endpoint = { method: 'POST', path: '/a', headers: { 'X-A': '${1337*1337}' }, body: { type: 'raw', content: '<%= 1337*1337 %> ${1337*1337} #{1337*1337} `id`' } };
    const api = await created('api', { name: '${1337*1337}<%= 1337*1337 %>', server_url: target.url });
    const { id } = await created('endpoint', { api_id: api.id, name: '#{1337*1337}', ...endpoint });
    const tests = [{ name: '${1337*1337}', source: 'status', comparison: 'equals', expected: '${100*2}' }, { name: '$sum', source: 'header', path: '$sum([1787500,69])', comparison: 'exists' }];
    expect((await composer.call('test-endpoint', { endpoint_id: id, tests })).data).toMatchObject({ passed: false, assertions: [{ passed: false, expected: '${100*2}' }, { passed: false, actual: null }] });
    await run(id);
    for (const format of collectionFormats) {
      const { data } = await composer.call<{ text: string }>('export-collection', { id: api.id, format });
      const words = format === 'bruno' ? Object.values(unzipSync(Buffer.from(data.text, 'base64'))).map((file) => strFromU8(file)).join('\n') : data.text;
      expect(words).toContain('1337*1337');
      expect(words).not.toMatch(result);
      const { data: again } = await composer.call<{ api_id: string; error?: string }>('import-collection', { document: data.text });
      const { data: rows } = await composer.call<Row[]>('list-endpoints', { api_id: again.api_id });
      expect(JSON.stringify(rows)).toContain('${1337*1337} #{1337*1337} `id`');
    }
    for (const language of codeLanguages) expect((await composer.call<{ code: string }>('generate-code', { endpoint_id: id, language })).data.code).toContain('1337*1337');
  });
});
