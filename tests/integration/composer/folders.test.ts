import { afterAll, beforeAll, expect, it } from 'vitest';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;

beforeAll(async () => {
  composer = await startComposer();
});
afterAll(() => composer[Symbol.asyncDispose]());

const answered = async <T>(method: string, data: object): Promise<T> => {
  const { data: answer, error } = await composer.call<T>(method, data);
  expect(error).toBeUndefined();
  return answer;
};

/** An API with endpoints of these names. */
async function apiWith(fields: object, ...names: string[]) {
  const { id: api_id } = await answered<Row>('create-api', { name: 'Shop', server_url: 'http://127.0.0.1:9', ...fields });
  const endpoints = await Promise.all(names.map((name) => answered<Row>('create-endpoint', { api_id, name, method: 'GET', path: `/${name}` })));
  return { api_id, idOf: (name: string) => endpoints.find((row) => row['name'] === name)!.id };
}

const byName = (one: { readonly name?: unknown }, other: { readonly name?: unknown }) => (String(one.name) < String(other.name) ? -1 : 1);
const placed = ['name', 'folder', 'position'];
const listed = async (api_id: string) => (await answered<Row[]>('list-endpoints', { api_id })).map((row) => Object.fromEntries(placed.filter((field) => field in row).map((field) => [field, row[field]]))).toSorted(byName);

it('puts endpoints into folders, an order and another API in one call, all of them or none [C-118][C-120]', async () => {
  const { api_id, idOf } = await apiWith({}, 'one', 'two', 'three');
  const other = await apiWith({ name: 'Other' });
  await answered('arrange-endpoints', { endpoints: [{ id: idOf('one'), folder: 'Users / Admin', position: 1.5 }, { id: idOf('two'), api_id: other.api_id }] });
  expect(await listed(api_id)).toEqual([{ name: 'one', folder: 'Users / Admin', position: 1.5 }, { name: 'three' }]);
  expect(await listed(other.api_id)).toEqual([{ name: 'two' }]);

  const { error } = await composer.call('arrange-endpoints', { endpoints: [{ id: idOf('three'), folder: 'Lost' }, { id: 'nobody', folder: 'Lost' }] });
  expect(error).toContain('nobody');
  const { error: nowhere } = await composer.call('arrange-endpoints', { endpoints: [{ id: idOf('three'), api_id: 'nowhere' }] });
  expect(nowhere).toContain('nowhere');
  const { error: unknown } = await composer.call('arrange-endpoints', { endpoints: [{ id: idOf('three'), path: '/elsewhere' }] });
  expect(unknown).toBeDefined();
  expect(await listed(api_id)).toContainEqual({ name: 'three' });

  await answered('arrange-endpoints', { endpoints: [{ id: idOf('one'), folder: null, position: null }] });
  expect(await listed(api_id)).toContainEqual({ name: 'one', folder: null, position: null });
});

it('lists APIs by their position, those without one last [C-105]', async () => {
  const ids = await Promise.all([2, undefined, 1].map(async (position) => (await answered<Row>('create-api', { name: `At ${position ?? 'the end'}`, position })).id));
  const rows = await answered<Row[]>('list-apis', {});
  expect(rows.filter(({ id }) => ids.includes(id)).map(({ name }) => name)).toEqual(['At 1', 'At 2', 'At the end']);
});

it('carries folders and their order through Postman, Bruno and OpenAPI, and through a clone [C-108]', async () => {
  const { api_id, idOf } = await apiWith({ folders: ['Last made', 'Users', 'Users / Empty', '/paths'] }, 'a', 'b', 'c', 'd', 'e');
  await answered('arrange-endpoints', {
    endpoints: [
      { id: idOf('a'), folder: 'Users / Admin', position: 2 }, { id: idOf('b'), folder: 'Users / Admin', position: 1 }, { id: idOf('c'), folder: 'Last made' }, { id: idOf('d'), folder: '/' },
    ],
  });
  const around = [{ name: 'a', folder: 'Users / Admin' }, { name: 'b', folder: 'Users / Admin' }, { name: 'c', folder: 'Last made' }, { name: 'd' }, { name: 'e' }];
  const texts: Record<string, string> = {};
  for (const format of ['postman', 'bruno']) {
    const { text } = await answered<{ text: string }>('export-collection', { id: api_id, format });
    texts[format] = text;
    const { api_id: back } = await answered<{ api_id: string }>('import-collection', { document: text });
    expect(await listed(back), format).toEqual(around);
    const names = (await answered<Row[]>('list-endpoints', { api_id: back })).map(({ name }) => name);
    expect([names.indexOf('b') < names.indexOf('a'), names.indexOf('c') < names.indexOf('b')], format).toEqual([true, true]);
  }
  expect((JSON.parse(texts['postman']!) as { item: { name: string }[] }).item.map(({ name }) => name)).toEqual(['Last made', 'Users', 'd', 'e']);

  const { document } = await answered<{ document: string }>('export-openapi', { id: api_id });
  const { api_id: back } = await answered<{ api_id: string }>('import-openapi', { document });
  expect(await listed(back)).toEqual([
    { name: 'a', folder: 'Users / Admin', position: 2 }, { name: 'b', folder: 'Users / Admin', position: 1 }, { name: 'c', folder: 'Last made' }, { name: 'd', folder: '/' }, { name: 'e' },
  ]);
  const { id: copy } = await answered<Row>('clone-api', { id: api_id });
  for (const id of [back, copy]) expect((await answered<Row>('get-api', { id }))['folders']).toEqual(['Last made', 'Users', 'Users / Empty', '/paths']);
  expect(await listed(copy)).toEqual(await listed(api_id));
});
