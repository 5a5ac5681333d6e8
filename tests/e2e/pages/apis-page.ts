import { expect, type Locator, type Page } from '@playwright/test';
import { shell } from './shell.ts';

/** The API screens: the import, an API's endpoints, and one endpoint with its request and answer. */
export interface ApisPage {
  /** Opens the dialog. */
  readonly importButton: Locator;
  readonly dialog: Locator;
  /** Imports an OpenAPI document that is pasted, with credentials of the API's own, and goes to its endpoints. */
  importText(document: string): Promise<void>;
  /** The lines of the tree, groups included. */
  readonly lines: Locator;
  line(text: string | RegExp): Locator;
  /** Drags a line by the pointer to the share of another one's height, such as 0.9 for what is behind it, and does `meanwhile` before it lets go. */
  drag(line: Locator, to: Locator, share: number, meanwhile?: () => Promise<void>): Promise<void>;
  /** Where what is dragged would come to stand. */
  readonly dropMark: Locator;
  readonly filter: Locator;
  readonly selected: Locator;
  readonly send: Locator;
  readonly save: Locator;
  readonly cancel: Locator;
  /** The whole address that would be called. */
  readonly address: Locator;
  readonly method: Locator;
  readonly path: Locator;
  /** A part of the request, by its tab. */
  part(name: string): Locator;
  /** Goes on with Tab, or another key, until this has the focus, as somebody without a pointer does. */
  tabTo(wanted: Locator, key?: string): Promise<void>;
  parameter(name: string): Locator;
  readonly answer: Locator;
  /** Status, duration and size. */
  readonly figures: Locator;
  /** A view of the answer, by its tab. */
  view(name: string): Locator;
  readonly body: Locator;
  readonly runs: Locator;
  /** Chooses what can be done with a run of the history, by its number from 0. */
  withRun(at: number, action: string): Promise<void>;
  readonly comparison: Locator;
  /** Looks for a text in the answer. */
  readonly search: Locator;
  readonly found: Locator;
}

export function apisPage(page: Page): ApisPage {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const importButton = main.getByRole('button', { name: 'Import', exact: true }).first();
  const tree = main.getByRole('treegrid', { name: 'Endpoints' });
  const answer = main.getByRole('region', { name: 'Answer', exact: true });
  const runs = answer.getByRole('list', { name: 'Earlier runs' });
  return {
    importButton,
    dialog,
    async importText(document) {
      await shell(page).openArea('APIs');
      await importButton.click();
      await dialog.getByLabel('Or paste the document').fill(document);
      const configs = dialog.getByRole('checkbox', { name: /become auth configs/ });
      await configs.press(' ');
      await expect(configs).not.toBeChecked();
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog.getByRole('button', { name: 'Open API' }).click();
      await expect(tree).toBeVisible();
    },
    lines: tree.getByRole('row'),
    line: (text) => tree.getByRole('row').filter({ hasText: text }),
    async drag(line, to, share, meanwhile) {
      const { x, y, height } = (await line.boundingBox())!;
      const target = (await to.boundingBox())!;
      await page.mouse.move(x + 120, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(target.x + 120, target.y + target.height * share, { steps: 5 });
      await meanwhile?.();
      await page.mouse.up();
    },
    dropMark: tree.locator('.endpoint-drop-mark'),
    filter: main.getByRole('searchbox', { name: 'Filter endpoints' }),
    selected: main.getByRole('toolbar', { name: 'Selected endpoints' }),
    send: main.getByRole('button', { name: 'Send', exact: true }),
    save: main.getByRole('button', { name: 'Save', exact: true }),
    cancel: main.getByRole('button', { name: 'Cancel', exact: true }),
    address: main.getByRole('group', { name: 'Address' }),
    method: main.getByRole('combobox', { name: 'Method' }),
    path: main.getByRole('combobox', { name: 'Path' }),
    part: (name) => main.getByRole('tablist').filter({ hasText: 'Params' }).getByRole('tab', { name }),
    async tabTo(wanted, key = 'Tab') {
      await expect(wanted).toBeVisible();
      for (let step = 0; step < 80; step += 1) {
        await page.keyboard.press(key);
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
      }
      await expect(wanted).toBeFocused();
    },
    parameter: (name) => main.getByRole('textbox', { name: new RegExp(`^${name}( required)?$`) }),
    answer,
    figures: answer.getByRole('status', { name: 'Result' }),
    view: (name) => answer.getByRole('tab', { name }),
    body: answer.getByRole('textbox', { name: 'Answer' }),
    runs: runs.getByRole('button').filter({ hasText: /\d/ }),
    async withRun(at, action) {
      await runs.getByRole('listitem').nth(at).getByRole('button', { name: /^Actions of the run/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await expect(page.getByRole('menu')).toHaveCount(0);
    },
    comparison: answer.getByRole('region', { name: 'Comparison' }),
    search: answer.getByRole('searchbox', { name: 'Search the answer' }),
    found: answer.getByRole('status', { name: 'Found' }),
  };
}
