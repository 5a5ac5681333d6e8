import type { Locator, Page } from '@playwright/test';

/** The log of a task instance, beside the run that it belongs to. */
export interface LogPage {
  /** Its rows that are on the page. */
  readonly rows: Locator;
  /** The list of them, which has the keys. */
  readonly list: Locator;
  /** The row that was jumped to. */
  readonly active: Locator;
  readonly tries: Locator;
  level(name: string): Locator;
  readonly find: Locator;
  /** How many match, and which of them is shown. */
  readonly said: Locator;
  /** How long it is, and whether it is still being written. */
  readonly foot: Locator;
  readonly differences: Locator;
  readonly download: Locator;
}

export function logPage(page: Page): LogPage {
  const main = page.getByRole('main');
  const list = main.getByRole('grid', { name: /^Log of try/ });
  return {
    list,
    rows: list.getByRole('row'),
    active: list.locator('[data-active]'),
    tries: main.getByRole('combobox', { name: 'Try' }),
    level: (name) => main.getByRole('group', { name: 'Levels' }).getByRole('button', { name: new RegExp(`^${name}`) }),
    find: main.getByRole('searchbox', { name: 'Search the log' }),
    said: main.getByRole('status', { name: 'Matches' }),
    foot: main.locator('.log-note').last(),
    differences: main.getByRole('region', { name: 'Differences' }),
    download: main.getByRole('button', { name: 'Download the log' }),
  };
}
