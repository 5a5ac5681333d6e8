import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { addDag, nap } from './fixtures/dags.ts';
import { dagDeskPage } from './pages/dag-desk-page.ts';
import { dagPage } from './pages/dag-page.ts';
import { startHere } from './pages/welcome.ts';

/** Presses Tab from what has the focus: each of these comes next, and is seen to. */
async function tabThrough(page: Page, all: readonly Locator[]): Promise<void> {
  for (const one of all) {
    await page.keyboard.press('Tab');
    await expect(one).toBeFocused();
    expect(await one.evaluate((element) => getComputedStyle(element).outlineStyle), String(one)).not.toBe('none');
  }
}

test('goes through a DAG by Tab in the order in which it is read, and into the grid and out of it by one stop', async ({ app }) => {
  const { page } = app;
  const main = page.getByRole('main');
  await startHere(page);
  await addDag(page, nap('walked'));
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  await button('DAGs').focus();
  await tabThrough(page, [...['Refresh', 'Delete', 'Edit', 'Pause', 'Pause with a reason or an end', 'Trigger run'].map(button), dagPage(page).tab('Overview')]);
  await page.keyboard.press('ArrowRight');
  await expect(dagPage(page).tab('Grid')).toBeFocused();

  await dagPage(page).trigger();
  await expect(dagPage(page).runState).toContainText('success');
  await dagPage(page).tab('Grid').click();
  const desk = dagDeskPage(page);
  await expect(desk.cell(/^nap, .*, success/)).toBeVisible();
  await main.getByRole('switch', { name: 'Only failed' }).or(main.getByRole('checkbox', { name: 'Only failed' })).focus();
  await tabThrough(page, [desk.grid]);
  await page.keyboard.press('ArrowDown');
  await expect(desk.cell(/^nap, .*, success/)).toHaveId((await desk.grid.getAttribute('aria-activedescendant'))!);
  await page.keyboard.press('Tab');
  await expect(desk.grid).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(desk.grid).toBeFocused();
});

test('says by name who ran a DAG, who paused it and who did what, and shows the overview where the address names no tab that there is', async ({ app }) => {
  const { page } = app;
  const main = page.getByRole('main');
  await startHere(page);
  await addDag(page, nap('named'));
  await dagPage(page).trigger();
  await expect(dagPage(page).runState).toContainText('success');
  await main.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(main.locator('.resource-head')).toContainText('by Owner');
  await page.evaluate(() => {
    history.pushState(null, '', '/dags/named?tab=landing');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(dagPage(page).tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await dagPage(page).tab('Runs').click();
  await expect(dagPage(page).runs.first()).toContainText('Owner');
  await dagPage(page).tab('Events').click();
  await expect(main.getByRole('grid', { name: 'Events' }).getByRole('row', { name: /pause_dag/ })).toContainText('Owner');
});
