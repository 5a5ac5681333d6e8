import type { Locator, Page } from '@playwright/test';

/** The recipes of workflows: the gallery, and the page of one. */
export interface RecipesPage {
  readonly gallery: Locator;
  readonly cards: Locator;
  readonly card: (name: string) => Locator;
  readonly filter: Locator;
  readonly tab: (name: string) => Locator;
  /** What is kept of the recipe on this computer. */
  readonly kept: Locator;
  readonly versions: Locator;
  readonly dialog: Locator;
  /** Why the dialog could not do what it was asked for. */
  readonly problem: Locator;
  /** Chooses something of the menu of a card. */
  readonly choose: (name: string, item: string) => Promise<void>;
}

export function recipesPage(page: Page): RecipesPage {
  const main = page.getByRole('main');
  const gallery = main.getByRole('grid', { name: 'Workflow recipes' });
  const cards = gallery.getByRole('gridcell');
  const card = (name: string) => cards.filter({ has: page.getByRole('link', { name, exact: true }) });
  const dialog = page.getByRole('dialog').filter({ has: page.locator('form, [role="status"]') });
  return {
    gallery, cards, card, dialog,
    filter: main.getByRole('searchbox', { name: 'Filter workflow recipes' }),
    tab: (name) => main.getByRole('tab', { name, exact: true }),
    kept: main.getByRole('region', { name: 'On this computer' }),
    versions: main.getByRole('grid', { name: 'Versions' }).or(main.getByRole('table', { name: 'Versions' })),
    problem: dialog.getByRole('alert'),
    async choose(name, item) {
      await card(name).click({ button: 'right' });
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}
