import type { Locator, Page } from '@playwright/test';

/** All DAGs along the time, the backfills of one, and the pools. */
export interface DagTimelinePage {
  /** Goes there from the list of DAGs. */
  open(): Promise<void>;
  readonly chart: Locator;
  readonly bars: Locator;
  /** What is said of the line or run under the cursor. */
  readonly said: Locator;
  /** The same runs in a table. */
  readonly rows: Locator;
  readonly filter: Locator;
  showAs(view: 'Timeline' | 'Table'): Promise<void>;
  readonly dialog: Locator;
  readonly backfills: Locator;
  readonly pools: Locator;
}

export function dagTimelinePage(page: Page): DagTimelinePage {
  const main = page.getByRole('main');
  const chart = main.getByRole('group', { name: 'Runs along the time' });
  const rowsOf = (name: string) => main.getByRole('grid', { name }).locator('tbody').getByRole('row');
  return {
    async open() {
      await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'DAGs', exact: true }).click();
      await main.getByRole('link', { name: 'Timeline', exact: true }).click();
    },
    chart,
    bars: chart.locator('.timeline-bar'),
    said: main.locator('#timeline-said'),
    rows: rowsOf('Runs of all DAGs'),
    filter: main.getByRole('searchbox', { name: 'Filter DAGs' }),
    showAs: (view) => main.getByRole('radiogroup', { name: 'Show as' }).getByRole('radio', { name: view }).click(),
    dialog: page.getByRole('dialog'),
    backfills: rowsOf('Backfills'),
    pools: rowsOf('Pools'),
  };
}
