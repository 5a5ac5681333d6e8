import type { Locator, Page } from '@playwright/test';
import { shell } from './shell.ts';

/** The dialog in which a document is taken in, and what it says of that. */
export interface ImportPage {
  readonly dialog: Locator;
  /** Opens it, on a document that stands at an address. */
  openForAddress(): Promise<void>;
  readonly address: Locator;
  readonly signIn: Locator;
  readonly start: Locator;
  readonly cancel: Locator;
  readonly status: Locator;
  readonly problem: Locator;
  /** What the document refers to, and what is done about it. */
  readonly external: Locator;
  readonly fetchThese: Locator;
}

export function importPage(page: Page): ImportPage {
  const dialog = page.getByRole('dialog', { name: 'Import an API' });
  const external = dialog.getByRole('region', { name: 'What it refers to elsewhere' });
  return {
    dialog,
    async openForAddress() {
      await shell(page).openArea('APIs');
      await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).first().click();
      await dialog.getByText('Address', { exact: true }).click();
    },
    address: dialog.getByRole('textbox', { name: 'Address' }),
    signIn: dialog.getByRole('combobox', { name: 'Sign in there' }),
    start: dialog.getByRole('button', { name: 'Import', exact: true }),
    cancel: dialog.getByRole('button', { name: 'Cancel the import' }),
    status: dialog.getByRole('status'),
    problem: dialog.getByRole('alert'),
    external,
    fetchThese: external.getByRole('button', { name: 'Fetch these too' }),
  };
}
