import { expect, type Locator, type Page } from '@playwright/test';
import { formPage } from './form-page.ts';
import { shell } from './shell.ts';

/** OAuth connections: the clients they are made by, the dialog that makes one, and the field that chooses one. */
export interface OAuthPage {
  /** Makes an auth config by keyboard, and is then on its page. */
  createClient(name: string, config: Readonly<Record<string, string>>): Promise<void>;
  readonly dialog: Locator;
  readonly client: Locator;
  readonly name: Locator;
  readonly signIn: Locator;
  /** Why there is no connection. */
  readonly refusal: Locator;
  /** The choice of a connection, in the authentication of an API. */
  readonly connection: Locator;
  /** A line of the overview of a connection. */
  line(name: string): Locator;
}

export function oauthPage(page: Page): OAuthPage {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog', { name: /^(Connect by OAuth 2|Reconnect .*)$/ });
  return {
    async createClient(name, config) {
      await shell(page).open({ area: 'connectors', label: 'Auth configs' });
      await expect(main.getByRole('heading', { name: 'No auth configs yet' })).toBeVisible();
      await page.keyboard.press('n');
      await formPage(page).field('Name').fill(name);
      await page.getByLabel('Signs in with', { exact: true }).selectOption('OAuth 2');
      for (const [label, value] of Object.entries(config)) await page.getByLabel(label, { exact: true }).fill(value);
      await page.keyboard.press('ControlOrMeta+s');
      await expect(shell(page).title).toHaveText(name);
    },
    dialog,
    client: dialog.getByLabel('Client', { exact: true }),
    name: dialog.getByLabel('Name'),
    signIn: dialog.getByRole('button', { name: /^(Sign in|Try again)$/ }),
    refusal: dialog.getByRole('alert'),
    connection: main.getByRole('combobox', { name: 'Connection' }),
    line: (name) => main.locator('.row-fields > div').filter({ has: page.getByText(name, { exact: true }) }),
  };
}
