import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { dagPage } from './pages/dag-page.ts';
import { dagsPage } from './pages/dags-page.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

const nap = (dag_id: string, more: object = {}) => ({ dag_id, ...more, tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }] });

async function addDag(page: Page, definition: { readonly dag_id: string; readonly [field: string]: unknown }): Promise<void> {
  await shell(page).openArea('DAGs');
  await page.getByRole('button', { name: /^(New|Add) DAG$/ }).first().click();
  await dagPage(page).define(definition);
  await dagPage(page).save.click();
  await expect(shell(page).title).toHaveText(definition.dag_id);
}

test('pauses a DAG with a reason and an end, says both in the list, on its page and in its events, and puts it back [C-152][S-006]', async ({ app }) => {
  const { page } = app;
  const dags = dagsPage(page);
  const list = listPage(page, 'DAGs');
  const { openArea, toasts } = shell(page);
  await startHere(page);
  await addDag(page, nap('etl', { schedule: '0 6 * * 1-5', tags: ['sales'] }));
  await openArea('DAGs');
  await expect(list.row('etl')).toContainText('At 06:00 on workdays');
  await list.row('etl').getByRole('gridcell').nth(4).click();
  await page.keyboard.press('u');
  await expectAccessible(page, 'a pause with a reason and an end');
  await dags.dialog.getByLabel('Reason').fill('The source moves');
  await dags.dialog.getByRole('button', { name: 'Until tomorrow 9:00' }).click();
  await dags.dialog.getByRole('button', { name: 'Pause 1 DAG' }).click();
  await expect(dags.result('etl')).toContainText('Paused');
  await page.keyboard.press('Escape');
  await expect(list.row('etl')).toContainText('Paused');
  await expect(list.row('etl').getByTitle(/^The source moves · Resumes /)).toBeVisible();
  await list.row('etl').getByRole('link', { name: 'etl', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('The source moves · Resumes');
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(page.getByRole('grid', { name: 'Events' })).toContainText('The source moves');
  await toasts.filter({ hasText: 'etl paused' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
});

test('says before what a mass action does, leaves alone what is so already, and starts many runs with one conf [C-151][C-153]', async ({ app }) => {
  const { page } = app;
  const dags = dagsPage(page);
  const list = listPage(page, 'DAGs');
  await startHere(page);
  for (const id of ['one', 'two']) await addDag(page, nap(id, { is_paused: id === 'two' }));
  await shell(page).openArea('DAGs');
  await expect(list.rows).toHaveCount(2);
  await list.row('one').getByRole('gridcell').nth(4).click();
  await page.keyboard.press('ControlOrMeta+a');
  await dags.action('Pause').click();
  await expect(dags.result('two')).toContainText('is paused already');
  await expect(dags.dialog.getByRole('button', { name: 'Pause 1 DAG' })).toBeVisible();
  await page.keyboard.press('Escape');
  await dags.action('Trigger run').click();
  await dags.dialog.getByRole('textbox', { name: 'Conf as JSON' }).click();
  await page.keyboard.type('{"day": 7');
  await expectAccessible(page, 'many runs with one conf');
  await dags.dialog.getByRole('button', { name: 'Trigger 2 DAGs' }).click();
  for (const id of ['one', 'two']) await expect(dags.result(id)).toContainText('Triggered');
  await page.keyboard.press('Escape');
  await expect(list.row('one')).toContainText('success', { timeout: 30_000 });
  await list.row('one').getByRole('img', { name: 'Last runs, oldest first: success' }).hover();
  await list.row('one').getByRole('link', { name: /^success, manual/ }).click();
  await expect(page).toHaveURL(/\/dags\/one\?tab=runs&run=/);
});

test('keeps a view that excludes, opens with it, and tells of its failures until that is switched off in the settings [C-147]', async ({ app }) => {
  const { page } = app;
  const list = listPage(page, 'DAGs');
  const main = page.getByRole('main');
  await startHere(page);
  for (const [id, tags] of [['etl', ['sales', 'daily']], ['noise', ['test']]] as const) await addDag(page, nap(id, { tags }));
  await shell(page).openArea('DAGs');
  await main.getByRole('button', { name: 'Add filter' }).click();
  await page.getByLabel('Field').selectOption({ label: 'Tags' });
  await page.getByLabel('Condition').selectOption('is not');
  await page.getByLabel('Value').fill('test');
  await page.keyboard.press('Enter');
  await expect(list.rows).toHaveCount(1);
  await expect(page).toHaveURL(/f=tags%7Eis\+not%7Etest/);
  await main.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the view').fill('Mine');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('menuitem', { name: 'Notify me of failures' }).click();
  await shell(page).openArea('Settings');
  await expect(main).toContainText('You are told of runs that fail in the view Mine');
  await app.restart();
  await shell(app.page).openArea('Settings');
  const settings = app.page.getByRole('region', { name: 'Failures' });
  await expect(settings).toContainText('Mine');
  await expectAccessible(app.page, 'settings with failures that are told of');
  await settings.getByRole('button', { name: 'Stop' }).click();
  await expect(settings).toContainText('You are told of none');
});
