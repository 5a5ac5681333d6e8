import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { dagPage } from './pages/dag-page.ts';
import { dagTimelinePage } from './pages/dag-timeline-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

const nap = (dag_id: string, more: object = {}) => ({ dag_id, ...more, tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }] });

/** Adds a DAG as a person would, and stays on its page. */
async function addDag(page: Page, definition: { readonly dag_id: string; readonly [field: string]: unknown }): Promise<void> {
  await shell(page).openArea('DAGs');
  await page.getByRole('button', { name: /^(New|Add) DAG$/ }).first().click();
  await dagPage(page).define(definition);
  await dagPage(page).save.click();
  await expect(shell(page).title).toHaveText(definition.dag_id);
}

test('shows what ran and what the schedules will bring along the time, by keyboard and in a table', async ({ app }) => {
  const { page } = app;
  const timeline = dagTimelinePage(page);
  await startHere(page);
  await timeline.open();
  await expect(page.getByRole('heading', { name: 'No DAGs yet' })).toBeVisible();
  await expectAccessible(page, 'an empty timeline');
  await addDag(page, nap('hourly', { schedule: '@hourly', tags: ['planned'] }));
  await addDag(page, nap('by_hand'));
  await dagPage(page).trigger();
  await expect(dagPage(page).runState).toHaveText('success');

  await timeline.open();
  await expect(timeline.chart.getByRole('img', { name: /^expected / }).first()).toBeVisible();
  await expect(timeline.chart.getByRole('img', { name: /^success, manual, / })).toBeVisible();
  await expectAccessible(page, 'the timeline');
  await page.getByRole('main').getByRole('radiogroup', { name: 'Span' }).getByRole('radio', { name: '6h' }).click();
  await expect(page).toHaveURL(/span=6h/);
  await timeline.chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(timeline.said).toContainText(/^by_hand: success, manual, /);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(timeline.said).toContainText(/^hourly: expected /);
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/at=/);
  await page.keyboard.press('-');
  await expect(page).toHaveURL(/span=720m/);
  await page.keyboard.press('n');
  await expect(page).not.toHaveURL(/at=/);

  await timeline.filter.fill('hand');
  await expect(timeline.chart.getByRole('link')).toHaveText(['by_hand']);
  await page.reload(); // what is shown stands in the address
  await expect(timeline.chart.getByRole('link')).toHaveText(['by_hand']);
  await timeline.showAs('Table');
  await expect(timeline.rows).toHaveCount(1);
  await expect(timeline.rows).toContainText('success');
  await expectAccessible(page, 'the timeline as a table');
  await timeline.showAs('Timeline');
  await timeline.chart.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(dagPage(page).runState).toHaveText('success');
});

test('runs past dates by a backfill, after saying which', async ({ app }) => {
  const { page } = app;
  const { dialog, backfills } = dagTimelinePage(page);
  await startHere(page);
  await addDag(page, nap('daily', { schedule: '@daily', start_date: '2026-01-01' }));
  await dagPage(page).tab('Backfills').click();
  await page.getByRole('main').getByRole('button', { name: 'New backfill…' }).click();
  await dialog.getByLabel('From').fill('2026-03-01');
  await dialog.getByLabel('Until, that day included').fill('2026-03-03');
  await expect(dialog.getByRole('status')).toHaveText('3 of 3 dates would run.');
  await expect(dialog.getByRole('listitem').first()).toContainText(/2026-03-01 .*no run yet.*would run/);
  await expectAccessible(page, 'what a backfill would run');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(backfills).toHaveCount(1);
  await expect(backfills).toContainText('3 dates: 3 success');
  await expect(backfills).toContainText('done');
  await expectAccessible(page, 'backfills');
  await page.getByRole('main').getByRole('button', { name: 'New backfill…' }).click();
  await dialog.getByLabel('From').fill('2026-03-02');
  await dialog.getByLabel('Until, that day included').fill('2026-03-04');
  await expect(dialog.getByRole('status')).toHaveText('1 of 3 dates would run; 2 have had a run.');
  await dialog.getByText('Everything that has ended').click();
  await expect(dialog.getByRole('status')).toHaveText('3 of 3 dates would run; 2 have had a run.');
});

test('makes, changes and deletes pools, and keeps the one that every task may be in', async ({ app }) => {
  const { page } = app;
  const { dialog, pools } = dagTimelinePage(page);
  const main = page.getByRole('main');
  await startHere(page);
  await shell(page).openArea('DAGs');
  await main.getByRole('link', { name: 'Pools', exact: true }).click();
  await expect(pools).toHaveCount(1);
  await page.keyboard.press('n');
  await dialog.getByLabel('Name').fill('narrow');
  await dialog.getByLabel('Slots').fill('x');
  await expect(dialog.getByRole('alert')).toHaveText('Enter a whole number of slots, or -1 for no limit');
  await dialog.getByLabel('Slots').fill('2');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(pools).toHaveCount(2);
  await expectAccessible(page, 'pools');
  await page.keyboard.press('e');
  await dialog.getByLabel('Slots').fill('3');
  await dialog.getByRole('button', { name: 'Save pool' }).click();
  await expect(pools.filter({ hasText: 'narrow' })).toContainText('3');
  await main.getByRole('button', { name: 'Delete…' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Nothing runs in it, and nothing waits for it.');
  await dialog.getByRole('button', { name: 'Delete pool' }).click();
  await expect(pools).toHaveCount(1);
  await pools.first().getByRole('gridcell').last().click();
  await expect(main.getByRole('button', { name: 'Delete…' })).toHaveAttribute('aria-description', /cannot be deleted/);
});
