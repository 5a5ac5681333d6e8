import type { Page } from '@playwright/test';
import { places } from '../../renderer/state/areas.ts';
import { expect, test } from './fixtures/app.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

/** What the page says to its console as an error, from now on. */
function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** The shell's own screens by their labels in the rail, with their titles. */
const ownScreens = [['Home', 'My tenant'], ['Activity', 'Activity'], ['Settings', 'Settings']] as const;
/** Of every sort of screen one: lists with and without rows, lists that want a choice first, and the shell's own. */
const sample = new Set(['agentPrompts', 'agentTools', 'composerEndpoints', 'appConnectors', 'tenantRoles', 'environments']);
const sampled = places.filter(({ group }) => sample.has(group));

const wide = { width: 1280, height: 800 };
const narrow = { width: 800, height: 600 };

/** In a narrow window nothing stands beyond its edge. */
async function expectToFit(page: Page, where: string): Promise<void> {
  await page.setViewportSize(narrow);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), where).toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);
}

test('every screen opens with its title, and with rows or why there are none; nothing is inaccessible, or lost at 800 pixels', async ({ page }) => {
  test.setTimeout(300_000);
  const errors = consoleErrors(page);
  const { title, open, openArea } = shell(page);
  await expectAccessible(page, 'Welcome');
  await startHere(page);
  for (const [label, heading] of ownScreens) {
    await openArea(label);
    await expect(title, label).toHaveText(heading);
    await expectAccessible(page, label);
    await expectToFit(page, label);
  }
  for (const place of places) {
    await open(place);
    const { table, empty, failure } = listPage(page, place.label);
    await expect(title, place.path).toHaveText(place.label);
    if (place.regular) await expect(table.or(empty), place.path).toBeVisible();
    await expect(failure, place.path).toBeHidden();
    await expectAccessible(page, place.path);
    await expectToFit(page, place.path);
  }
  expect(errors).toEqual([]);
});

for (const theme of ['dark', 'high-contrast']) {
  test(`nothing is inaccessible in the ${theme} theme`, async ({ page }) => {
    test.setTimeout(180_000);
    const { find, title, open, openArea } = shell(page);
    await startHere(page);
    await (await find(`use the ${theme} theme`, new RegExp(`Use the ${theme} theme`))).click();
    for (const [label, heading] of ownScreens) {
      await openArea(label);
      await expect(title).toHaveText(heading);
      await expectAccessible(page, `${label}, ${theme}`);
    }
    for (const place of sampled) {
      await open(place);
      await expect(listPage(page, place.label).table.or(listPage(page, place.label).empty)).toBeVisible();
      await expectAccessible(page, `${place.path}, ${theme}`);
    }
  });
}
