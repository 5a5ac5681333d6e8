import { expect, test } from './fixtures/with-target.ts';
import { keptDrafts } from './fixtures/kept-drafts.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { apisPage } from './pages/apis-page.ts';
import { composerPage } from './pages/composer-page.ts';
import { formPage } from './pages/form-page.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Which pet.' };
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

test('compares a run with the newest one of the same request in another environment, and says why there is none [C-133]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const { open, switchTo, toasts } = shell(page);
  const elsewhere = async () => {
    await apis.view('History').click();
    await apis.answer.getByRole('button', { name: 'Other environment' }).click();
    await page.getByRole('menuitem', { name: 'Staging', exact: true }).click();
  };
  await startHere(page);
  await open({ area: 'admin', label: 'Environments' });
  await listPage(page, 'Environments').create('environment').click();
  await formPage(page).field('Name').fill('Staging');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts.filter({ hasText: 'created' }).last()).toBeVisible();

  await apis.importText(JSON.stringify(shopAt(target.origin)));
  await apis.line('Get counted').getByRole('link').click();
  await apis.send.click();
  await expect(apis.body).toContainText('"count": 1');
  await elsewhere();
  await expect(toasts.filter({ hasText: 'There is no endpoint GET /counted in “Staging”' })).toBeVisible();

  await switchTo('Staging');
  await apis.importText(JSON.stringify(shopAt(target.origin)));
  await apis.line('Get counted').getByRole('link').click();
  await apis.send.click();
  await expect(apis.body).toContainText('"count": 2');
  await switchTo('Default');
  await shell(page).openArea('APIs');
  await page.getByRole('main').getByRole('link', { name: 'Shop' }).click();
  await composerPage(page).tab('Endpoints').click();
  await apis.line('Get counted').getByRole('link').click();
  await apis.view('History').click();
  await apis.runs.first().click();
  await elsewhere();
  await expect(apis.comparison).toContainText('Staging');
  await expect(apis.comparison.getByRole('row', { name: '$.count' })).toContainText('12');
  await expectAccessible(page, 'runs of two environments compared');
});

test('shows JSON as it came, goes to a line, copies what stands there, and filters it by an expression that can be given up', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const { toasts } = shell(page);
  await startHere(page);
  await apis.importText(JSON.stringify(shopAt(target.origin)));
  await apis.line('Get many').getByRole('link').click();
  await apis.send.click();
  await expect(apis.body).toContainText('"name": "pet 0"');
  await page.keyboard.press('ControlOrMeta+g');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(apis.body).toBeFocused();
  await expect(page.getByText('items[0].name')).toBeVisible();
  await page.keyboard.press('Alt+Shift+C');
  await expect(toasts.filter({ hasText: /JSONPath copied|The clipboard cannot be written/ }).first()).toBeVisible();
  await page.keyboard.press('Alt+C');
  await expect(toasts.filter({ hasText: /Value copied|The clipboard cannot be written/ }).first()).toBeVisible();

  await page.keyboard.press('Alt+J');
  await page.keyboard.type('items[id = 7].name');
  await page.keyboard.press('Enter');
  await expect(apis.body).toHaveText(/"pet 7"/);
  await expectAccessible(page, 'a filtered answer');
  const expression = apis.answer.getByRole('textbox', { name: 'Filter by JSONata' });
  await expression.fill('items[');
  await page.keyboard.press('Enter');
  await expect(apis.answer.getByRole('alert')).toContainText('at character');
  // It would never end by itself.
  await expression.fill('($f := function($n) { $f($n + 1) }; $f(0))');
  await page.keyboard.press('Enter');
  await apis.answer.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(apis.answer.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
  await apis.answer.getByRole('button', { name: 'Show the whole answer' }).click();
  await expect(apis.body).toContainText('"name": "pet 0"');
});

test('keeps an answer as a named example: looks at it again, compares, restores, renames and deletes it, by keyboard', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const { toasts } = shell(page);
  await startHere(page);
  await apis.importText(JSON.stringify(shopAt(target.origin)));
  await apis.line('Get counted').getByRole('link').click();
  await apis.path.fill('/counted?round=one');
  await apis.send.click();
  await expect(apis.body).toContainText('"count": 1');
  const examples = apis.answer.getByRole('list', { name: 'Examples' });
  await page.keyboard.press('Alt+E');
  await expect(apis.answer).toContainText('No examples yet');
  await apis.answer.getByRole('textbox', { name: 'Name of the example' }).fill('The first');
  await page.keyboard.press('Enter');
  await expect(examples).toContainText('The first');
  await expectAccessible(page, 'the examples of an endpoint');

  await apis.path.fill('/counted?round=two');
  await apis.send.click();
  await expect(apis.figures).toContainText('200 OK');
  await expect(examples).toBeVisible();
  const act = async (action: string) => {
    await examples.getByRole('button', { name: /^Actions of/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Compare with the answer that is shown');
  await expect(apis.comparison.getByRole('row', { name: '$.count' })).toContainText('12');
  await apis.comparison.getByRole('button', { name: 'Close the comparison' }).click();
  await act('Restore its request into the editor');
  await expect(apis.address).toContainText('round=one');
  await examples.getByRole('button', { name: 'The first' }).first().focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await expect(examples).toContainText('One');
  await examples.getByRole('button', { name: /One$/ }).first().click();
  await expect(apis.body).toContainText('"count": 1');
  await expect(apis.answer).toContainText('An example: go to the latest answer');
  await apis.view('Examples').click();
  await examples.getByRole('button', { name: /One$/ }).first().focus();
  await page.keyboard.press('Delete');
  await expect(apis.answer).toContainText('No examples yet');
  await toasts.filter({ hasText: '“One” deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(examples).toContainText('One');
});

test('composes a request by keyboard alone: makes it, fills it in, sends it, holds it against a test, and saves it [S-011][C-120][C-125]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  const { keyboard } = page;
  await startHere(page);
  await apis.importText(JSON.stringify(shopAt(target.origin)));
  await keyboard.press('n');
  await expect(apis.dialog.getByLabel('Method and path')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('/pets/{id}/toys');
  await keyboard.press('Enter');
  await expect(apis.address).toContainText('/v1/pets/{id}/toys');

  await apis.tabTo(apis.parameter('id'));
  await keyboard.type('7');
  await keyboard.press('ControlOrMeta+Enter');
  await expect(apis.figures).toContainText('401');
  expect(target.seen).toMatchObject([{ method: 'GET', url: '/v1/pets/7/toys' }]);

  // Backwards to the parts of the request, and along them.
  await apis.tabTo(apis.part('Params'), 'Shift+Tab');
  await apis.tabTo(apis.part('Tests'), 'ArrowRight');
  await keyboard.press('Enter');
  await apis.tabTo(page.getByRole('button', { name: 'Add a test' }));
  await keyboard.press('Enter');
  await apis.tabTo(page.getByRole('menuitem', { name: 'The status is 200' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Name of The status/ })).toBeVisible();
  await apis.tabTo(page.getByRole('textbox', { name: /^What .* expects$/ }));
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('401');
  await keyboard.press('ControlOrMeta+Enter');
  await expect(apis.figures).toContainText('1 passed');
  await keyboard.press('ControlOrMeta+s');
  await expect(apis.save).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^What .* expects$/ })).toHaveValue('401');
  await expect(apis.part('Params')).toContainText('1');
});
