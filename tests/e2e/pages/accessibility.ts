import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** Nothing serious or critical in what axe-core finds on the screen, contrast at WCAG AA included; one line per finding. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Toasts are left out: they fade while axe looks, and what is half transparent for a moment has no contrast to judge.
  // Its newer way opens a window for frames, of which there are none here; Electron does not let it.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).exclude('.bp6-toast').setLegacyMode().analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
  expect.soft(serious, where).toEqual([]);
}
