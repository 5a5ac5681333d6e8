import type { Locator, Page } from '@playwright/test';

/** The form with which a run is started. */
export interface DagTriggerPage {
  open(): Promise<void>;
  readonly dialog: Locator;
  /** A param by its name. */
  field(name: string): Locator;
  readonly problem: (text: string | RegExp) => Locator;
  showAs(view: 'Form' | 'JSON'): Promise<void>;
  readonly json: Locator;
  /** From the run that it began as to what would be sent. */
  readonly difference: Locator;
  /** The conf of two runs that were selected. */
  readonly comparison: Locator;
}

export function dagTriggerPage(page: Page): DagTriggerPage {
  const dialog = page.getByRole('dialog');
  return {
    open: () => page.getByRole('main').getByRole('button', { name: 'Trigger run', exact: true }).click(),
    dialog,
    field: (name) => dialog.getByRole('group', { name: 'Params of the run' }).getByLabel(new RegExp(`^${name}\\b`)),
    problem: (text) => dialog.getByRole('alert').filter({ hasText: text }),
    showAs: (view) => dialog.getByRole('radiogroup', { name: 'Params as' }).getByRole('radio', { name: view }).click(),
    json: dialog.getByRole('textbox', { name: 'Conf as JSON' }),
    difference: dialog.getByRole('region', { name: 'Difference of conf' }),
    comparison: page.getByRole('main').getByRole('region', { name: 'Comparison of conf' }),
  };
}
