import type { Page } from '@playwright/test';
import { keptDrafts } from './fixtures/kept-drafts.ts';
import { expect, test } from './fixtures/platform.ts';
import { formPage } from './pages/form-page.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { connect, signInIfAsked, startHere } from './pages/welcome.ts';

/** By keyboard: the palette's best answer to a screen's name. */
async function goToPrompts(page: Page): Promise<void> {
  const { find, title } = shell(page);
  await find('agent prompts', /^Agent prompts/);
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Agent prompts');
}

const prompts = (page: Page) => listPage(page, 'Agent prompts');
const three = [{ name: 'Greeting' }, { name: 'Farewell' }, { name: 'Thanks' }];

test('a prompt is made, changed and deleted by keyboard alone', async ({ page }) => {
  const { title, toasts } = shell(page);
  const { field, problem, jsonTab, formTab, twin } = formPage(page);
  const { empty, row, rows } = prompts(page);
  const press = (key: string) => page.keyboard.press(key);
  await startHere(page);
  await goToPrompts(page);
  await expect(empty).toHaveText('No agent prompts yet');

  await press('n');
  await expect(title).toHaveText('New agent prompt');
  await press('ControlOrMeta+s');
  await expect(problem('Name is required')).toBeVisible();
  await expect(field('Name')).toBeFocused(); // where the problem is
  await expect(field('Name')).toHaveAccessibleDescription('Name is required');
  await page.keyboard.type('Greeting');
  await field('Name').press('Tab');
  await field('Description').press('G');

  await formTab.press('ArrowRight');
  await jsonTab.press('Enter');
  await expect(twin).toContainText('"name": "Greeting"');
  await twin.press('ControlOrMeta+a');
  await page.keyboard.press('x'); // over marked text, in which the browser would keep its colours
  await twin.press('ControlOrMeta+a');
  await page.keyboard.insertText('{"name": "Greeting", "content": "Say hello to {{ name }}"}');
  await twin.press('ControlOrMeta+s');
  await expect(title).toHaveText('Greeting');
  await expect(page.getByText('Say hello to {{ name }}')).toBeVisible();

  await press('e');
  await expect(field('Prompt')).toHaveValue('Say hello to {{ name }}');
  await field('Description').press('ControlOrMeta+a');
  await page.keyboard.type('For the first line');
  await press('ControlOrMeta+s');
  await expect(page.getByText('For the first line')).toBeVisible();

  await press('Delete');
  await expect(title).toHaveText('Agent prompts');
  await expect(row('Greeting')).toBeHidden();
  await toasts.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row('Greeting')).toBeVisible();
  const deleted = toasts.filter({ hasText: 'deleted' });
  await expect(deleted).toHaveCount(0);

  await press('j');
  await press('Delete');
  await expect(rows).toHaveCount(0);
  await deleted.getByRole('button', { name: 'Close' }).press('Enter'); // waits no longer
  await expect(deleted).toHaveCount(0);
  await page.reload();
  await expect(empty).toHaveText('No agent prompts yet');
});

test('what is typed at once after the JSON was marked takes its place', async ({ page }) => {
  const { jsonTab, twin } = formPage(page);
  await startHere(page);
  await goToPrompts(page);
  await page.keyboard.press('n');
  await jsonTab.click();
  await twin.fill('{"name": "One"}');
  // Both in one go, as on a machine that is too busy to tell the editor of the marking in between.
  await twin.evaluate((content, data) => {
    const tree = content.getRootNode() as unknown as Document; // in Chromium a shadow tree has a selection of its own
    tree.getSelection()!.selectAllChildren(content);
    content.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', data, bubbles: true, cancelable: true }));
  }, '{"name": "Two"}');
  await expect(twin).toHaveText('{"name": "Two"}');
});

test('many are filtered, copied and deleted at once, with the result of each; a saved view is there after a restart', async ({ app, platform }) => {
  const [, farewell] = await platform.make('agent_prompts', three);
  const { page } = app;
  await connect(page, platform);
  await goToPrompts(page);
  const { rows, row, filter, selection } = prompts(page);
  await expect(rows).toHaveCount(3);

  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.type('gree');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByLabel('Name of the view').fill('Greetings');
  await page.getByLabel('Name of the view').press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Greetings' })).toBeVisible();

  await row('Greeting').focus();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(shell(page).toasts).toContainText('Greeting copied');
  // The browser tells that it has written the clipboard before whoever pastes can rely on it.
  await expect(async () => {
    await filter.press('ControlOrMeta+a');
    await filter.press('ControlOrMeta+v');
    await expect(filter).toHaveValue(/"name": "Greeting"/, { timeout: 1000 });
  }).toPass();
  await filter.fill('');
  await expect(rows).toHaveCount(3);

  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selection).toContainText('3 agent prompts selected');
  await selection.getByRole('button', { name: 'Delete…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete 3 agent prompts' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expect(dialog).toContainText('this cannot be undone');
  await platform.request('DELETE', `/api/saas_db/agent_prompts/${farewell}`); // by somebody else, meanwhile
  await dialog.getByRole('button', { name: 'Delete 3 agent prompts' }).press('Enter');
  await expect(dialog).toContainText('2 deleted, 1 failed');
  await expect(dialog.getByRole('listitem').first()).toContainText('Farewell');
  await expect(dialog.getByRole('listitem').first()).toContainText(/not found/i);
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
  await expect(row('Greeting')).toBeHidden();

  await app.restart();
  await signInIfAsked(app.page, platform.token);
  await goToPrompts(app.page);
  await app.page.getByRole('button', { name: 'Views' }).press('Enter');
  await app.page.getByRole('menuitem', { name: 'Greetings' }).press('Enter');
  await expect(prompts(app.page).filter).toHaveValue('gree');
});

test('what is typed outlives a save that fails, a reload, and the death of page and app [F-27]', async ({ app, platform }) => {
  const form = () => formPage(app.page);
  await connect(app.page, platform);
  await goToPrompts(app.page);
  await app.page.keyboard.press('n');
  await form().field('Name').fill('Unsaved');
  await expect(app.page.getByText('Not saved yet; kept as a draft')).toBeVisible();

  await platform.stop();
  await app.page.keyboard.press('ControlOrMeta+s');
  await expect(form().failure).toBeVisible();
  await expect(form().field('Name')).toHaveValue('Unsaved');
  await platform.start();

  await app.page.reload();
  await form().restoreDraft.press('Enter');
  await expect(form().field('Name')).toHaveValue('Unsaved');
  await form().field('Name').fill('Unsaved still');
  await expect.poll(() => keptDrafts(app.dataFolder)).toContain('Unsaved still');

  await app.crash();
  await signInIfAsked(app.page, platform.token);
  await expect(shell(app.page).title).toHaveText('New agent prompt');
  await form().restoreDraft.press('Enter');
  await expect(form().field('Name')).toHaveValue('Unsaved still');
  await app.page.keyboard.press('ControlOrMeta+s');
  await expect(shell(app.page).title).toHaveText('Unsaved still');
});

test('a form that is typed as JSON outlives the death of page and app as it was typed [F-27]', async ({ app, platform }) => {
  const typed = '{"name": "Half of it", "description": "and no en';
  await connect(app.page, platform);
  await goToPrompts(app.page);
  await app.page.keyboard.press('n');
  await formPage(app.page).jsonTab.click();
  await formPage(app.page).twin.click();
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.insertText(typed);
  await expect.poll(() => keptDrafts(app.dataFolder)).toContain('and no en');
  await app.crash();
  await signInIfAsked(app.page, platform.token);
  await formPage(app.page).restoreDraft.press('Enter');
  await expect(formPage(app.page).twin).toHaveText(typed);
  await expect(formPage(app.page).problem('Line 1')).toBeVisible();
});
