import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startComposer, type Answer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };
interface Change {
  readonly key: string;
  readonly kind: string;
  readonly fields: readonly { readonly field: string; readonly conflict: boolean; readonly ours?: unknown }[];
}
interface Preview {
  readonly changes: readonly Change[];
  readonly version: string;
  readonly has_base: boolean;
  readonly counts: Record<string, number>;
  readonly last_sync: { readonly sync_id: string } | null;
}
interface Undone {
  readonly restored: number;
  readonly kept: readonly { readonly id: string; readonly name: string; readonly why: string }[];
}

let composer: Composer;
beforeAll(async () => {
  composer = await startComposer();
});
afterAll(() => composer[Symbol.asyncDispose]());

const operation = (operationId: string, more: object = {}) => ({ operationId, summary: `Do ${operationId}`, parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }], ...more });
const documentOf = (paths: object, more: object = {}) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, servers: [{ url: 'https://things.example' }], security: [{ key: [] }], components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } }, paths, ...more });
const before = documentOf({ '/a': { get: operation('a') }, '/b': { get: operation('b') }, '/c': { get: operation('c') } });
const after = documentOf({ '/a': { get: operation('a', { summary: 'A anew', description: 'More' }) }, '/c': { get: operation('c', { summary: 'C anew' }) }, '/d': { post: operation('d') } });

async function ok<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, data, error } = await answer;
  expect(error).toBeUndefined();
  expect(status).toBe(200);
  return data;
}
const imported = async (document = before) => (await ok(composer.call<{ api_id: string }>('import-openapi', { document }))).api_id;
const rowsOf = (api_id: string) => ok(composer.call<Row[]>('list-endpoints', { api_id }));
const endpointOf = async (api_id: string, path: string) => (await rowsOf(api_id)).find((row) => row['path'] === path)!;
const update = (row: Row, fields: object) => ok(composer.call<Row>('update-endpoint', { id: row.id, ...fields }));
const preview = (id: string, document = after) => ok(composer.call<Preview>('preview-openapi-sync', { id, document }));
const apply = (id: string, more: object = {}) => ok(composer.call<Record<string, unknown> & { sync_id: string }>('apply-openapi-sync', { id, document: after, ...more }));
const undo = (id: string, more: object = {}) => ok(composer.call<Undone>('undo-openapi-sync', { id, ...more }));
const kindsOf = ({ changes }: Preview) => changes.map(({ key, kind }) => `${kind} ${key}`);

describe('a new version of an imported document', () => {
  it('is looked at before anything changes, and taken in as a whole or in parts', async () => {
    const id = await imported();
    const untouched = await rowsOf(id);
    const seen = await preview(id);
    expect(seen).toMatchObject({ has_base: true, counts: { added: 1, changed: 2, removed: 1, conflict: 0 }, last_sync: null });
    expect(kindsOf(seen)).toEqual(['changed a', 'changed c', 'added d', 'removed b']);
    expect(await rowsOf(id)).toEqual(untouched);

    expect(await apply(id, { version: seen.version, decisions: [{ key: 'c', accept: false }, { key: 'b', accept: false }] })).toMatchObject({ added: 1, changed: 1, removed: 0, skipped: 2 });
    expect((await rowsOf(id)).map(({ path, name }) => [path, name])).toEqual([['/a', 'A anew'], ['/b', 'Do b'], ['/c', 'Do c'], ['/d', 'Do d']]);
    // What was skipped is offered again, and what was taken is not.
    expect(kindsOf(await preview(id))).toEqual(['changed c', 'removed b']);
    await apply(id);
    expect((await rowsOf(id)).map(({ path }) => path)).toEqual(['/a', '/c', '/d']);
    expect(kindsOf(await preview(id))).toEqual([]);
  });

  it('leaves authentication, tests, headers, flags, history and local edits as they are', async () => {
    const id = await imported();
    const a = await endpointOf(id, '/a');
    const tests = [{ name: 'found', source: 'status', comparison: 'equals', expected: 200 }];
    await update(a, { tests, enabled: false, headers: { 'X-Mine': '1' }, timeout_ms: 5000, auth: { type: 'bearer_token', credentials: { token: 'canary-token' } }, path: '/a/mine', parameters: [{ name: 'q', in: 'query', required: false, type: 'string', example: 'string', value: 'mine' }] });
    await ok(composer.call('update-api', { id, auth: { type: 'api_key', credentials: { name: 'X-Key', value: 'canary-key', in: 'header' } } }));
    await apply(id);
    expect(await ok(composer.call<Row>('get-endpoint', { id: a.id }))).toMatchObject({
      id: a.id, name: 'A anew', description: 'More', tests, enabled: false, headers: { 'X-Mine': '1' }, timeout_ms: 5000, path: '/a/mine',
      auth: { type: 'bearer_token', credentials: { token: { $secret: true } } }, parameters: [{ name: 'q', value: 'mine' }],
    });
    expect(await ok(composer.call<Row>('get-api', { id }))).toMatchObject({ auth: { credentials: { name: 'X-Key', value: { $secret: true } } } });
    const { secret } = (await secretOf('composerEndpoints', a.id, '/auth/credentials/token')) as { secret: string };
    expect(secret).toBe('canary-token');
  });

  it('shows conflicts with all three sides, skips them unless told otherwise, and shows no secret', async () => {
    const id = await imported();
    await update(await endpointOf(id, '/a'), { name: 'Mine' });
    await ok(composer.call('update-api', { id, auth: { type: 'api_key', credentials: { name: 'X-Key', value: 'canary-secret', in: 'header' } } }));
    const bearer = documentOf({ '/a': { get: operation('a', { summary: 'Theirs', description: 'More' }) } }, { components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } } });
    const seen = await preview(id, bearer);
    expect(JSON.stringify(seen)).not.toContain('canary-secret');
    expect(seen.changes.find(({ key }) => key === 'a')).toMatchObject({
      kind: 'conflict', fields: [{ field: 'name', base: 'Do a', theirs: 'Theirs', ours: 'Mine', conflict: true }, { field: 'description', theirs: 'More', conflict: false }],
    });
    expect(kindsOf(seen).slice(0, 2)).toEqual(['conflict #api', 'conflict a']);
    await apply(id, { document: bearer, others: 'skip', decisions: [{ key: 'a', accept: true }] });
    expect(await endpointOf(id, '/a')).toMatchObject({ name: 'Mine', description: 'More' });
    expect(await ok(composer.call<Row>('get-api', { id }))).toMatchObject({ auth: { type: 'api_key' } });
    expect(kindsOf(await preview(id, bearer))).toEqual(['conflict #api', 'removed b', 'removed c']);
  });

  it('is not taken in where the API was changed since it was looked at', async () => {
    const id = await imported();
    const { version } = await preview(id);
    await update(await endpointOf(id, '/a'), { name: 'Changed meanwhile' });
    expect(await composer.call('apply-openapi-sync', { id, document: after, version })).toMatchObject({ status: 409, error: expect.stringContaining('Look at them again') as string });
    expect(await endpointOf(id, '/a')).toMatchObject({ name: 'Changed meanwhile' });
  });

  it('knows of an API that was made by hand only that it differs', async () => {
    const { id } = await ok(composer.call<Row>('create-api', { name: 'Mine', server_url: 'https://mine.example' }));
    await ok(composer.call('create-endpoint', { api_id: id, method: 'GET', path: '/a', name: 'My a' }));
    const seen = await preview(id);
    expect(seen.has_base).toBe(false);
    expect(kindsOf(seen)).toEqual(['conflict #api', 'conflict a', 'added c', 'added d']);
    expect((await apply(id))['added']).toBe(2);
    expect((await rowsOf(id)).map(({ name }) => name)).toEqual(['My a', 'C anew', 'Do d']);
  });

  it('goes with its API', async () => {
    const id = await imported();
    await apply(id);
    await composer.call('delete-api', { id });
    expect((await composer.call('preview-openapi-sync', { id, document: after })).status).toBe(404);
    expect((await composer.call('undo-openapi-sync', { id })).status).toBe(404);
  });

  it('is known to a copy of its API, too', async () => {
    const copy = await ok(composer.call<Row>('clone-api', { id: await imported() }));
    const seen = await preview(copy.id);
    expect(seen).toMatchObject({ has_base: true, counts: { added: 1, changed: 2, removed: 1, conflict: 0 } });
    await apply(copy.id);
    expect((await rowsOf(copy.id)).map(({ name }) => name)).toEqual(['A anew', 'C anew', 'Do d']);
  });

  it('runs as a job whose result is the same', async () => {
    const id = await imported();
    const { job_id } = await ok(composer.call<{ job_id: string }>('preview-openapi-sync', { id, document: after, async: true }));
    const job = await jobEnded(job_id);
    expect(job).toMatchObject({ state: 'success', result: { counts: { added: 1 } } });
  });
});

describe('undoing a sync', () => {
  it('puts every row back exactly as it was, secrets and order included', async () => {
    const id = await imported();
    const b = await endpointOf(id, '/b');
    await update(b, { auth: { type: 'bearer_token', credentials: { token: 'canary-b' } } });
    const [untouched, api] = [await rowsOf(id), await ok(composer.call<Row>('get-api', { id }))];
    const { sync_id } = await apply(id, { decisions: [{ key: 'b', accept: true }] });
    expect(await rowsOf(id)).not.toEqual(untouched);
    expect((await preview(id)).last_sync).toMatchObject({ sync_id, counts: { added: 1, changed: 2, removed: 1 } });
    expect(await undo(id, { sync_id })).toEqual({ sync_id, restored: 4, kept: [] });
    expect(await rowsOf(id)).toEqual(untouched);
    expect(await ok(composer.call<Row>('get-api', { id }))).toEqual(api);
    expect(await secretOf('composerEndpoints', b.id, '/auth/credentials/token')).toMatchObject({ secret: 'canary-b' });
    // The document of before is the base again.
    expect(kindsOf(await preview(id))).toEqual(['changed a', 'changed c', 'added d', 'conflict b']);
  });

  it('leaves what was edited since, and says which', async () => {
    const id = await imported();
    await apply(id);
    await update(await endpointOf(id, '/a'), { name: 'Edited since' });
    await ok(composer.call('delete-endpoint', { id: (await endpointOf(id, '/d')).id }));
    const { restored, kept } = await undo(id);
    expect(restored).toBe(2);
    expect(kept.map(({ why }) => why).toSorted()).toEqual(['It was deleted since.', 'It was edited since.']);
    expect(kept.find(({ why }) => why === 'It was edited since.')).toMatchObject({ name: 'Edited since' });
    expect((await rowsOf(id)).map(({ path, name }) => [path, name])).toEqual([['/a', 'Edited since'], ['/b', 'Do b'], ['/c', 'Do c']]);
  });

  it('goes back one sync at a time, and no further than there are any', async () => {
    const id = await imported();
    const first = await apply(id);
    const second = await apply(id, { document: before });
    expect(new Set((await rowsOf(id)).map(({ name }) => name))).toEqual(new Set(['Do a', 'Do b', 'Do c']));
    expect((await composer.call('undo-openapi-sync', { id, sync_id: first.sync_id })).status).toBe(409);
    await undo(id, { sync_id: second.sync_id });
    expect((await rowsOf(id)).map(({ name }) => name)).toEqual(['A anew', 'C anew', 'Do d']);
    await undo(id);
    expect((await rowsOf(id)).map(({ name }) => name)).toEqual(['Do a', 'Do b', 'Do c']);
    expect(await composer.call('undo-openapi-sync', { id })).toMatchObject({ status: 400, error: 'There is no sync of this API to undo.' });
  });
});

async function jobEnded(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await composer.get(`/api/jobs/${id}`);
    if (body['state'] !== 'running') return body;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function secretOf(group: string, id: string, path: string): Promise<unknown> {
  return (await composer.post('/api/secrets/reveal', { group, id, path })).body;
}
