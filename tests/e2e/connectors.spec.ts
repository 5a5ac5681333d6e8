import type { Page } from '@playwright/test';
import { keptDrafts } from './fixtures/kept-drafts.ts';
import { expect, test, type RemotePlatform } from './fixtures/platform.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { codeEditor, documentOf, reviewDialog } from './pages/connectors-page.ts';
import { formPage } from './pages/form-page.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { connect, signInIfAsked } from './pages/welcome.ts';

const area = 'connectors';

/** The endpoints of an open API, as the platform has them. */
const endpointsOf = async (platform: RemotePlatform, api: string) =>
  (await platform.request('GET', `/api/saas_db/open_api_endpoints/open_api/${api}`)).body['data'] as { id: string; method: string; path: string; auth_config_id: string | null }[];

async function openRow(page: Page, label: string, name: string): Promise<void> {
  await shell(page).open({ area, label });
  await listPage(page, label).row(name).getByRole('link').click();
  await expect(shell(page).title).toHaveText(name);
}

test('an auth config is made with its credentials, which are shown only when they are revealed [C-046][N-037][I-002]', async ({ page, platform }) => {
  const { open, title, toasts } = shell(page);
  await connect(page, platform);
  await open({ area, label: 'Auth configs' });
  await expect(listPage(page, 'Auth configs').empty).toHaveText('No auth configs yet');
  await expectAccessible(page, 'no auth configs');
  await page.keyboard.press('n');
  await formPage(page).field('Name').fill('Billing');
  await page.getByLabel('Signs in with', { exact: true }).selectOption('User name and password');
  await page.getByLabel('User name', { exact: true }).fill('billing');
  await page.getByLabel('Password', { exact: true }).fill('canary-of-billing');
  await expectAccessible(page, 'a new auth config');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts.filter({ hasText: 'created' })).toBeVisible();
  await expect(title).toHaveText('Billing');
  await expect(page.getByRole('main')).toContainText('User name: billing');
  await expect(page.getByRole('main')).not.toContainText('canary-of-billing');
  await expectAccessible(page, 'an auth config');
  await page.getByRole('button', { name: 'Reveal Password' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('canary-of-billing');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('User name', { exact: true }).fill('billing-2');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('main')).toContainText('User name: billing-2');
  await page.getByRole('button', { name: 'Reveal Password' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' }), 'what was not replaced stays').toHaveValue('canary-of-billing');
  await open({ area, label: 'Auth configs' });
  await page.getByLabel('Kind', { exact: true }).selectOption('Bearer token');
  await expect(listPage(page, 'Auth configs').empty).toHaveText('Nothing matches');
  await page.getByLabel('Kind', { exact: true }).selectOption('User name and password');
  await expect(listPage(page, 'Auth configs').row('Billing')).toContainText('Not used');
  await expectAccessible(page, 'auth configs');
});

test('an auth config is given to many endpoints after a preview, one of them skipped, and all is taken back by one undo; what uses it is told before it is deleted [C-055][C-057]', async ({ page, platform }) => {
  const [config] = await platform.make('auth_configs', [{ name: 'Shared', auth_type: 'bearer_token', config: { token: 'x' } }]);
  const [api] = await platform.make('open_apis', [{ name: 'Items', document: documentOf('Items', 20) }, { name: 'Others', document: documentOf('Others', 3) }]);
  const named = async () => (await endpointsOf(platform, api!)).filter(({ auth_config_id }) => auth_config_id === config).length;
  const { toasts, title } = shell(page);
  await connect(page, platform);
  await openRow(page, 'Auth configs', 'Shared');
  await page.keyboard.press('Shift+S');
  const review = reviewDialog(page, 'Use Shared for endpoints');
  await expect(review.dialog.getByText('Choose the open APIs')).toBeVisible();
  await review.chooseApi('Items');
  await expect(review.line('/items/1')).toContainText('None');
  await expect(review.line('/items/1')).toContainText('Shared');
  await expect(review.apply).toHaveText('Change 22 endpoints');
  await expectAccessible(page, 'the review');
  await review.list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(review.line('/items/1')).toContainText('skipped');
  expect(await named(), 'nothing is changed before it is applied').toBe(0);
  await review.apply.click();
  await expect(review.dialog).toContainText('21 changed, 0 failed.');
  await expect(review.line('/items/2').getByText('Changed')).toBeVisible();
  await expectAccessible(page, 'the results');
  expect(await named()).toBe(21);
  await review.close.click();

  await page.getByRole('tab', { name: 'Used by' }).click();
  await expect(page.getByRole('link', { name: 'Read item 2', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Open API endpoints 21' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const warning = page.getByRole('dialog', { name: 'Delete “Shared”?' });
  await expect(warning.getByRole('alert')).toContainText('21 endpoints sign in with it.');
  await expectAccessible(page, 'what would break');
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveText('Shared');

  await toasts.filter({ hasText: '21 endpoints changed' }).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts.filter({ hasText: '21 endpoints are as before' })).toBeVisible();
  expect(await named()).toBe(0);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toasts.filter({ hasText: 'Auth config “Shared” deleted' })).toBeVisible();
  await expect(title).toHaveText('Auth configs');
});

test('among the endpoints of an open API one is found by keyboard, read with its documentation, and tried with the credentials that it names [C-053][C-054][C-056]', async ({ page, platform }) => {
  const [config] = await platform.make('auth_configs', [{ name: 'Shared', auth_type: 'bearer_token', config: { token: 'x' } }]);
  await connect(page, platform);
  const { open, title } = shell(page);
  await open({ area, label: 'Open APIs' });
  await expect(listPage(page, 'Open APIs').empty).toHaveText('No open APIs yet');
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Import an OpenAPI document' });
  await dialog.getByLabel('Or paste the document').fill(documentOf('Thousand', 1000));
  await expect(dialog.getByLabel('Name')).toHaveValue('Thousand');
  await expectAccessible(page, 'the import');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(title).toHaveText('Thousand');
  const list = listPage(page, 'Open API endpoints');
  await expect(list.table).toHaveAttribute('aria-rowcount', '1101');
  await expectAccessible(page, 'endpoints');

  await page.keyboard.press('/');
  await page.keyboard.type('items/77');
  await expect(list.table).toHaveAttribute('aria-rowcount', '13');
  await page.getByLabel('Method', { exact: true }).selectOption('POST');
  await expect(list.rows).toHaveCount(1);
  await list.filter.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Shift+S');
  const review = reviewDialog(page, 'Change how endpoints sign in');
  await review.dialog.getByLabel('Auth config', { exact: true }).fill('Sha');
  await page.keyboard.press('Enter');
  await expect(review.line('/items/770')).toContainText('Shared');
  await review.apply.click();
  await review.close.click();
  await expect(list.row('/items/770')).toContainText('Shared');
  await list.row('/items/770').focus();
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Make item 770');
  const main = page.getByRole('main');
  await expect(main).toContainText('https://items.example.com/v2/items/770');
  await expect(main.getByRole('table')).toContainText('How many at most.');
  await expect(main).toContainText('As it is now');
  await expectAccessible(page, 'an endpoint of an open API');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByLabel('Path', { exact: true })).toHaveValue('/items/770');
  await page.getByRole('tab', { name: 'Auth' }).click();
  await expect(page.getByRole('main')).toContainText('Bearer token');
  expect((await platform.request('GET', `/api/saas_db/auth_configs/${config}`)).body['used_by']).toBe(1);
});

test('a code snippet is written in its language, found by tag and by what is in it, changed and copied; a draft of it survives [C-048…C-052][N-038]', async ({ app, platform }) => {
  await connect(app.page, platform);
  await shell(app.page).open({ area, label: 'Code snippets' });
  await expect(listPage(app.page, 'Code snippets').empty).toHaveText('No code snippets yet');
  await app.page.keyboard.press('n');
  await formPage(app.page).field('Name').fill('Late orders');
  await app.page.getByLabel('Language', { exact: true }).selectOption('SQL');
  await codeEditor(app.page, 'Code').write("select 'late' from orders -- by a day");
  await formPage(app.page).field('Tags').fill('report');
  await app.page.keyboard.press('Enter');
  await expectAccessible(app.page, 'a new snippet');
  await app.page.keyboard.press('ControlOrMeta+s');
  await expect(shell(app.page).title).toHaveText('Late orders');
  await expectAccessible(app.page, 'a snippet');

  await shell(app.page).open({ area, label: 'Code snippets' });
  const list = listPage(app.page, 'Code snippets');
  await expect(list.row('Late orders')).toContainText('SQL');
  await app.page.getByLabel('Tag', { exact: true }).selectOption('report');
  await list.filter.fill('by a day');
  await expect(list.rows).toHaveCount(1);
  await list.filter.fill('by a week');
  await expect(list.empty).toHaveText('Nothing matches');
  await list.filter.fill('');
  await expectAccessible(app.page, 'snippets');
  await list.row('Late orders').getByRole('link').click();
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
  await app.page.keyboard.press('c');
  await expect(shell(app.page).toasts.filter({ hasText: 'copied' })).toBeVisible();

  await app.page.keyboard.press('e');
  await codeEditor(app.page, 'Code').write('select 2');
  await expect(codeEditor(app.page, 'Code').editor).toHaveText('select 2');
  await app.page.keyboard.press('ControlOrMeta+s');
  await expect(app.page.getByRole('main')).toContainText('1 line');
  await expect(codeEditor(app.page, 'The code of Late orders').editor).toHaveText('select 2');

  await app.page.keyboard.press('e');
  await codeEditor(app.page, 'Code').write('select 3');
  await expect(app.page.getByRole('main')).toContainText('kept as a draft');
  await expect.poll(() => keptDrafts(app.dataFolder)).toContain('select 3');
  await app.crash();
  await signInIfAsked(app.page, platform.token);
  await openRow(app.page, 'Code snippets', 'Late orders');
  await app.page.keyboard.press('e');
  await formPage(app.page).restoreDraft.click();
  await expect(codeEditor(app.page, 'Code').editor).toHaveText('select 3');
});

test('the code of a request is kept as a snippet in its language [C-050]', async ({ page, platform }) => {
  const [api] = await platform.make('open_apis', [{ name: 'Items', document: documentOf('Items', 2) }]);
  const [first] = await endpointsOf(platform, api!);
  const composed = (await platform.request('POST', `/api/saas_db/open_api_endpoints/${first!.id}/compose`, {})).body;
  expect(composed).toHaveProperty('endpoint_id');
  await connect(page, platform);
  await shell(page).open({ area: 'apis', label: 'Endpoints' });
  await page.getByLabel('API', { exact: true }).fill('Items');
  await page.keyboard.press('Enter');
  await listPage(page, 'Endpoints').rows.first().getByRole('link').click();
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByRole('dialog').getByText('Python', { exact: true }).click();
  await page.getByRole('button', { name: 'Save as snippet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as snippet' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(page, 'save as snippet');
  await page.keyboard.press('Enter');
  const saved = shell(page).toasts.filter({ hasText: 'saved' });
  await expect(saved).toBeVisible();
  await saved.getByRole('button', { name: 'Open' }).click();
  await expect(shell(page).title).toContainText('in Python');
  await expect(page.getByRole('main')).toContainText('Python');
});

test('folders from which requests may carry files are named in the settings; what would let out too much is refused, with the reason [F-13]', async ({ app }) => {
  const { page } = app;
  await page.getByRole('button', { name: 'Start on this computer' }).click();
  await shell(page).openArea('Settings');
  const section = page.getByRole('region', { name: 'Files in requests' });
  const folder = section.getByLabel('Folder', { exact: true });
  for (const [path, why] of [['uploads', 'Enter the full path'], ['/', 'This is the whole computer'], [`${app.dataFolder}/nowhere`, 'There is no such folder']] as const) {
    await folder.fill(path);
    await folder.press('Enter');
    await expect(section.getByRole('alert')).toContainText(why);
  }
  await expectAccessible(page, 'a folder that is refused');
  await folder.fill(app.dataFolder);
  await folder.press('Enter');
  await expect(section.getByRole('listitem')).toHaveText([new RegExp(app.dataFolder)]);
  await app.restart();
  await shell(app.page).openArea('Settings');
  const again = app.page.getByRole('region', { name: 'Files in requests' });
  await again.getByRole('button', { name: `Remove ${app.dataFolder}` }).click();
  await expect(again).toContainText('No folder is allowed');
});
