import { expect, type Locator, type Page } from '@playwright/test';

/** The screens of one DAG: adding it, its runs, and one run with its tasks. */
export interface DagPage {
  /** Begins a new one, from the list. */
  readonly add: Locator;
  /** Pastes the definition over what stands there. */
  define(definition: object): Promise<void>;
  readonly save: Locator;
  /** Saves what is edited as a new version, and waits until it is there. */
  saveVersion(): Promise<void>;
  readonly triggerRun: Locator;
  /** Starts a run with what its dialog offers, and shows it. */
  trigger(): Promise<void>;
  tab(name: string): Locator;
  readonly runs: Locator;
  /** The tasks of the run that is shown. */
  readonly tasks: Locator;
  task(id: string): Locator;
  /** Leads to the first error of the run, once it is known that one of its tasks failed. */
  readonly firstError: Locator;
  /** The state of the run that is shown. */
  readonly runState: Locator;
  /** What came of the task that is looked at. */
  outcome(id: string): Locator;
}

export function dagPage(page: Page): DagPage {
  const main = page.getByRole('main');
  const triggerRun = main.getByRole('button', { name: 'Trigger run', exact: true });
  const tasks = main.getByRole('grid', { name: 'Tasks of the run' }).locator('tbody').getByRole('row');
  return {
    add: main.getByRole('button', { name: 'Add DAG', exact: true }),
    async define(definition) {
      const editor = main.getByRole('textbox', { name: 'Definition as JSON' });
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await editor.evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, JSON.stringify(definition, null, 2));
    },
    save: main.getByRole('button', { name: 'Add DAG', exact: true }),
    async saveVersion() {
      await page.keyboard.press('ControlOrMeta+s');
      await expect(main.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    },
    triggerRun,
    async trigger() {
      await triggerRun.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Trigger run', exact: true }).click();
    },
    tab: (name) => main.getByRole('tab', { name, exact: true }),
    runs: main.getByRole('grid', { name: 'Runs' }).locator('tbody').getByRole('row'),
    tasks,
    task: (id) => tasks.filter({ has: page.getByRole('gridcell', { name: id, exact: true }) }),
    firstError: main.getByRole('button', { name: 'First error' }),
    runState: main.locator('.dag-bar').filter({ has: page.getByRole('heading', { level: 2 }) }).locator('.dag-state'),
    outcome: (id) => main.getByRole('region', { name: `Task ${id}` }),
  };
}
