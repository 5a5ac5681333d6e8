import type { Page } from '@playwright/test';
import { hostname } from 'node:os';
import { expect, test } from './fixtures/app.ts';
import { addDag } from './fixtures/dags.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { dagDeskPage } from './pages/dag-desk-page.ts';
import { dagPage } from './pages/dag-page.ts';
import { dagsPage } from './pages/dags-page.ts';
import { startHere } from './pages/welcome.ts';

/** One task that fails, what could not run after it, and one that goes well. */
const failing = {
  dag_id: 'desk', description: 'First',
  tasks: [
    { task_id: 'well', operator: 'sleep', seconds: 0 },
    { task_id: 'fetch', operator: 'http', url: 'http://127.0.0.1:1/', depends_on: ['well'] },
    { task_id: 'after', operator: 'sleep', seconds: 0, depends_on: ['fetch'] },
  ],
};

/** Adds it, and runs it until it has failed. */
async function runDesk(page: Page): Promise<void> {
  await startHere(page);
  await addDag(page, failing);
  await dagPage(page).trigger();
  await expect(dagPage(page).runState).toContainText('failed');
}

test('shows runs by tasks, and changes what is selected after saying what that hits [C-151][C-163]', async ({ app }) => {
  const { page } = app;
  const desk = dagDeskPage(page);
  await runDesk(page);
  await dagPage(page).tab('Grid').click();
  await expect(desk.cell(/^fetch, run manual__.*, failed, try 1/)).toBeVisible();
  await expect(desk.cell(/^after, .*, upstream failed/)).toBeVisible();
  await expect(desk.runs).toHaveCount(1);
  await expectAccessible(page, 'the grid');

  await desk.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(desk.selected).toContainText('2 task instances');
  await page.keyboard.press('s');
  await expect(desk.dialog.getByRole('status')).toContainText('2 task instances in 1 run would change.');
  await expectAccessible(page, 'what a change hits');
  await desk.dialog.getByRole('button', { name: 'Mark success 2' }).click();
  await expect(desk.dialog.getByRole('status')).toContainText('2 task instances marked as success.');
  await desk.dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(desk.cell(/^fetch, .*, success/)).toBeVisible();
  await expect(desk.cell(/^after, .*, success/)).toBeVisible();

  await desk.cell(/^fetch,/).click();
  await page.keyboard.press('c');
  await desk.dialog.getByText('Tasks after them').click();
  await desk.dialog.getByRole('button', { name: 'Clear 2' }).click();
  await desk.dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(desk.cell(/^fetch, .*, failed/)).toBeVisible(); // it ran again
  await page.keyboard.press('Escape');
  await desk.cell(/^fetch,/).dblclick();
  const tries = dagPage(page).outcome('fetch').getByRole('region', { name: 'Tries' });
  await expect(tries.getByRole('row', { name: /^2 failed/ })).toContainText(hostname()); // where it ran
  await expect(tries).toContainText('Nothing listens at'); // and why it failed
  await expectAccessible(page, 'a task instance');
});

test('walks through the graph by its edges, tells the same in a list, draws a run along the time and in charts, and keeps a note with it', async ({ app }) => {
  const { page } = app;
  const desk = dagDeskPage(page);
  const main = page.getByRole('main');
  await runDesk(page);
  await main.getByRole('button', { name: 'Note…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('The source was late');
  await page.getByRole('dialog').getByRole('button', { name: 'Save note' }).click();
  await expect(main.getByText('The source was late')).toBeVisible();
  await main.getByText('Gantt', { exact: true }).click();
  await expect(main.getByRole('table', { name: 'Tasks along the time' }).getByRole('row', { name: /^fetch/ })).toBeVisible();
  await expectAccessible(page, 'a run along the time');

  await dagPage(page).tab('Graph').click();
  await expect(desk.graph.getByText('fetch', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Whole graph' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(desk.said).toContainText('well, success; before fetch');
  await page.keyboard.press('ArrowRight');
  await expect(desk.said).toContainText('fetch, failed; after well; before after');
  await expectAccessible(page, 'the graph');
  await main.getByText('List', { exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Tasks of the graph' }).getByRole('row', { name: /after.*upstream failed.*fetch/ })).toBeVisible();

  await dagPage(page).tab('Charts').click();
  await expect(main.getByRole('img', { name: /^Duration of runs/ })).toBeVisible();
  await main.getByText('Calendar', { exact: true }).click();
  await expect(main.getByRole('grid', { name: 'Days in figures' }).getByText('1 failed')).toBeVisible();
  await expectAccessible(page, 'the calendar');
});

test('compares versions, and rolls back to one as a new version [C-155]', async ({ app }) => {
  const { page } = app;
  const [desk, dag, dags] = [dagDeskPage(page), dagPage(page), dagsPage(page)];
  await startHere(page);
  await addDag(page, failing);
  await page.keyboard.press('e');
  await dag.define({ ...failing, description: 'Second' });
  await expect(dags.definition).toContainText('Second');
  await dag.saveVersion();
  await dag.tab('Versions').click();
  await expect(desk.versions).toHaveCount(2);
  await desk.versions.nth(1).getByRole('gridcell').nth(2).click();
  await page.getByRole('main').getByRole('button', { name: 'Compare with the current one' }).click();
  await expect(desk.comparison).toContainText('1 added, 1 removed');
  await expect(desk.comparison).toContainText('Second');
  await expectAccessible(page, 'two versions');
  await desk.versions.nth(1).getByRole('gridcell').nth(2).click();
  await page.getByRole('main').getByRole('button', { name: 'Roll back…' }).click();
  await desk.dialog.getByRole('button', { name: 'Save as version 3' }).click();
  await expect(desk.versions).toHaveCount(3);
});
