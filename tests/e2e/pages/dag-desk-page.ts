import type { Locator, Page } from '@playwright/test';

/** What an operator does at one DAG: its grid, graph, charts and versions. */
export interface DagDeskPage {
  readonly grid: Locator;
  /** A cell by what it says, such as /^fetch, .* failed/. */
  cell(name: RegExp): Locator;
  readonly selected: Locator;
  readonly runs: Locator;
  readonly dialog: Locator;
  readonly graph: Locator;
  /** What is said of the task under the cursor. */
  readonly said: Locator;
  readonly versions: Locator;
  readonly comparison: Locator;
}

export function dagDeskPage(page: Page): DagDeskPage {
  const main = page.getByRole('main');
  const grid = main.getByRole('grid', { name: 'Runs and tasks' });
  return {
    grid,
    cell: (name) => grid.getByRole('gridcell', { name }),
    selected: main.getByRole('toolbar', { name: 'Selected task instances' }),
    runs: grid.getByRole('columnheader', { name: /^run / }),
    dialog: page.getByRole('dialog'),
    graph: main.locator('.graph-canvas'),
    said: main.locator('.grid-words[role="status"]'),
    versions: main.getByRole('grid', { name: 'Versions' }).locator('tbody').getByRole('row'),
    comparison: main.getByRole('region', { name: 'Comparison' }),
  };
}
