import { expect, type Locator, type Page } from '@playwright/test';
import { shell } from './shell.ts';

/** The canvas of a workflow, with what stands beside it. */
export interface CanvasPage {
  /** Makes a workflow of this name that has a start and an end, and stays on its canvas. */
  make(name: string): Promise<void>;
  readonly stage: Locator;
  node(title: string): Locator;
  /** What is chosen over the canvas: a node to add, one to connect to. */
  readonly menu: Locator;
  /** Pastes a graph as it comes from the clipboard. */
  paste(graph: object): Promise<void>;
  /** Saves what is on the canvas, with a note. */
  save(note: string): Promise<void>;
  /** Beside the canvas. */
  readonly side: Locator;
  readonly expression: Locator;
  readonly runState: Locator;
  readonly answer: Locator;
  tab(name: string): Locator;
  /** Chooses in which form the graph, or a difference, is shown. */
  show(as: string): Promise<void>;
  readonly versions: Locator;
  readonly mergeDialog: Locator;
}

export function canvasPage(page: Page): CanvasPage {
  const main = page.getByRole('main');
  const stage = main.locator('.canvas-stage');
  const side = main.getByRole('region', { name: 'Node, problems and run' });
  return {
    stage, side,
    async make(name) {
      await shell(page).openArea('Workflows');
      await main.getByRole('button', { name: /^(New|Create)/ }).first().click();
      await page.getByRole('textbox', { name: /^Name/ }).fill(name);
      await main.getByRole('button', { name: /^Create/ }).last().click();
      await expect(stage).toBeVisible();
    },
    node: (title) => stage.locator('.react-flow__node').filter({ hasText: title }),
    menu: main.getByRole('combobox', { name: /^(Add a node|Connect (from|to)|Find a node)$/ }),
    async paste(graph) {
      await stage.focus();
      await stage.evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, JSON.stringify(graph));
    },
    async save(note) {
      await page.keyboard.press('ControlOrMeta+s');
      const dialog = page.getByRole('dialog', { name: 'Save as a new version' });
      await dialog.getByLabel('Note').fill(note);
      await dialog.getByRole('button', { name: 'Save version' }).click();
      await expect(dialog).toBeHidden();
    },
    expression: side.getByRole('textbox', { name: 'Expression' }),
    runState: side.locator('.run-badge').first(),
    answer: side.getByRole('region', { name: 'Answer' }),
    tab: (name) => main.getByRole('tab', { name, exact: true }),
    // Blueprint hides the radio itself and draws its label.
    show: (as) => main.locator('.bp6-segmented-control').getByText(as, { exact: true }).first().click(),
    versions: main.getByRole('grid', { name: 'Versions' }),
    mergeDialog: page.getByRole('dialog', { name: 'Somebody saved this workflow meanwhile' }),
  };
}
