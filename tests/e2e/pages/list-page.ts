import type { Locator, Page } from '@playwright/test';

/** The list of a kind of thing. */
export interface ListPage {
  readonly table: Locator;
  readonly rows: Locator;
  /** What stands in place of rows: that there are none yet, that nothing matches, what has to be chosen first, or that there are none here. */
  readonly empty: Locator;
  readonly filter: Locator;
  readonly selection: Locator;
  readonly asOf: Locator;
  /** What failed, and what to do. */
  readonly failure: Locator;
  readonly row: (name: string) => Locator;
  readonly create: (one: string) => Locator;
}

export function listPage(page: Page, many: string): ListPage {
  const main = page.getByRole('main');
  const table = main.getByRole('grid', { name: many });
  return {
    table,
    rows: table.locator('tbody').getByRole('row'),
    empty: main.getByRole('heading', { name: /^(No .* yet|Nothing matches|Choose .* first|Not on this platform)$/ }),
    filter: main.getByRole('searchbox', { name: /^Filter / }),
    selection: main.getByRole('toolbar', { name: 'Selected rows' }),
    asOf: main.getByText(/^As of /),
    failure: main.getByRole('alert'),
    row: (name) => table.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
    create: (one) => main.getByRole('button', { name: `New ${one}`, exact: true }),
  };
}
