import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures/with-target.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { apisPage } from './pages/apis-page.ts';
import { composerPage } from './pages/composer-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

// Each goes the whole way of one task, which is long on a slow machine.
test.describe.configure({ timeout: 240_000 });

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly object[];
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const limit = (description: string) => ({ name: 'limit', in: 'query', description, schema: { type: 'integer' } });

const first: Paths = {
  '/pets': { get: { summary: 'List pets', parameters: [limit('How many')] }, post: { summary: 'Add a pet' } },
  '/pets/{id}': { get: { summary: 'Get a pet' }, delete: { summary: 'Remove a pet' } },
};

const documentOf = (origin: string, paths: Paths, title = 'Pets') => JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, servers: [{ url: `${origin}/v1` }], paths });

test('imports what other tools export, says what kind it is before it is sent, and lists what could not be carried over [C-111]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  await startHere(page);
  await shell(page).openArea('APIs');
  await expect(apis.importButton).toBeVisible();
  await page.keyboard.press('i');
  const document = apis.dialog.getByLabel('Or paste the document');
  await document.fill(`curl -X POST '${target.origin}/v1/pets' -H 'X-API-Key: k' -d '{"name":"Rex"}'`);
  await expect(apis.dialog.getByRole('status')).toContainText('cURL');
  await document.fill(documentOf(target.origin, first));
  await expect(apis.dialog.getByRole('status')).toContainText('OpenAPI 3.1');
  const postman = {
    info: { name: 'Kennel', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      { name: 'All dogs', request: { method: 'GET', url: `${target.origin}/v1/dogs` }, event: [{ listen: 'test', script: { exec: ['pm.test("x")'] } }] },
      { name: 'All cats', request: { method: 'GET', url: 'http://cats.example.com/cats' } },
    ],
  };
  await document.fill(JSON.stringify(postman));
  await expect(apis.dialog.getByRole('status')).toContainText('Postman collection 2.1');
  await expectAccessible(page, 'an import with its kind');
  await apis.dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(apis.dialog.getByRole('status')).toContainText('2 APIs, 2 endpoints');
  await expect(apis.dialog.getByRole('region', { name: 'Problems of the document' })).toContainText('script');
  await expectAccessible(page, 'the result of an import of a collection');
  await apis.dialog.getByRole('button', { name: 'Open the first API' }).click();
  await expect(apis.line('All dogs')).toBeVisible();
});

test('clones an API, exports it without its secret, and switches all its endpoints off and on [C-110][C-112][C-123][C-124]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const composer = composerPage(page);
  const { toasts } = shell(page);
  await startHere(page);
  await apis.importText(documentOf(target.origin, first));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Authentication' }).selectOption('Bearer token');
  await page.getByRole('textbox', { name: 'Token' }).fill(target.key);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('main').getByRole('button', { name: 'Export', exact: true })).toBeVisible();

  for (const [format, file] of [['OpenAPI 3.1, YAML', /\.ya?ml$/], ['Postman collection 2.1', /postman_collection\.json$/], ['cURL commands', /\.sh$/]] as const) {
    await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click();
    await composer.dialog.getByRole('radio', { name: format }).check({ force: true });
    const downloading = page.waitForEvent('download');
    await composer.dialog.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(file);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('/pets');
    expect(text).not.toContain(target.key);
    await expect(composer.dialog.getByRole('status')).toBeVisible();
    if (format.startsWith('Postman')) await expectAccessible(page, 'an export');
    await composer.dialog.getByRole('button', { name: 'Close' }).last().click();
  }

  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click();
  await composer.dialog.getByRole('radio', { name: 'Bruno collection' }).check({ force: true });
  const zipped = page.waitForEvent('download');
  await composer.dialog.getByRole('button', { name: 'Download' }).click();
  const zip = await zipped;
  expect(zip.suggestedFilename()).toBe('Pets.bruno.zip');
  const collection = readFileSync(await zip.path());
  expect(Object.keys(unzipSync(collection))).toEqual(expect.arrayContaining(['bruno.json', 'collection.bru', 'List pets.bru']));
  await expectAccessible(page, 'an export as a zip');
  await composer.dialog.getByRole('button', { name: 'Close' }).last().click();

  await composer.tab('Endpoints').click();
  await composer.more('Disable all endpoints');
  await expect(composer.dialog).toContainText('nothing can run them');
  await composer.dialog.getByRole('button', { name: 'Disable 4 endpoints' }).click();
  await expect(composer.dialog).toContainText('4 disabled, 0 failed');
  await composer.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(apis.line('Disabled')).toHaveCount(4);
  await composer.more('Enable all endpoints');
  await composer.dialog.getByRole('button', { name: 'Enable 4 endpoints' }).click();
  await composer.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(apis.line('Enabled')).toHaveCount(4);

  await composer.more('Clone');
  await toasts.filter({ hasText: 'Pets (copy)' }).getByRole('button', { name: 'Open' }).click();
  await expect(shell(page).title).toHaveText('Pets (copy)');
  await composer.tab('Endpoints').click();
  await expect(apis.lines).toHaveCount(4);

  await shell(page).openArea('APIs');
  await apis.importButton.click();
  await apis.dialog.getByLabel('File', { exact: true }).setInputFiles({ name: 'Pets.bruno.zip', mimeType: 'application/zip', buffer: collection });
  await expect(apis.dialog.getByRole('status')).toContainText('Bruno, as a zip');
  await apis.dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(apis.dialog.getByRole('status')).toContainText('4 endpoints', { timeout: 30_000 });
});

test('syncs with a new document by keyboard: what is accepted is taken, edits here stay, and an undo brings all of it back [C-111]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const composer = composerPage(page);
  await startHere(page);
  await apis.importText(documentOf(target.origin, first));
  await apis.line('Add a pet').getByRole('switch', { name: /^Enabled/ }).click();
  await expect(apis.line('Add a pet')).toContainText('Disabled');
  // Edited here, and otherwise in the new document.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name (required)' }).fill('Our pets');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(shell(page).title).toHaveText('Our pets');

  const second: Paths = {
    '/pets': { get: { summary: 'List all pets', parameters: [limit('At most')] }, post: { summary: 'Add one pet' } },
    '/pets/{id}': { get: { summary: 'Get a pet' } },
    '/owners': { get: { summary: 'List owners' } },
  };
  await composer.compare(documentOf(target.origin, second, 'All pets'));
  await expect(composer.changes).toHaveCount(5);
  await expect(composer.change('The API itself')).toContainText('Conflict');
  await expect(composer.change('The API itself')).toContainText('Skip');
  for (const side of ['Pets', 'All pets', 'Our pets']) await expect(composer.changeDetail.getByRole('cell', { name: side, exact: true })).toBeVisible();
  await expectAccessible(page, 'the review of a sync');

  // One by one: the API's own name stays, of the others all but one are taken.
  await composer.changes.first().click();
  await page.keyboard.press('j');
  await expect(composer.changeDetail).toContainText('Parameter limit (query)');
  await expect(composer.changeDetail).toContainText('At most');
  await page.keyboard.press('a');
  await expect(composer.change(/POST/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('s');
  await expect(composer.change(/POST/)).toContainText('Skip');
  await page.keyboard.press('k');
  await expect(composer.change(/POST/)).toHaveAttribute('aria-selected', 'true');
  await expect(composer.apply).toHaveText('Apply 3');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Synced' })).toContainText('1 added, 1 changed, 1 removed, 2 skipped');
  await expectAccessible(page, 'a sync that was applied');

  await composer.tab('Endpoints').click();
  await expect(apis.lines).toHaveCount(4);
  await expect(apis.line('Add a pet')).toContainText('Disabled');
  await expect(apis.line('List owners')).toBeVisible();
  await expect(apis.line('List all pets')).toBeVisible();
  await expect(shell(page).title).toHaveText('Our pets');

  await composer.tab('Sync').click();
  await page.getByRole('button', { name: 'Undo the last sync' }).click();
  await expect(composer.dialog).toContainText('What was edited after it stays as it is');
  await expectAccessible(page, 'the undo of a sync');
  await composer.dialog.getByRole('button', { name: 'Undo the sync' }).click();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Undone' })).toBeVisible();
  await composer.tab('Endpoints').click();
  await expect(apis.line('List owners')).toHaveCount(0);
  await expect(apis.line('Remove a pet')).toBeVisible();
  await expect(apis.line('List pets')).toBeVisible();
});

test('shows how an API is used by day and by endpoint, as charts and as a table, and whether it could run, also offline [C-113][C-114][C-115]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const composer = composerPage(page);
  const main = page.getByRole('main');
  await startHere(page);
  await apis.importText(documentOf(target.origin, first));
  await composer.tab('Analytics').click();
  await expect(main).toContainText('Nothing ran in this range');
  await composer.tab('Endpoints').click();
  await apis.line('List pets').getByRole('link').click();
  // The server wants a key that it does not get: an error, too, is counted.
  await apis.send.click();
  await expect(apis.figures).toContainText('401');
  await page.goBack();
  await composer.tab('Analytics').click();
  await expect(main.getByRole('img', { name: /Requests by day: 1 in \d+ days, 1 of them errors/ })).toBeVisible();
  await expect(main.getByRole('img', { name: /Duration by day: slowest on/ })).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: '/pets' })).toContainText('100 %');
  await expectAccessible(page, 'analytics as charts');
  await main.getByText('Table', { exact: true }).click();
  await expect(main.getByRole('table', { name: 'Requests and durations by day' }).getByRole('row').nth(1)).toContainText('100 %');
  await expectAccessible(page, 'analytics as a table');

  await main.getByRole('combobox', { name: 'Range' }).selectOption('Other days');
  await expect(main).toContainText('Choose the first and the last day');
  await main.getByLabel('First day').fill('2020-02-01');
  await main.getByLabel('Last day').fill('2020-02-29');
  await expect(main).toContainText('Nothing ran in this range');
  await main.getByRole('combobox', { name: 'Range' }).selectOption('Last 30 days');
  await expect(main.getByRole('row').filter({ hasText: '/pets' })).toContainText('100 %');

  await composer.tab('Health').click();
  await expect(main.getByRole('row').filter({ hasText: 'Storage' })).toContainText('Works');
  await main.getByRole('button', { name: 'Reload configuration' }).click();
  await expect(main.getByRole('status')).toContainText('Read: APIs 1, endpoints 4, composer workflows 0');
  await expectAccessible(page, 'the health of the composer');

  await composer.tab('Analytics').click();
  await expect(main.getByRole('table').first()).toBeVisible();
  const mend = app.cutPlatform();
  await expect(main.getByText(/^As of/).first()).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: '/pets' })).toContainText('100 %');
  mend();
});

test('writes an endpoint’s request as code in each language, without its secret', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const { dialog } = composerPage(page);
  await startHere(page);
  await apis.importText(documentOf(target.origin, first));
  await apis.line('Get a pet').getByRole('link').click();
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  for (const [language, sign] of [['cURL', 'curl'], ['JavaScript (fetch)', 'fetch('], ['JavaScript (axios)', 'axios'], ['Python', 'import'], ['Go', 'package main']] as const) {
    await dialog.getByText(language, { exact: true }).click();
    const code = dialog.getByRole('textbox', { name: `The request in ${language}` });
    await expect(code).toContainText(sign);
    await expect(code).toContainText('/v1/pets/');
  }
  await expectAccessible(page, 'code for a request');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(shell(page).toasts).toContainText(/Go copied|The clipboard cannot be written/);
});

test('draws up a composer workflow in its form, says what is wrong at its place, runs it node by node, and pins a result [C-127…C-130][C-133][C-134][C-136]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const composer = composerPage(page);
  const main = page.getByRole('main');
  await startHere(page);
  await apis.importText(documentOf(target.origin, { ...first, '/hang': { get: { summary: 'Never answer' } } }));
  await shell(page).open({ area: 'apis', label: 'Composer workflows' });
  await main.getByRole('button', { name: 'New composer workflow' }).click();
  await main.getByRole('textbox', { name: 'Name (required)' }).fill('Two pets');
  await page.keyboard.press('ControlOrMeta+s');
  await composer.tab('Definition').click();
  await expectAccessible(page, 'a workflow without nodes');
  await main.getByRole('button', { name: 'Add a node' }).click();
  await main.getByRole('button', { name: 'Add a node' }).click();
  const node = (name: string) => main.getByRole('group', { name: `Node ${name}`, exact: true });
  const choose = async (name: string, endpoint: string) => {
    await node(name).getByRole('combobox', { name: 'Endpoint' }).fill(endpoint);
    await node(name).getByRole('option', { name: endpoint }).click();
  };
  await choose('node1', 'List pets');
  await node('node2').getByRole('checkbox', { name: 'node1' }).check({ force: true });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(node('node2')).toContainText('The node’s endpoint is required');
  await expectAccessible(page, 'a workflow with a fault');
  await choose('node2', 'Get a pet');
  await node('node1').getByRole('textbox', { name: 'ID' }).fill('list');
  await node('node2').getByText('What it sends').click();
  const variables = node('node2').getByRole('group', { name: 'Path variables of node2' });
  await variables.getByRole('textbox', { name: 'Name of new path variable' }).fill('id');
  await variables.getByRole('textbox', { name: 'Value of id' }).fill('=$string(input.id)');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(shell(page).toasts.filter({ hasText: 'Workflow saved' })).toBeVisible();
  // Both views write the same text.
  await main.getByRole('radio', { name: 'JSON', exact: true }).click();
  await expect(main.getByRole('textbox', { name: 'Definition as JSON' })).toContainText('"$jsonata": "$string(input.id)"');
  await expect(main.getByRole('textbox', { name: 'Definition as JSON' })).toContainText('"source": "list"');

  await composer.tab('Run').click();
  const input = main.getByRole('textbox', { name: 'Input as JSON' });
  await input.fill('{"id": 7');
  await expect(main.getByRole('alert')).toContainText('is expected');
  await input.fill('{"id": 7}');
  await page.keyboard.press('ControlOrMeta+Enter');
  const results = main.getByRole('table', { name: 'Results of the nodes' });
  // The server wants a key that it does not get: the first node fails, the second never begins.
  await expect(results.getByRole('row').filter({ hasText: 'list' })).toContainText('Failed');
  await expect(results.getByRole('row').filter({ hasText: 'node2' })).toContainText(/Upstream failed|Not run/);
  await expectAccessible(page, 'a run of a workflow that failed');

  await composer.tab('Definition').click();
  await main.getByRole('radio', { name: 'Form', exact: true }).click();
  await node('list').getByRole('combobox', { name: 'If it fails' }).selectOption('go on with what follows');
  const headers = node('node2').getByRole('group', { name: 'Headers of node2' });
  await headers.getByRole('textbox', { name: 'Name of new header' }).fill('X-API-Key');
  await headers.getByRole('textbox', { name: 'Value of X-API-Key' }).fill(target.key);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(main.getByRole('button', { name: 'Save definition' })).toHaveAttribute('aria-disabled', 'true');
  await composer.tab('Run').click();
  await main.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(results.getByRole('row').filter({ hasText: 'node2' })).toContainText('200 OK');
  expect(target.seen.map(({ url }) => url)).toEqual(['/v1/pets', '/v1/pets', '/v1/pets/7']);
  await results.getByRole('button', { name: 'node2', exact: true }).click();
  await expect(main.getByRole('region', { name: 'Answer of node2' })).toContainText('Rex');
  await expectAccessible(page, 'a run of a workflow');

  // What is pinned is not called again.
  await results.getByRole('button', { name: 'Pin node2' }).click();
  await main.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(results.getByRole('row').filter({ hasText: 'node2' })).toContainText('Pinned');
  await expect.poll(() => target.seen.map(({ url }) => url)).toEqual(['/v1/pets', '/v1/pets', '/v1/pets/7', '/v1/pets']);
  await main.getByRole('list', { name: 'Earlier runs' }).getByRole('button').nth(1).click();
  await expect(results.getByRole('row').filter({ hasText: 'node2' })).toContainText('Success');
  await results.getByRole('row').filter({ hasText: 'node2' }).getByRole('link', { name: 'Show' }).click();
  await expect(apis.figures).toContainText('200 OK');

  // What hangs can be given up.
  await page.goBack();
  await composer.tab('Definition').click();
  await main.getByRole('button', { name: 'Add a node' }).click();
  await choose('node3', 'Never answer');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(main.getByRole('button', { name: 'Save definition' })).toHaveAttribute('aria-disabled', 'true');
  await composer.tab('Run').click();
  await main.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(results.getByRole('row').filter({ hasText: 'node3' })).toContainText('Running');
  await main.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(results.getByRole('row').filter({ hasText: 'node3' })).toContainText('Cancelled');
  await expect(main.getByRole('status', { name: 'The run' })).toContainText('Cancelled');
});
