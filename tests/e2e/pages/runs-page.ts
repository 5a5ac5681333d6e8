import { expect, type Locator, type Page } from '@playwright/test';
import { canvasPage } from './canvas-page.ts';
import { recipesPage } from './recipes-page.ts';
import { shell } from './shell.ts';

/** Runs of a workflow, beside its canvas and on pages of their own. */
export interface RunsPage {
  /** Goes to the canvas of a recipe, with the run beside it. */
  readonly openCanvas: (recipe: string) => Promise<void>;
  /** Presses what starts a run of what is on the canvas. */
  readonly start: () => Promise<void>;
  /** The state of the run that is shown. */
  readonly state: Locator;
  readonly side: Locator;
  /** A node of the graph, which says what became of it. */
  readonly node: (title: string) => Locator;
  /** What became of the node that is looked at. */
  readonly result: (title: string) => Locator;
  readonly answer: Locator;
  readonly button: (name: string) => Locator;
  /** Writes JSON into an editor beside the graph. */
  readonly write: (label: string, value: unknown) => Promise<void>;
  /** The page of the run that is shown beside the canvas. */
  readonly openRun: () => Promise<void>;
  /** On the page of a run. */
  readonly head: Locator;
  readonly checkpoints: Locator;
  /** The runs of the recipe, the newest first. */
  readonly list: Locator;
  /** What the waiting node asks for. */
  readonly approval: (title: string) => Locator;
  readonly breakpoint: (title: string) => Locator;
}

export function runsPage(page: Page): RunsPage {
  const main = page.getByRole('main');
  const side = main.locator('.canvas-side');
  const { openArea } = shell(page);
  return {
    side,
    async openCanvas(recipe) {
      await openArea('Workflows');
      await recipesPage(page).card(recipe).getByRole('link').click();
      await canvasPage(page).tab('Canvas').click();
      await canvasPage(page).stage.focus();
      await page.keyboard.press('3');
    },
    start: () => side.getByRole('button', { name: /^Run( again)?$/ }).click(),
    state: main.locator('.run-badge').first(),
    node: (title) => main.locator('.react-flow__node').filter({ hasText: title }),
    result: (title) => side.getByRole('region', { name: `Result of ${title}` }),
    answer: side.getByRole('region', { name: 'Answer' }),
    button: (name) => side.getByRole('button', { name, exact: true }),
    async write(label, value) {
      const editor = side.getByRole('textbox', { name: label });
      await editor.focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(JSON.stringify(value));
    },
    async openRun() {
      await side.getByRole('link', { name: 'Open the run' }).click();
      await expect(main.getByRole('heading', { level: 1, name: /^Run of / })).toBeVisible();
    },
    head: main.locator('.tr-page-head'),
    checkpoints: main.getByRole('list', { name: 'Checkpoints' }),
    list: main.getByRole('grid', { name: 'Runs of the workflow' }),
    approval: (title) => side.getByRole('region', { name: `Approval: ${title}` }),
    breakpoint: (title) => side.getByRole('region', { name: `Breakpoint: ${title}` }),
  };
}
