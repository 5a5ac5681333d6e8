import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPeers } from '../../peers/install.ts';
import { startComposer, type Composer } from './platform.ts';
import { documents } from './vendor-documents.ts';

type Row = Record<string, unknown> & { id: string };
interface Exported {
  readonly document: string;
  readonly format: string;
  readonly file_name: string;
  readonly endpoint_count: number;
  readonly left_out: readonly unknown[];
}

interface Tree {
  readonly servers?: readonly { readonly variables?: Readonly<Record<string, { readonly default: string }>> }[];
}
/** In the schema that swagger-parser brings, the description of a server's variable is misspelt. */
const withoutVariableTexts = (tree: Tree) => ({
  ...tree,
  servers: (tree.servers ?? []).map(({ variables = {}, ...server }) => Object.assign(server, { variables: Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, { default: variable.default }])) })),
});
/** Longer documents are not compared in every way. */
const long = 600_000;

let composer: Composer;
/** What each judge has against a document; empty where it holds it for valid. */
let judges: Readonly<Record<string, (document: string) => Promise<unknown[]>>>;

beforeAll(async () => {
  const require = await installPeers();
  const { default: SwaggerParser } = require('@apidevtools/swagger-parser') as { default: { validate(tree: object): Promise<unknown> } };
  const scalar = (await import(pathToFileURL(require.resolve('@scalar/openapi-parser')).href)) as { validate(text: string): Promise<{ valid: boolean; errors?: unknown[] }> };
  judges = {
    'swagger-parser': (document) => SwaggerParser.validate(withoutVariableTexts(JSON.parse(document) as Tree)).then(() => [], (error: Error) => [error.message.slice(0, 1000)]),
    scalar: async (document) => {
      const { valid, errors } = await scalar.validate(document);
      return valid ? [] : (errors ?? ['not valid']).slice(0, 5);
    },
  };
  composer = await startComposer();
}, 600_000);
afterAll(() => composer[Symbol.asyncDispose]());

async function importOf(document: string): Promise<string> {
  const { data, error } = await composer.call<{ api_id: string }>('import-openapi', { document });
  expect(error).toBeUndefined();
  return data.api_id;
}
const exportOf = async (id: string, format: 'json' | 'yaml') => (await composer.call<Exported>('export-openapi', { id, format })).data;

const ownFields = new Set(['id', 'api_id', 'created_at', 'updated_at']);
const plain = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => !ownFields.has(name)));
async function kept(id: string): Promise<object> {
  const { data: api } = await composer.call<Row>('get-api', { id });
  const { data: endpoints } = await composer.call<Row[]>('list-endpoints', { api_id: id });
  return { api: plain(api), endpoints: endpoints.map(plain) };
}

describe('what is imported is exported, is valid, and imports to the same again [C-111][C-112]', () => {
  it.each(documents)('%s', { timeout: 120_000 }, async (_, text) => {
    const id = await importOf(text);
    const first = await kept(id);
    const json = await exportOf(id, 'json');
    expect(json).toMatchObject({ format: 'json', endpoint_count: (first as { endpoints: unknown[] }).endpoints.length, left_out: [], file_name: expect.stringMatching(/^[^/\\]+\.openapi\.json$/) as string });
    for (const judge of Object.values(judges)) expect(await judge(json.document)).toEqual([]);
    const also = text.length > long ? [] : [await exportOf(id, 'yaml')];
    for (const { document } of [json, ...also]) expect(await kept(await importOf(document))).toEqual(first);
    if (text.length > long) return;
    // It is the same document as far as a sync is concerned, too.
    expect((await composer.call('preview-openapi-sync', { id, document: json.document })).data).toMatchObject({ changes: [] });
  });

  it('without a secret in it, in any way to sign in [F-20]', async () => {
    const ways = [
      { type: 'api_key', credentials: { name: 'X-Key', value: 'canary-0', in: 'query' } }, { type: 'bearer_token', credentials: { token: 'canary-1' } }, { type: 'jwt', credentials: { claims: { sub: 'me' }, key: 'canary-2' } },
      { type: 'basic_auth', credentials: { username: 'me', password: 'canary-3' } }, { type: 'digest', credentials: { username: 'me', password: 'canary-4' } }, { type: 'hawk', credentials: { id: 'me', key: 'canary-5', algorithm: 'sha256' } },
      { type: 'oauth2', credentials: { client_id: 'me', client_secret: 'canary-6', token_url: 'https://h/t' } }, { type: 'custom', credentials: { headers: { Cookie: 'sid=canary-7; other=canary-8', 'X-Secret': 'canary-9' } } },
    ];
    const { data: api } = await composer.call<Row>('create-api', { name: 'Secret', server_url: 'https://h', auth: ways[0] });
    for (const [at, auth] of ways.entries()) await composer.call('create-endpoint', { api_id: api.id, method: 'GET', path: `/${at}`, auth, headers: { Authorization: 'Bearer canary-10' } });
    for (const format of ['json', 'yaml'] as const) {
      const { document } = await exportOf(api.id, format);
      expect(document).not.toContain('canary');
      expect(document).toContain('sid');
    }
    for (const judge of Object.values(judges)) expect(await judge((await exportOf(api.id, 'json')).document)).toEqual([]);
  });

  it('refuses an API that is not there', async () => {
    expect(await composer.call('export-openapi', { id: 'nowhere' })).toMatchObject({ status: 404, error: 'Not found: API nowhere' });
  });
});
