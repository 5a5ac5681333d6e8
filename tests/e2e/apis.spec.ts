import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './fixtures/with-target.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { apisPage } from './pages/apis-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

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
  await expect(apis.line('Get a pet').locator('mark')).toHaveText(['pets/']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await expectAccessible(page, 'the menu of an endpoint');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await apis.line('Get a pet').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
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

test('puts endpoints into folders and an order, by pointer and by key, and takes it back [C-120]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const { toasts } = shell(page);
  const order = (...lines: (string | RegExp)[]) => expect(apis.lines).toHaveText(lines);
  await startHere(page);
  await apis.importText(JSON.stringify(petsAt(target.origin)));
  await order(/Never answer/, /List pets/, /Add a pet/, /Get a pet/, /Change a pet/);

  // A folder, and an endpoint dragged into it; Escape lets go of a drag without a change.
  await page.getByRole('button', { name: 'New folder' }).click();
  await apis.dialog.getByLabel('Name').fill('Pets / One');
  await page.keyboard.press('Enter');
  await order('Pets 0', 'One 0', /Never answer/, /List pets/, /Add a pet/, /Get a pet/, /Change a pet/);
  await apis.drag(apis.line('Get a pet'), apis.line('One'), 0.5, async () => {
    await expect(apis.dropMark).toHaveAttribute('data-kind', 'into');
    await page.keyboard.press('Escape');
    await expect(apis.dropMark).toHaveCount(0);
  });
  await apis.drag(apis.line('Get a pet'), apis.line('One'), 0.5);
  await expect(toasts.filter({ hasText: '“Get a pet” moved: 1 of 1 in Pets / One' })).toBeVisible();
  await order('Pets 1', 'One 1', /Get a pet/, /Never answer/, /List pets/, /Add a pet/, /Change a pet/);

  // Two at once, behind another one.
  await apis.line('Change a pet').click({ modifiers: ['ControlOrMeta'] });
  await apis.line('Never answer').click({ modifiers: ['ControlOrMeta'] });
  await apis.drag(apis.line('Never answer'), apis.line('List pets'), 0.9, () => expect(apis.dropMark).toHaveAttribute('data-kind', 'between'));
  await order('Pets 1', 'One 1', /Get a pet/, /List pets/, /Never answer/, /Change a pet/, /Add a pet/);
  await apis.selected.getByRole('button', { name: 'Clear' }).click();

  // By key: a step, and the dialog.
  await apis.line('Add a pet').getByRole('link').focus();
  await apis.line('Add a pet').click({ position: { x: 400, y: 8 } });
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await order('Pets 1', 'One 1', /Get a pet/, /List pets/, /Add a pet/, /Never answer/, /Change a pet/);
  await toasts.filter({ hasText: '“Add a pet” moved: 2 of 4 at the top' }).getByRole('button', { name: 'Undo' }).click();
  await order('Pets 1', 'One 1', /Get a pet/, /List pets/, /Never answer/, /Change a pet/, /Add a pet/);
  await apis.line('Add a pet').click({ position: { x: 400, y: 8 } });
  await page.keyboard.press('m');
  await apis.dialog.getByLabel('Folder').selectOption('Pets');
  await expectAccessible(page, 'the way to a folder');
  await apis.dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await order('Pets 2', 'One 1', /Get a pet/, /Add a pet/, /List pets/, /Never answer/, /Change a pet/);

  // A folder is renamed with all that is in it, and all of it is on the platform.
  await apis.line('Pets 2').click({ button: 'right' });
  await expectAccessible(page, 'the menu of a folder');
  await page.getByRole('menuitem', { name: 'Rename folder' }).click();
  await apis.dialog.getByLabel('Name').fill('Animals');
  await page.keyboard.press('Enter');
  await expect(apis.line('Animals 2')).toBeVisible();
  await page.reload();
  await order('Animals 2', 'One 1', /Get a pet/, /Add a pet/, /List pets/, /Never answer/, /Change a pet/);
});
