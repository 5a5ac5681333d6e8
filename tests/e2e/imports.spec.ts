import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures/with-documents.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { apisPage } from './pages/apis-page.ts';
import { composerPage } from './pages/composer-page.ts';
import { importPage } from './pages/import-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

// Each goes the whole way of one task, which is long on a slow machine.
test.describe.configure({ timeout: 240_000 });

const documentOf = (paths: object, title = 'Far pets') => JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, servers: [{ url: 'https://pets.example' }], paths });

test('imports what stands at an address, says what is wrong with one, and fetches it again when there is something newer [C-111]', async ({ app, documents }) => {
  const { page } = app;
  const apis = apisPage(page);
  const composer = composerPage(page);
  const imports = importPage(page);
  const main = page.getByRole('main');
  documents.answers.set('/page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>API</title>'));
  documents.answers.set('/api.json', documentOf({ '/pets': { get: { operationId: 'list', summary: 'List pets' } } }));
  await startHere(page);
  await imports.openForAddress();
  await expectAccessible(page, 'an import from an address');
  for (const [path, words] of [['/none.json', 'answered 404 Not Found'], ['/page', 'answered with a web page, not with a document']] as const) {
    await imports.address.fill(documents.origin + path);
    await imports.start.click();
    await expect(imports.problem).toContainText(words);
    await imports.dialog.getByRole('button', { name: 'Choose another document' }).click();
    await imports.dialog.getByText('Address', { exact: true }).click();
  }
  await imports.address.fill('http://169.254.169.254/latest/api.json');
  await page.keyboard.press('Enter');
  await expect(imports.problem).toContainText('is link-local');
  await imports.dialog.getByRole('button', { name: 'Choose another document' }).click();
  await imports.dialog.getByText('Address', { exact: true }).click();
  await imports.address.fill(`${documents.origin}/api.json`);
  await imports.start.click();
  await expect(imports.status).toContainText('Imported: 1 endpoint');
  await imports.dialog.getByRole('button', { name: 'Open API' }).click();
  await expect(apis.line('List pets')).toBeVisible();

  await composer.tab('Sync').click();
  const address = main.getByRole('region', { name: 'Address of the document' });
  await expect(address).toContainText(`${documents.origin}/api.json`);
  await expect(main.getByRole('button', { name: 'Undo the last sync…' })).toHaveCount(0);
  await address.getByRole('button', { name: 'Fetch again' }).click();
  await expect(address.getByRole('status')).toContainText('Unchanged');
  await expectAccessible(page, 'an address with nothing newer');
  documents.answers.set('/api.json', documentOf({ '/pets': { get: { operationId: 'list', summary: 'List all pets' } } }));
  await address.getByRole('button', { name: 'Fetch again' }).click();
  await expect(composer.change('/pets')).toBeVisible();
  await composer.apply.click();
  await expect(main.getByRole('status').first()).toContainText('Synced: 1 changed');
  await main.getByRole('button', { name: 'Undo the last sync…' }).click();
  await composer.dialog.getByRole('button', { name: 'Undo the sync' }).click();
  await expect(main.getByRole('status').first()).toContainText('Undone');
  await expect(main.getByRole('button', { name: 'Undo the last sync…' })).toHaveCount(0);
  await composer.tab('Endpoints').click();
  await expect(apis.line('List pets')).toBeVisible();
});

test('shows what a document refers to elsewhere, and asks for none of it before it is told to [C-111][F-12]', async ({ app, documents }) => {
  const { page } = app;
  const imports = importPage(page);
  documents.answers.set('/v1/api.json', documentOf({ '/pets': { $ref: 'pets.json' }, '/cats': { get: { summary: 'List cats' } } }));
  documents.answers.set('/v1/pets.json', JSON.stringify({ get: { summary: 'List pets from afar' } }));
  await startHere(page);
  await imports.openForAddress();
  await imports.address.fill(`${documents.origin}/v1/api.json`);
  await imports.start.click();
  await expect(imports.status).toContainText('Imported: 1 endpoint, 1 problem');
  await expect(imports.external).toContainText(documents.origin);
  await expect(imports.external).toContainText('/v1/pets.json');
  await expectAccessible(page, 'an import that refers to other documents');
  expect(documents.asked).toEqual(['/v1/api.json']);
  await imports.external.getByRole('checkbox').uncheck({ force: true });
  await expect(imports.fetchThese).toHaveAttribute('aria-disabled', 'true');
  await imports.external.getByRole('checkbox').check({ force: true });
  await imports.fetchThese.click();
  await expect(imports.status).toContainText('What it refers to is taken in: 1 added');
  await imports.dialog.getByRole('button', { name: 'Open API' }).click();
  await expect(apisPage(page).line('List pets from afar')).toBeVisible();
});

test('gives an import up while it is fetched and while it is read, and leaves nothing behind [C-111]', async ({ app, documents }) => {
  const { page } = app;
  const imports = importPage(page);
  const { openArea } = shell(page);
  const expectNothing = async () => {
    await expect(imports.problem).toContainText('The import was cancelled. Nothing was taken in.');
    await expectAccessible(page, 'an import that was cancelled');
    await imports.dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.reload();
    await openArea('APIs');
    await expect(page.getByRole('main')).toContainText('No APIs');
  };
  documents.answers.set('/endless.json', (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write(' '.repeat(700_000)));
  await startHere(page);
  await imports.openForAddress();
  await imports.address.fill(`${documents.origin}/endless.json`);
  await imports.start.click();
  await expect(imports.status).toContainText(/0\.\d MB/);
  await imports.cancel.click();
  await expectNothing();

  // Long enough in reading that nobody is slower to give it up.
  const file = join(app.dataFolder, 'large.yaml');
  const schema = (at: number) => `    Thing${at}:\n      type: object\n      properties:\n${Array.from({ length: 20 }, (_, field) => `        field${field}: {type: string, description: "the field ${field} of ${at}"}`).join('\n')}\n`;
  writeFileSync(file, `openapi: 3.1.0\ninfo: {title: Large, version: "1"}\npaths:\n  /a: {get: {summary: A}}\ncomponents:\n  schemas:\n${Array.from({ length: 5500 }, (_, at) => schema(at)).join('')}`);
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).first().click();
  await imports.dialog.getByLabel('File', { exact: true }).setInputFiles(file);
  await imports.start.click();
  await imports.cancel.click();
  await expectNothing();
});
