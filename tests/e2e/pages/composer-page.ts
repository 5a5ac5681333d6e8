import { expect, type Locator, type Page } from '@playwright/test';

/** One API as a whole: its tabs, its export, its sync, its figures. */
export interface ComposerPage {
  readonly dialog: Locator;
  tab(name: string): Locator;
  /** Opens the menu of what is done with the whole API, and chooses. */
  more(action: string): Promise<void>;
  /** The changes of a document, in the sync. */
  readonly changes: Locator;
  change(text: string | RegExp): Locator;
  /** The change that is looked at, field by field. */
  readonly changeDetail: Locator;
  /** Gives the sync a document by pasting it, and waits for the review. */
  compare(document: string): Promise<void>;
  readonly apply: Locator;
}

export function composerPage(page: Page): ComposerPage {
  const main = page.getByRole('main');
  const changes = main.getByRole('listbox', { name: 'Changes of the document' });
  const tab = (name: string) => main.getByRole('tab', { name, exact: true });
  return {
    dialog: page.getByRole('dialog'),
    tab,
    async more(action) {
      await main.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: action }).click();
    },
    changes: changes.getByRole('option'),
    change: (text) => changes.getByRole('option').filter({ hasText: text }),
    changeDetail: main.getByRole('region', { name: 'The change' }),
    async compare(document) {
      await tab('Sync').click();
      await main.getByLabel('Or paste the document').fill(document);
      await main.getByRole('button', { name: 'Compare', exact: true }).click();
      await expect(changes).toBeVisible();
    },
    apply: main.getByRole('button', { name: /^Apply \d/ }),
  };
}
