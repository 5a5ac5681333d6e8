import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** Nothing serious or critical in what axe-core finds on the screen, contrast at WCAG AA included; one line per finding. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(isMoving), `${where} stands still`).toBe(false);
  // Toasts are left out: they come and go while axe looks.
  expect.soft(serious(await scan(page).exclude('.bp6-toast').analyze()), where).toEqual([]);
}

/** The same of one toast, once it stands still; the pointer on it keeps it from leaving. */
export async function expectReadable(page: Page, toast: Locator, where: string): Promise<void> {
  await toast.hover();
  await expect.poll(() => toast.evaluate((element) => element.getAnimations({ subtree: true }).length), where).toBe(0);
  await toast.evaluate((element) => (element.dataset['looked'] = 'at'));
  const results = await scan(page).include('[data-looked]').analyze();
  expect.soft(serious(results), where).toEqual([]);
  expect.soft(results.passes.map(({ id }) => id), `${where}: its contrast is judged`).toContain('color-contrast');
  expect.soft(results.incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes.map(({ html }) => html)), `${where}: all of it`).toEqual([]);
  await toast.evaluate((element) => delete element.dataset['looked']);
}

/** Whether anything fades in or out, or is about to: what is half transparent for a moment has no contrast to judge. Spinners turn for ever, and count for nothing. */
const isMoving = () =>
  document.querySelector(['overlay', 'popover'].flatMap((what) => ['appear', 'enter', 'exit'].map((phase) => `.bp6-${what}-${phase}`)).join()) !== null
  || document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);

// Its newer way opens a window for frames, of which there are none here; Electron does not let it.
const scan = (page: Page) => new AxeBuilder({ page }).withTags(rules).setLegacyMode();

const serious = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
