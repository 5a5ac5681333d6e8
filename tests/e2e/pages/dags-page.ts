import type { Locator, Page } from '@playwright/test';

/** What the list of DAGs offers beside what every list does, and the form of a definition. */
export interface DagsPage {
  readonly add: Locator;
  readonly example: Locator;
  /** Shows all of them, the active or the paused ones. */
  show(state: 'All' | 'Active' | 'Paused'): Promise<void>;
  /** A bulk action of the selected rows. */
  action(name: string): Locator;
  readonly dialog: Locator;
  /** What the dialog says of one DAG. */
  result(dag_id: string): Locator;
  readonly definition: Locator;
  /** Why the text cannot be sent, or what the platform refused. */
  readonly problem: (text: string | RegExp) => Locator;
  readonly restoreDraft: Locator;
  readonly versions: Locator;
}

export function dagsPage(page: Page): DagsPage {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  return {
    add: main.getByRole('button', { name: 'Add DAG', exact: true }),
    example: main.getByRole('button', { name: 'Start from an example' }),
    show: (state) => main.getByRole('radiogroup', { name: 'State' }).getByRole('radio', { name: state }).click(),
    action: (name) => main.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name, exact: true }),
    dialog,
    result: (dag_id) => dialog.getByRole('listitem').filter({ hasText: dag_id }),
    definition: main.getByRole('textbox', { name: 'Definition as JSON' }),
    problem: (text) => main.locator('.dag-problem p, .dag-problems li').filter({ hasText: text }),
    restoreDraft: main.getByRole('button', { name: 'Restore draft' }),
    versions: main.getByRole('grid', { name: 'Versions' }).locator('tbody').getByRole('row'),
  };
}
