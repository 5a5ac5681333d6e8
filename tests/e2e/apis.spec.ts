import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from './fixtures/app.ts';
import { keptDrafts } from './fixtures/kept-drafts.ts';
import { startTarget, type Target } from './fixtures/target.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { apisPage } from './pages/apis-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

const test = base.extend<{ target: Target }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are used from this pattern
  target: async ({}, use) => {
    const target = await startTarget();
    await use(target);
    await target.close();
  },
});

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Which pet.' };

const petsAt = (origin: string) => ({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: `${origin}/v1` }],
  components: { securitySchemes: { key: { type: 'apiKey', name: 'X-API-Key', in: 'header' } } },
  security: [{ key: [] }],
  paths: {
    '/pets/{id}': {
      get: { summary: 'Get a pet', parameters: [id, { name: 'fields', in: 'query', schema: { type: 'string' } }, { name: 'gone', in: 'nowhere' }] },
      put: { summary: 'Change a pet', parameters: [id], requestBody: { content: { 'application/json': { example: { name: 'Rex' } } } } },
    },
    '/pets': { get: { summary: 'List pets' }, post: { summary: 'Add a pet' } },
    '/hang': { get: { summary: 'Never answer' } },
  },
});

test('imports a document from a file, as YAML, with its problems, while its dialog is closed [C-111]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const { openArea, toasts } = shell(page);
  const folder = mkdtempSync(join(tmpdir(), 'trellis-e2e-document-'));
  const file = join(folder, 'pets.yaml');
  // JSON is YAML, too; a comment is not JSON.
  writeFileSync(file, `# Pets\n${JSON.stringify(petsAt(target.origin))}`);
  await startHere(page);
  await openArea('APIs');
  await expectAccessible(page, 'no APIs yet');
  await page.keyboard.press('i');
  await expect(apis.dialog).toBeVisible();
  await expectAccessible(page, 'the import');
  await apis.dialog.getByLabel('File', { exact: true }).setInputFiles(file);
  await apis.dialog.getByLabel('Name of the API').fill('Animals');
  // In one go, so that the import cannot end before its dialog is closed.
  await apis.dialog.evaluate((dialog) => {
    dialog.querySelector<HTMLElement>('button[type="submit"]')?.click();
    dialog.querySelector<HTMLElement>('[aria-label="Close"]')?.click();
  });
  await expect(apis.dialog).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Animals' })).toBeVisible();
  await toasts.filter({ hasText: 'Import Animals: 5 endpoints, 1 problem' }).getByRole('button', { name: 'Show' }).click();
  await expect(apis.dialog).toContainText('“gone” is in “nowhere”');
  await expect(apis.dialog).toContainText('#/paths/');
  await expectAccessible(page, 'the result of an import');
  await apis.dialog.getByRole('button', { name: 'Open API' }).click();
  await expect(apis.lines).toHaveCount(5);
  rmSync(folder, { recursive: true });
});

test('says what is wrong with a document that cannot be read, and keeps what was typed [C-111]', async ({ app }) => {
  const { page } = app;
  const apis = apisPage(page);
  await startHere(page);
  await shell(page).openArea('APIs');
  await apis.importButton.click();
  await apis.dialog.getByLabel('Or paste the document').fill('{"openapi": ');
  await apis.dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(apis.dialog.getByRole('alert')).toContainText('The document could not be imported');
  await apis.dialog.getByRole('button', { name: 'Choose another document' }).click();
  await expect(apis.dialog.getByLabel('Or paste the document')).toBeVisible();
});

test('runs an endpoint with an API key: placeholder, then result, kept for later and offline [S-011][E-073][E-071][C-126][C-132][C-135]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  await startHere(page);
  await apis.importText(JSON.stringify(petsAt(target.origin)));

  // The key is written once, and never shown again.
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(target.key);
  await expectAccessible(page, 'the form of an API');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('API key: stored')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Replace API key' })).toBeVisible();
  expect(await page.content()).not.toContain(target.key);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.getByRole('tab', { name: 'Endpoints' }).click();
  await apis.line('Get a pet').getByRole('link').click();
  await apis.parameter('id').fill('');
  await expect(apis.address).toContainText(`${target.origin}/v1/pets/{id}`);
  await expect(apis.address).toContainText('1 part has no value');
  await apis.send.click();
  await expect(apis.answer.getByRole('alert')).toContainText('The path variable “id” has no value');
  expect(target.seen).toEqual([]);

  await apis.parameter('id').fill('7/8');
  await apis.parameter('fields').fill('name');
  await expect(apis.address).toContainText('/pets/7%2F8?fields=name');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(apis.figures).toContainText('200 OK');
  await expect(apis.body).toContainText('"name": "Rex"');
  expect(target.seen).toMatchObject([{ method: 'GET', url: '/v1/pets/7%2F8?fields=name', headers: { 'x-api-key': target.key } }]);
  await expectAccessible(page, 'an endpoint with its answer');
  await apis.view('Headers').click();
  await expect(apis.answer).toContainText('application/json');
  await apis.view('Raw').click();
  await expect(apis.answer).toContainText('{"pet":{"name":"Rex"}');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(apis.save).toBeDisabled();

  // A run that hangs can be given up.
  await page.goBack();
  await apis.line('Never answer').getByRole('link').click();
  await apis.send.click();
  await expect(apis.figures).toContainText('0 Executing...');
  await expect.poll(() => target.seen.length).toBe(2);
  await apis.cancel.click();
  await expect(apis.figures).toContainText('Cancelled');
  await expect(apis.answer).toContainText('User requested cancellation');

  // The target is gone: a result of its own, which says what to do.
  await target.close();
  await apis.send.click();
  await expect(apis.figures).toContainText('500 Execution Error');
  await expect(apis.answer.getByRole('alert')).toContainText('Start the server, or correct the server address');
  await apis.view('History').click();
  await expect(apis.runs.first()).toContainText('500 Execution Error');
  await expectAccessible(page, 'the history of an endpoint');

  // Offline: what ran can be read, and sending says why not.
  await page.getByRole('button', { name: 'Pets', exact: true }).click();
  await apis.line('Get a pet').getByRole('link').click();
  await apis.view('History').click();
  await apis.runs.filter({ hasText: '200 OK' }).click();
  await apis.view('Pretty').click();
  await expect(apis.body).toContainText('"name": "Rex"');
  const mend = app.cutPlatform();
  await expect(apis.send).toBeDisabled();
  await expect(page.getByRole('main')).toContainText('The platform cannot be reached');
  await page.reload();
  await expect(apis.figures).toContainText('200 OK');
  await expect(apis.body).toContainText('"name": "Rex"');
  await apis.view('History').click();
  await expect(apis.runs.filter({ hasText: '200 OK' })).toHaveCount(1);
  mend();
});

test('keeps what is typed into a request through a restart of the app, and saves it with Ctrl+S', async ({ app, target }) => {
  const before = apisPage(app.page);
  await startHere(app.page);
  await before.importText(JSON.stringify(petsAt(target.origin)));
  await before.line('Change a pet').getByRole('link').click();
  await before.parameter('id').fill('12');
  await before.part('Headers').click();
  await app.page.getByLabel('Name of new header').fill('X-Trace');
  await app.page.getByLabel('Value of X-Trace').fill('on');
  await expect(app.page.getByText('kept as a draft')).toBeVisible();
  await app.page.getByRole('button', { name: 'Pets', exact: true }).click();
  await expect(before.lines).toHaveCount(5);

  await app.restart();
  const { page } = app;
  const apis = apisPage(page);
  await apis.line('Change a pet').getByRole('link').click();
  await expect(page.getByText('Your edits of last time')).toBeVisible();
  await expect(apis.parameter('id')).toHaveValue('12');
  await apis.part('Headers').click();
  await expect(page.getByLabel('Value of X-Trace')).toHaveValue('on');
  await apis.part('Auth').click();
  await page.getByRole('combobox', { name: 'Authentication' }).selectOption('Bearer token');
  await page.getByRole('textbox', { name: 'Token' }).fill('b');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(apis.save).toBeDisabled();
  await apis.send.click();
  await expect.poll(() => target.seen).toMatchObject([{ method: 'PUT', url: '/v1/pets/12', headers: { 'x-trace': 'on', authorization: 'Bearer b' }, body: expect.stringContaining('Rex') as unknown }]);
  // Its own key was not sent, so the target refuses: an answer like any other.
  await expect(apis.figures).toContainText('401 Unauthorized');
  await expect(page.getByRole('button', { name: 'Replace Token' })).toBeVisible();
});

test('filters endpoints, enables and disables them one by one and together, deletes, and makes one by hand, by keyboard alone [S-010][C-120…C-124]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const { toasts } = shell(page);
  await startHere(page);
  await apis.importText(JSON.stringify(petsAt(target.origin)));
  await expect(apis.lines).toHaveCount(5);
  await expectAccessible(page, 'the endpoints of an API');

  await page.keyboard.press('/');
  await page.keyboard.type('pets/');
  await expect(apis.lines).toHaveCount(2);
  await page.keyboard.press('Enter');
  await page.keyboard.press('t');
  await expect(apis.line('Get a pet')).toContainText('Disabled');
  await expect(toasts).toContainText('“Get a pet” disabled');
  await page.keyboard.press('Enter');
  await expect(apis.send).toBeDisabled();
  await expect(page.getByRole('main')).toContainText('This endpoint is disabled');
  await page.goBack();

  await page.keyboard.press('ControlOrMeta+a');
  await expect(apis.selected).toContainText('2 endpoints selected');
  await page.keyboard.press('t');
  await expect(apis.line('Enabled')).toHaveCount(2);
  await apis.selected.getByRole('button', { name: 'Disable' }).click();
  await expect(apis.line('Disabled')).toHaveCount(2);
  await toasts.filter({ hasText: '2 endpoints disabled' }).getByRole('button', { name: 'Undo' }).click();
  await expect(apis.line('Enabled')).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(apis.lines).toHaveCount(0);
  await toasts.filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(apis.lines).toHaveCount(2);

  await page.keyboard.press('n');
  await apis.dialog.getByLabel('Method and path').fill('/owners/:owner');
  await page.keyboard.press('Enter');
  await expect(apis.parameter('owner')).toBeVisible();
  await expect(apis.address).toContainText('/v1/owners/:owner');
});

const pet = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, kind: { type: 'string', enum: ['dog', 'cat'] } } };
const shopAt = (origin: string) => ({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: `${origin}/v1` }],
  paths: {
    '/pets/{id}': { put: { summary: 'Change a pet', description: 'All of its fields are replaced.', parameters: [id], requestBody: { content: { 'application/json': { schema: pet, example: {} } } }, responses: { 200: { description: 'The pet', content: { 'application/json': { schema: pet } } } } } },
    ...Object.fromEntries(['many', 'page', 'picture', 'moved', 'counted'].map((name) => [`/${name}`, { get: { summary: `Get ${name}` } }])),
  },
});

test('sends what is on the screen before it is saved: method, path, schema-aware JSON, form with a file, binary; edits outlive a crash [X-013][X-014][X-016][X-017]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  await startHere(page);
  await apis.importText(JSON.stringify(shopAt(target.origin)));
  await apis.line('Change a pet').getByRole('link').click();
  await apis.part('Docs').click();
  await expect(page.getByRole('main')).toContainText('All of its fields are replaced.');
  await expect(page.getByRole('main')).toContainText('string, one of dog, cat');
  await expectAccessible(page, 'the documentation of an endpoint');

  await apis.part('Body').click();
  const editor = page.getByRole('textbox', { name: 'Body', exact: true });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{"k');
  await page.getByRole('option', { name: '"kind"' }).click();
  await expect(editor).toContainText('{"kind": "dog"');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('{"kind": "cat"}');
  await apis.method.selectOption('PATCH');
  await apis.path.fill('/pets/');
  await page.keyboard.type('{i');
  await expect(page.getByRole('option', { name: 'id' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.type('/toys');
  await expect(apis.path).toHaveValue('/pets/{id}/toys');
  await apis.part('Params').click();
  await apis.parameter('id').fill('7');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => target.seen).toMatchObject([{ method: 'PATCH', url: '/v1/pets/7/toys', body: '{"kind": "cat"}' }]);
  await expect(apis.figures).toContainText('401');

  await apis.part('Body').click();
  await page.getByRole('combobox', { name: 'Body' }).selectOption('form-data');
  await page.getByLabel('Name of new field').fill('photo');
  await page.getByLabel('Kind of photo').selectOption('File');
  await page.getByLabel('File of photo').setInputFiles({ name: 'rex.txt', mimeType: 'text/plain', buffer: Buffer.from('a picture of Rex') });
  await page.getByLabel('Name of new field').fill('note');
  await page.getByLabel('Value of note').fill('good');
  await expectAccessible(page, 'a form with a file');
  await apis.send.click();
  await expect.poll(() => target.seen.length).toBe(2);
  expect(target.seen[1]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(target.seen[1]!.body).toMatch(/name="photo"; filename="rex.txt"[^]*a picture of Rex[^]*name="note"[^]*good/);
  await page.getByRole('combobox', { name: 'Body' }).selectOption('binary');
  await page.getByLabel('File of the body').setInputFiles({ name: 'x.bin', mimeType: 'application/x-thing', buffer: Buffer.from('bytes') });
  await apis.send.click();
  await expect.poll(() => target.seen[2]).toMatchObject({ headers: { 'content-type': 'application/x-thing' }, body: 'bytes' });
  await page.getByRole('combobox', { name: 'Body' }).selectOption('x-www-form-urlencoded');
  await page.getByLabel('Name of new field').fill('a b');
  await page.getByLabel('Value of a b').fill('c&d');
  await apis.send.click();
  await expect.poll(() => target.seen[3]?.body).toBe('a+b=c%26d');

  await apis.path.fill('/pets/{id}/bones');
  await expect.poll(() => keptDrafts(app.dataFolder)).toContain('/pets/{id}/bones');
  await app.crash();
  const after = apisPage(app.page);
  await expect(after.path).toHaveValue('/pets/{id}/bones');
  await expect(after.method).toHaveValue('PATCH');
});

test('shows an answer of megabytes, folds and searches it, and pages, pictures, cookies, hops and tests beside [S-011]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  await startHere(page);
  await apis.importText(JSON.stringify(shopAt(target.origin)));
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Shop', exact: true }).click();
    await apis.line(`Get ${name}`).getByRole('link').click();
    await apis.send.click();
    await expect(apis.figures).toContainText('200 OK');
  };
  await apis.line('Get many').getByRole('link').click();
  await apis.send.click();
  await expect(apis.body).toContainText('"name": "pet 0"');
  // Only what is in sight is on the page.
  expect(await apis.body.locator('.answer-row').count()).toBeLessThan(200);
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('pet 2999');
  await expect(apis.found).toContainText('1 of 11');
  await expect(apis.body).toContainText('"name": "pet 2999"');
  await page.keyboard.press('Enter');
  await expect(apis.found).toContainText('2 of 11');
  await expect(apis.body).toContainText('"name": "pet 29990"');
  await page.keyboard.press('Shift+Enter');
  await expect(apis.found).toContainText('1 of 11');
  await expect(page.getByText('items[2999].name')).toBeVisible();
  await expectAccessible(page, 'a large answer');
  await apis.answer.getByRole('button', { name: 'Fold all', exact: true }).click();
  await expect(apis.body).toContainText('"items": [ … ]');
  await apis.body.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(apis.body).toContainText('{ … },');
  const download = page.waitForEvent('download');
  await apis.answer.getByRole('button', { name: 'Save as a file' }).click();
  expect((await download).suggestedFilename()).toBe('many.json');
  await apis.view('Raw').click();
  await expect(apis.body).toContainText('{"items":[{"id":0,"name":"pet 0"');

  await open('page');
  await apis.view('Preview').click();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'A page' })).toHaveCSS('color', 'rgb(0, 128, 128)');
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
  await open('picture');
  await apis.view('Preview').click();
  await expect(apis.answer.getByRole('img', { name: 'What the server sent' })).toHaveJSProperty('naturalWidth', 10);
  expect(target.seen.map(({ url }) => url)).not.toContain('/leak.png');

  await open('moved');
  await apis.view('Cookies').click();
  await expect(apis.answer.getByRole('row', { name: 'session' })).toContainText('HttpOnly');
  await apis.view('Timing').click();
  await expect(apis.answer.getByRole('list', { name: 'Timing' }).locator('> li')).toHaveCount(2);
  await expectAccessible(page, 'where the time went');
  await apis.view('Wire').click();
  await expect(apis.answer).toContainText('GET /v1/moved HTTP/1.1 → HTTP/1.1 302 Found');

  await apis.part('Tests').click();
  for (const name of ['The status is 200', 'A value in the body']) {
    await page.getByRole('button', { name: 'Add a test' }).click();
    await page.getByRole('menuitem', { name }).click();
  }
  await page.getByLabel('JSONata of A value in the body').fill('pet.age');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(apis.figures).toContainText('Tests: 1 failed');
  await apis.view('Tests').click();
  await expect(apis.answer.getByRole('list', { name: 'Test results' })).toContainText('Failed A value in the body');
  await expectAccessible(page, 'tests and their results');
  // Tests are corrected, and the same answer is looked at again without sending anything.
  const sent = target.seen.length;
  await page.getByLabel('JSONata of A value in the body').fill('pet.name');
  await apis.answer.getByRole('button', { name: 'Test this answer again' }).click();
  await expect(apis.answer).toContainText('All 2 passed');
  expect(target.seen).toHaveLength(sent);
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect.poll(() => target.seen.length).toBe(sent + 2);
  await apis.view('History').click();
  await apis.answer.getByText('Tests', { exact: true }).last().click();
  await expect(apis.runs).toHaveCount(1);
});

test('goes back to earlier runs: filters, compares, sends and restores them [C-133][C-135][K-016]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  await startHere(page);
  await apis.importText(JSON.stringify(shopAt(target.origin)));
  await apis.line('Get counted').getByRole('link').click();
  await apis.send.click();
  await expect(apis.body).toContainText('"count": 1');
  await apis.path.fill('/counted?round=two');
  await apis.send.click();
  await expect(apis.body).toContainText('"count": 2');
  await apis.view('History').click();
  await expect(apis.runs).toHaveCount(2);
  await apis.withRun(1, 'Compare with the one that is shown');
  await expect(apis.comparison).toContainText('1 changed');
  await expect(apis.comparison.getByRole('row', { name: '$.count' })).toContainText('12');
  await expectAccessible(page, 'two runs compared');
  await apis.comparison.getByRole('button', { name: 'Close the comparison' }).click();

  await apis.answer.getByRole('searchbox', { name: 'Filter runs' }).fill('round=two');
  await expect(apis.runs).toHaveCount(1);
  await apis.answer.getByRole('searchbox', { name: 'Filter runs' }).fill('nobody has this');
  await expect(apis.answer).toContainText('No run has this');
  await apis.answer.getByRole('searchbox', { name: 'Filter runs' }).fill('');
  await expect(apis.runs).toHaveCount(2);

  // With the keyboard: an earlier run, whole, and back to the latest.
  await apis.runs.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(apis.answer).toContainText('An earlier run');
  await apis.view('Pretty').click();
  await expect(apis.body).toContainText('"count": 1');
  await apis.view('Wire').click();
  await expect(apis.answer).toContainText(`GET ${target.origin}/v1/counted`);
  await apis.view('History').click();
  await apis.withRun(1, 'Restore its request into the editor');
  await expect(apis.path).toHaveValue('/counted');
  await apis.withRun(0, 'Send its request again');
  await expect.poll(() => target.seen.map(({ url }) => url)).toEqual(['/v1/counted', '/v1/counted?round=two', '/v1/counted?round=two']);
  await expect(apis.runs).toHaveCount(3);
});
