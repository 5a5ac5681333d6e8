import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember, secondTenant, startTestPlatform, type TestPlatform } from '../platform/platform.ts';
import { dataOf, odd, recipesOf } from './recipes.ts';

let platform: TestPlatform;
let recipes: ReturnType<typeof recipesOf>;
beforeAll(async () => {
  platform = await startTestPlatform();
  recipes = recipesOf(platform);
});
afterAll(() => platform[Symbol.asyncDispose]());

describe('versions of a recipe', () => {
  it('keeps as many as are saved, lists them without graphs, the newest first, and reads each as it was [N-068][C-092][C-093]', async () => {
    const id = await recipes.make();
    for (let number = 1; number <= 100; number += 1) await recipes.save(id, { nodes: [...odd.nodes, { id: `n${number}` }], note: `note ${number}` });
    const listed = await recipes.versions(id);
    expect(listed.map(({ version }) => version)).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
    expect(listed[0]).toEqual({
      version_id: expect.any(String) as string, workflow_id: id, version: 100, version_tag: null, note: 'note 100', node_count: 4, edge_count: 2,
      crt_user: expect.any(String) as string, crt_date: expect.stringMatching(/^\d{4}-/) as string,
    });
    const seventh = listed.find(({ version }) => version === 7)!;
    expect(dataOf(await recipes.one(id, seventh.version_id))).toEqual({ ...seventh, nodes: [...odd.nodes, { id: 'n7' }], edges: odd.edges });
    expect(await recipes.latest(id)).toMatchObject({ version: 100, nodes: [...odd.nodes, { id: 'n100' }] });
    expect((await recipes.one(id, 'nope')).status).toBe(404);
  });

  it('shows the graph of the latest version as the recipe’s own, with unknown kinds of nodes and edges that lead nowhere as they came', async () => {
    const id = await recipes.make({ nodes: [], edges: [] });
    const saved = await recipes.save(id);
    expect(await recipes.read(id)).toMatchObject({ ...odd, version_id: saved.version_id, version: 1 });
    expect(await recipes.latest(id)).toMatchObject(odd);
  });

  it('makes a version of every change to a graph that has versions, however it comes', async () => {
    const id = await recipes.make();
    await recipes.put(id, { nodes: [], edges: [] });
    expect(await recipes.versions(id)).toEqual([]);
    await recipes.save(id);
    await recipes.put(id, { nodes: [{ id: 'only' }], name: 'Renamed' });
    expect(await recipes.versions(id)).toMatchObject([{ version: 2, note: 'Saved without a version', node_count: 1, edge_count: 2 }, { version: 1 }]);
    expect(await recipes.read(id)).toMatchObject({ name: 'Renamed', nodes: [{ id: 'only' }], edges: odd.edges, version: 2 });
    await recipes.put(id, { description: 'Said more', nodes: [{ id: 'only' }] });
    expect(await recipes.versions(id)).toHaveLength(2);
    await platform.call('POST', '/api/workflow/node/edges', { flowId: id, edges: [] });
    expect(await recipes.versions(id)).toMatchObject([{ version: 3, edge_count: 0 }, {}, {}]);
  });

  it('refuses to write over what somebody else saved meanwhile, and says which version that is [C-092]', async () => {
    const id = await recipes.make();
    expect(await recipes.save(id, { base_version_id: null })).toMatchObject({ version: 1 });
    const { version_id: base } = await recipes.latest(id);
    const both = await Promise.all(['one', 'other'].map((name) => recipes.version('create', { workflow_id: id, nodes: [{ id: name }], edges: [], base_version_id: base })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { version_id: latest } = await recipes.latest(id);
    expect(both.find(({ status }) => status === 409)!.body).toEqual({
      error: expect.stringMatching(/^This workflow changed since it was opened: version 2 .* Merge your changes/) as string, details: { latest_version_id: latest },
    });
    for (const stale of [base, null, 'nope']) {
      expect((await recipes.put(id, { nodes: [], base_version_id: stale })).status).toBe(409);
      expect((await recipes.version('restore', { workflow_id: id, version_id: base, base_version_id: stale })).status).toBe(409);
    }
    expect(await recipes.versions(id)).toHaveLength(2);
    expect((await recipes.put(id, { nodes: [], base_version_id: latest })).status).toBe(200);
    expect(await recipes.read(id)).not.toHaveProperty('base_version_id');
  });

  it('gives every one of many writers a number of its own, and lets one of those win that edited the same version', async () => {
    const id = await recipes.make();
    await Promise.all(Array.from({ length: 20 }, () => recipes.save(id)));
    const listed = await recipes.versions(id);
    expect(new Set(listed.map(({ version }) => version)).size).toBe(20);
    const base_version_id = listed[0]!.version_id;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => recipes.version('create', { workflow_id: id, nodes: [{ id: `w${index}` }], edges: [], base_version_id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await recipes.versions(id)).toHaveLength(21);
  });

  it('sets tag and note of a version and nothing else, and takes them away again', async () => {
    const id = await recipes.make();
    const { version_id, crt_date } = await recipes.save(id, { note: 'First' });
    const annotate = async (said: object) => dataOf(await recipes.version('annotate', { workflow_id: id, version_id, ...said }));
    expect(await annotate({ version_tag: 'stable' })).toMatchObject({ version_tag: 'stable', note: 'First', crt_date });
    expect(await annotate({ note: ' ' })).toMatchObject({ version_tag: 'stable', note: null });
    expect(await recipes.read(id)).toMatchObject({ version_tag: 'stable', ...odd });
    expect((await recipes.version('annotate', { workflow_id: id, version_id: 'nope', note: 'x' })).status).toBe(404);
  });

  it('restores an older version as a new one', async () => {
    const id = await recipes.make();
    const first = await recipes.save(id);
    await recipes.save(id, { nodes: [], edges: [] });
    expect(dataOf(await recipes.version('restore', { workflow_id: id, version_id: first.version_id }))).toMatchObject({ version: 3, note: 'Restored from version 1', ...odd });
    expect(await recipes.read(id)).toMatchObject(odd);
    expect(await recipes.versions(id)).toHaveLength(3);
  });

  it('is synced once a version was saved here, whatever a client claims [S-039]', async () => {
    const id = await recipes.make({ is_backend_synced: true, backend_sync_time: '2020-01-01T00:00:00Z' });
    expect(await recipes.read(id)).toMatchObject({ is_backend_synced: false, backend_sync_time: null });
    await recipes.put(id, { is_backend_synced: true });
    expect(await recipes.read(id)).toMatchObject({ is_backend_synced: false });
    await recipes.save(id, { version_tag: 'Initial version (cloned)' });
    expect(await recipes.read(id)).toMatchObject({ is_backend_synced: false, version: 1 });
    const { crt_date } = await recipes.save(id);
    expect(await recipes.read(id)).toMatchObject({ is_backend_synced: true, backend_sync_time: crt_date });
  });

  it('shows none of it to another tenant, and lets nobody change it who may only read [P-004][F-24]', async () => {
    const id = await recipes.make();
    const { version_id } = await recipes.save(id);
    const stranger = recipesOf(platform.as(await secondTenant(platform)));
    const answers = [
      await stranger.version('create', { workflow_id: id, ...odd }), await stranger.version('annotate', { workflow_id: id, version_id, note: 'x' }),
      await stranger.version('restore', { workflow_id: id, version_id }), await stranger.one(id, version_id), await stranger.put(id, { nodes: [] }), await stranger.exported(id),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    await expect(stranger.versions(id)).rejects.toThrow(/404: Not found: workflow recipe/);

    const viewer = recipesOf(await newMember(platform, 'viewer@example.com', 'viewer'));
    expect(await viewer.versions(id)).toHaveLength(1);
    expect((await viewer.exported(id)).status).toBe(200);
    for (const answer of [await viewer.version('create', { workflow_id: id, ...odd }), await viewer.version('annotate', { workflow_id: id, version_id }), await viewer.imported('{}')]) expect(answer.status).toBe(403);
  });

  it('goes with its recipe', async () => {
    const id = await recipes.make();
    const { version_id } = await recipes.save(id);
    await platform.call('DELETE', `/api/saas_db/workflow_recipes/${id}`);
    expect((await recipes.one(id, version_id)).status).toBe(404);
  });
});

describe('the image of a recipe', () => {
  const dot = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  it('is kept where it is a picture, and refused with the reason where it could be more [F-14]', async () => {
    const id = await recipes.make({ recipe_image: dot });
    const refused = await recipes.put(id, { recipe_image: 'data:image/svg+xml;base64,PHN2Zz4=' });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(/can hold script/) as string, details: [{ path: ['recipe_image'] }] } });
    expect(await recipes.read(id)).toMatchObject({ recipe_image: dot });
    expect((await recipes.put(id, { recipe_image: '' })).status).toBe(200);
    const made = await platform.call('POST', '/api/saas_db/workflow_recipes', { ...platform.scope, name: 'x', recipe_image: 'https://example.com/x.png' });
    expect(made.status).toBe(400);
  });
});

describe('a recipe as a file', () => {
  it('holds the recipe with all its versions, its image and what its nodes keep, and comes back as a recipe of its own', async () => {
    const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const id = await recipes.make({ name: 'Größe/../x', description: 'd', recipe_image: dot, default_args: { a: 1 }, of_a_newer_one: { kept: [1] } });
    const { version_id } = await recipes.save(id, { version_tag: 'one', note: 'first' });
    await recipes.save(id, { nodes: [{ id: 'two' }] });
    const keep = (fields: object) => platform.call('POST', '/api/workflow/node/metadata/store', { workflow_id: id, node_id: 'odd', ...fields });
    await keep({ data: { seen: 1 } });
    await keep({ data: 'of one', version_id });
    expect((await keep({ data: 'of none', version_id: 'nope' })).status).toBe(404);
    const { file_name, text } = dataOf(await recipes.exported(id)) as { file_name: string; text: string };
    expect(file_name).toBe('Größe_.._x.recipe.json');
    for (const own of [id, platform.scope.tenant_id, platform.scope.environment_id]) expect(text).not.toContain(own);

    const made = dataOf(await recipes.imported(text, { name: 'Copy' })) as { id: string; versions: number; problems: unknown[] };
    expect(made).toEqual({ id: expect.any(String) as string, versions: 2, problems: [] });
    expect(await recipes.read(made.id)).toMatchObject({
      name: 'Copy', description: 'd', recipe_image: dot, default_args: { a: 1 }, of_a_newer_one: { kept: [1] }, nodes: [{ id: 'two' }], edges: odd.edges,
      is_backend_synced: false, backend_sync_time: null, version: 2, environment_id: platform.scope.environment_id,
    });
    const [second, first] = await recipes.versions(made.id);
    expect([second, first]).toMatchObject([{ version: 2, version_tag: null }, { version: 1, version_tag: 'one', note: 'first' }]);
    expect(dataOf(await recipes.one(made.id, first!.version_id))).toMatchObject(odd);
    const kept = async (of: object) => dataOf(await platform.call('POST', '/api/workflow/node/metadata/all', { workflow_id: made.id, ...of }));
    expect(await kept({})).toMatchObject([{ node_id: 'odd', data: { seen: 1 } }]);
    expect(await kept({ version_id: first!.version_id })).toMatchObject([{ node_id: 'odd', data: 'of one' }]);

    const latest = dataOf(await recipes.exported(id, { versions: 'latest' })) as { text: string };
    const alone = dataOf(await recipes.imported(latest.text)) as { id: string };
    expect(await recipes.versions(alone.id)).toMatchObject([{ version: 2, node_count: 1 }]);
  });

  it('is encrypted where the recipe has a pass phrase, which is never shown, and keeps it protected where it comes back', async () => {
    const id = await recipes.make({ name: 'Secret sauce', pass_phrase: 'open sesame' });
    await recipes.save(id);
    expect(JSON.stringify(await recipes.read(id))).not.toContain('open sesame');
    const { text } = dataOf(await recipes.exported(id)) as { text: string };
    expect(text).not.toMatch(/Secret sauce|open sesame|from_the_future/);
    expect(await recipes.exported(id, { pass_phrase: 'open sesame' })).toMatchObject({ status: 400, body: { error: expect.stringMatching(/Leave the field empty/) as string } });

    const problem = async (fields: object) => (await recipes.imported(text, fields as Record<string, unknown>)).body;
    expect(await problem({})).toMatchObject({ error: expect.stringMatching(/^The file is encrypted/) as string, details: [{ path: ['pass_phrase'] }] });
    expect(await problem({ pass_phrase: 'open barley' })).toMatchObject({ error: expect.stringMatching(/^The pass phrase is wrong/) as string });
    const made = dataOf(await recipes.imported(text, { pass_phrase: 'open sesame' })) as { id: string };
    expect(await recipes.read(made.id)).toMatchObject({ ...odd, name: 'Secret sauce', pass_phrase: { $secret: true } });
    expect(dataOf(await recipes.exported(made.id))).toMatchObject({ text: expect.stringContaining('scrypt') as string });
  });

  it('is encrypted with a phrase for this once, too, which does not stay with the recipe', async () => {
    const id = await recipes.make();
    const { text } = dataOf(await recipes.exported(id, { pass_phrase: 'just once' })) as { text: string };
    const made = dataOf(await recipes.imported(text, { pass_phrase: 'just once' })) as { id: string };
    expect((await recipes.read(made.id))['pass_phrase'] ?? null).toBeNull();
  });

  it('leaves credentials that were typed into nodes out of a file in clear, and says which; an encrypted one holds them [F-20]', async () => {
    const headers = { Authorization: 'Bearer canary-1', 'X-Api-Key': '{{ input.key }}', Accept: 'text/plain' };
    const nodes = [{ id: 'call', type: 'http', data: { label: 'Call', url: 'https://example.com', headers, body: { password: 'canary-2', max_tokens: 5 } } }];
    const id = await recipes.make({ nodes: [], edges: [] });
    await recipes.save(id, { nodes, edges: [] });
    await recipes.save(id, { nodes: [...nodes, { id: 'end', type: 'end' }], edges: [] });
    const clear = dataOf(await recipes.exported(id)) as { text: string; problems: { where: string; message: string }[] };
    expect(clear.text).not.toContain('canary');
    expect(clear.problems.map(({ where, message }) => [where, message.split(' ')[0]])).toEqual([['node Call', 'headers.Authorization'], ['node Call', 'body.password']]);
    const made = dataOf(await recipes.imported(clear.text)) as { id: string };
    expect((await recipes.read(made.id))['nodes']).toEqual([{ ...nodes[0], data: { ...nodes[0]!.data, headers: { 'X-Api-Key': headers['X-Api-Key'], Accept: headers.Accept }, body: { max_tokens: 5 } } }, { id: 'end', type: 'end' }]);

    const sealed = dataOf(await recipes.exported(id, { pass_phrase: 'just once' })) as { text: string; problems: unknown[] };
    expect(sealed.problems).toEqual([]);
    const whole = dataOf(await recipes.imported(sealed.text, { pass_phrase: 'just once' })) as { id: string };
    expect((await recipes.read(whole.id))['nodes']).toEqual([...nodes, { id: 'end', type: 'end' }]);
  });

  it('says what of a file was not taken, and makes nothing of one that cannot be read', async () => {
    const file = {
      format: 'trellis-recipe', version: 1, recipe: { name: 'Odd', id: 'mine', tenant_id: 'other', recipe_image: 'data:image/svg+xml;base64,PHN2Zz4=', pass_phrase: 'planted', is_backend_synced: true },
      versions: [{ version: 5, nodes: [], edges: [], more: 1, crt_date: 'never' }, { version: 2, nodes: [{ id: 'x' }], edges: [] }],
    };
    const made = dataOf(await recipes.imported(JSON.stringify(file))) as { id: string; problems: { where: string; message: string }[] };
    expect(made.problems.map(({ where }) => where)).toEqual(['recipe_image', 'versions', 'version 1']);
    const read = await recipes.read(made.id);
    expect(read).toMatchObject({ tenant_id: platform.scope.tenant_id, nodes: [{ id: 'x' }], is_backend_synced: false });
    expect(read['id']).not.toBe('mine');
    expect([read['recipe_image'], read['pass_phrase']]).toEqual([undefined, undefined]);
    expect(await recipes.versions(made.id)).toMatchObject([{ version: 2 }, { version: 1, crt_date: expect.stringMatching(/^\d{4}-/) as string }]);

    const before = (await platform.call('GET', `/api/saas_db/workflow_recipes?tenant_id=${platform.scope.tenant_id}`)).body['totalCount'];
    for (const text of ['PK', '{}', '{"format":"trellis-recipe","version":9}', '{"format":"trellis-recipe","version":1,"recipe":{"name":"x"},"versions":[{"version":0.5}]}']) {
      expect((await recipes.imported(text)).status).toBe(400);
    }
    expect((await platform.call('GET', `/api/saas_db/workflow_recipes?tenant_id=${platform.scope.tenant_id}`)).body['totalCount']).toBe(before);
  });
});
