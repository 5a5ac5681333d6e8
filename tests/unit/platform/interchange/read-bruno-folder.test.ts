import { describe, expect, it } from 'vitest';
import { archiveOf } from '../../../../electron/platform/composer/interchange/archive.ts';
import { firstApi, messages, read } from './reading.ts';

const request = (name: string, seq: number, more = '') => `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: {{base}}/${name}\n  body: none\n  auth: inherit\n}\n${more}`;
const zip = (files: Record<string, string>) => archiveOf(new Map(Object.entries({ 'bruno.json': '{"version":"1","name":"Shop","type":"collection"}', ...files })));

describe('the zip of a Bruno collection’s folder [F-12]', () => {
  it('has folders and requests in their order, an environment, and what is handed down', () => {
    const files = {
      'collection.bru': 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n\nheaders {\n  X-C: 1\n}\n\ndocs {\n  All of it\n}\n',
      'environments/Live.bru': 'vars {\n  base: https://h/v1\n}\nvars:secret [\n  token\n]\n',
      'Last.bru': request('last', 2), 'First.bru': request('first', 1),
      'orders/folder.bru': 'meta {\n  name: Orders: all\n}\n\nauth {\n  mode: basic\n}\n\nauth:basic {\n  username: a\n  password: b\n}\n\nheaders {\n  X-F: 1\n}\n',
      'orders/Inside.bru': request('inside', 1),
    };
    expect(firstApi(zip(files))).toMatchObject({
      api: { name: 'Shop', description: 'All of it', server_url: 'https://h', base_path: '/v1', auth: { type: 'bearer_token', credentials: { token: '{{token}}' } } },
      endpoints: [
        { name: 'inside', path: '/inside', folder: 'Orders: all', headers: { 'X-C': '1', 'X-F': '1' }, auth: { type: 'basic_auth' } },
        { name: 'first', path: '/first', headers: { 'X-C': '1' } }, { name: 'last', path: '/last' },
      ],
    });
  });

  it('may stand in a folder of the zip, beside what is none of it', () => {
    const files = Object.entries({ 'shop/bruno.json': '{"name":"Shop"}', 'shop/One.bru': request('one', 1).replace('{{base}}', 'https://h'), 'shop/.git/config': 'x', 'shop/node_modules/x/Two.bru': request('two', 1), '__MACOSX/shop/._One.bru': 'x', 'else.bru': 'x' });
    expect(firstApi(archiveOf(new Map(files))).endpoints.map(({ name }) => name)).toEqual(['one']);
    expect(messages(archiveOf(new Map(files)))).toEqual([]);
  });

  it('tells by their paths what is left out, and takes the rest', () => {
    const files = { 'Good.bru': request('good', 1, '\ntests {\n  test("a", () => {});\n}\n').replace('{{base}}', 'https://h'), 'a/Bad.bru': 'meta {\n', 'a/Call.bru': 'meta {\n  name: Call\n  type: grpc\n}\n' };
    const { apis, problems } = read(zip(files));
    expect(apis[0]!.endpoints.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toEqual([
      { where: 'a/Bad.bru', message: expect.stringContaining('not valid Bru') as string },
      { where: 'a/Call.bru', message: expect.stringContaining('of the kind “grpc”') as string },
      { where: 'Good.bru', message: expect.stringContaining('tests were not carried over') as string },
    ]);
  });

  it.each([
    [archiveOf(new Map([['a.bru', 'x']])), 'no bruno.json'],
    [archiveOf(new Map([['bruno.json', '{']])), 'not JSON'],
    [zip({}), 'no requests'],
    [zip({ '../a.bru': 'x' }), 'leads out of its folder'],
  ])('is refused with what to do where it cannot be one', (document, why) => {
    expect(() => read(document)).toThrow(why);
  });
});
