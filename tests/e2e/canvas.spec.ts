import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from './fixtures/app.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { canvasPage } from './pages/canvas-page.ts';
import { tabTo } from './pages/keyboard.ts';
import { startHere } from './pages/welcome.ts';

/** What the app has written of graphs that are not saved. */
function keptEdits(dataFolder: string): string {
  const db = new DatabaseSync(join(dataFolder, 'drafts.db'), { readOnly: true });
  const values = db.prepare("SELECT value FROM drafts WHERE key LIKE 'graph/%'").all().map(({ value }) => String(value));
  db.close();
  return values.join();
}

const transform = (id: string, label: string, expression: string) => ({ nodes: [{ id, type: 'transform', position: { x: 0, y: 0 }, data: { label, expression } }], edges: [] });

test('a workflow is built, run and looked at by keyboard alone [N-042][C-092]', async ({ app }) => {
  const { page } = app;
  const canvas = canvasPage(page);
  await startHere(page);
  await canvas.make('Greeting');
  await canvas.stage.focus();
  await page.keyboard.press('ArrowRight');
  await expect(canvas.side.getByText('start', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(canvas.menu).toBeFocused();
  await page.keyboard.type('transf');
  await page.keyboard.press('Enter');
  await expect(canvas.node('transform')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(canvas.side.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Greet');
  await expect(canvas.expression).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(canvas.expression).toBeFocused();
  await page.keyboard.type('"Good day, " & name');
  await page.keyboard.press('Escape');
  await expect(canvas.stage).toBeFocused();
  await page.keyboard.press('c');
  await expect(canvas.menu).toBeFocused();
  await page.keyboard.type('end');
  await page.keyboard.press('Enter');
  await expect(canvas.side.getByRole('list', { name: 'Connections' })).toContainText('to End');
  await expectAccessible(page, 'the canvas with a node');

  // The start led straight to the end, which would have both.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('1');
  await tabTo(page, canvas.side.getByRole('button', { name: 'Remove the connection to End' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await tabTo(page, canvas.side.getByRole('textbox', { name: 'Input of the run' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{"name": "Ada"');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(canvas.runState).toHaveText('success');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(canvas.answer).toContainText('Good day, Ada');
  await expectAccessible(page, 'the canvas with a run');

  await page.keyboard.press('3');
  await tabTo(page, canvas.side.getByRole('link', { name: 'Open the run' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Run of Greeting' })).toBeVisible();
  await expect(page.getByText('Not a saved version')).toBeVisible();
  await expectAccessible(page, 'the page of a run');
});

test('edits outlive a crash, and can still be undone; the version that somebody saved meanwhile is merged with them [S-038][F-25]', async ({ app }) => {
  await startHere(app.page);
  const before = canvasPage(app.page);
  await before.make('Kept');
  await before.paste(transform('sum', 'Sum up', '1 + 1'));
  await expect(before.node('Sum up')).toBeVisible();
  await before.save('With a sum');
  await before.node('Sum up').click();
  await before.side.getByLabel('Title').fill('Total');
  await before.save('Renamed');
  await before.side.getByLabel('Title').fill('Add up');
  await before.stage.focus();
  await before.paste(transform('more', 'One more', '2'));
  await expect(before.node('One more')).toBeVisible();
  await expect.poll(() => keptEdits(app.dataFolder)).toContain('One more');
  const { pathname } = new URL(app.page.url());
  await app.crash();

  const { page } = app;
  const canvas = canvasPage(page);
  await page.evaluate((path) => {
    window.history.pushState({}, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, `${pathname}?tab=canvas`);
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect(canvas.node('Add up')).toBeVisible();
  await expect(canvas.node('One more')).toBeVisible();
  await canvas.stage.focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(canvas.node('One more')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Shift+z');

  // Meanwhile the version before is made the latest again, as another window would.
  await canvas.tab('Versions').click();
  await expect(canvas.versions.getByRole('row')).toHaveCount(3);
  await canvas.versions.getByRole('checkbox', { name: /^Select / }).last().click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(canvas.versions.getByRole('row')).toHaveCount(4);
  await canvas.tab('Canvas').click();
  await expect(page.getByText('Somebody saved a version meanwhile.')).toBeVisible();
  await canvas.save('Mine');
  await expect(canvas.mergeDialog).toContainText('Sum up');
  await expectAccessible(page, 'the merge of two versions');
  await canvas.mergeDialog.getByRole('radio', { name: /: yours$/ }).first().check();
  await canvas.mergeDialog.getByRole('button', { name: 'Save merged version' }).click();
  await expect(canvas.mergeDialog).toBeHidden();
  await expect(canvas.node('Add up')).toBeVisible();
  await canvas.tab('Versions').click();
  await expect(canvas.versions.getByRole('row')).toHaveCount(5);
  await expect(canvas.versions).toContainText('Merged with version 3');
});

test('versions are compared on the canvas, property by property and as text, and gone back to [C-093]', async ({ app }) => {
  const { page } = app;
  const canvas = canvasPage(page);
  await startHere(page);
  await canvas.make('Compared');
  await canvas.paste(transform('sum', 'Sum up', '1 + 1'));
  await canvas.save('With a sum');
  await canvas.node('Sum up').click();
  await canvas.side.getByLabel('Title').fill('Add up');
  await canvas.paste(transform('more', 'One more', '2'));
  await canvas.save('More');
  await canvas.tab('Versions').click();
  const boxes = canvas.versions.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await expectAccessible(page, 'the versions');
  await page.getByRole('button', { name: 'Compare the two' }).click();
  await expect(page.getByText('1 node added, 1 node changed')).toBeVisible();
  await page.getByRole('list', { name: 'Changes' }).getByRole('button', { name: /Add up/ }).click();
  await expect(page.getByRole('region', { name: 'Change of Add up' })).toContainText('Sum up');
  await expectAccessible(page, 'what differs on the canvas');
  await canvas.show('Text');
  await expect(page.getByRole('row', { name: /changed|added/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'All versions' }).click();
  await boxes.nth(0).click(); // both were selected
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(canvas.versions).toContainText('Restored from version 1');
  await canvas.tab('Canvas').click();
  await expect(canvas.node('Sum up')).toBeVisible();
  await expect(canvas.node('One more')).toBeHidden();
});

test('a run waits for somebody’s word, and goes on with it; what it ran stays with it [N-042]', async ({ app }) => {
  const { page } = app;
  const canvas = canvasPage(page);
  await startHere(page);
  await canvas.make('Asked');
  await canvas.tab('Canvas').click();
  await canvas.show('JSON');
  await canvas.stage.getByRole('textbox', { name: 'Graph as JSON' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await canvas.stage.getByRole('textbox', { name: 'Graph as JSON' }).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, JSON.stringify({
    nodes: [
      { id: 'start', type: 'start', data: { sample: { amount: 7 } } },
      { id: 'ask', type: 'approval', data: { label: 'Ask the manager', message: 'Spend {{ input.amount }}?', fields: [{ name: 'limit', label: 'Limit', type: 'number', required: true }] } },
      { id: 'yes', type: 'end', data: {} }, { id: 'no', type: 'end', data: {} },
    ],
    edges: [{ source: 'start', target: 'ask' }, { source: 'ask', target: 'yes', sourceHandle: 'approved' }, { source: 'ask', target: 'no', sourceHandle: 'rejected' }],
  }));
  await page.getByRole('button', { name: 'Take this over' }).click();
  await canvas.show('Canvas');
  await expect(canvas.node('Ask the manager')).toBeVisible();
  await canvas.stage.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  const approval = canvas.side.getByRole('region', { name: 'Approval: Ask the manager' });
  await expect(approval).toContainText('Spend 7?');
  await expect(canvas.node('Ask the manager')).toContainText('waiting');
  await expectAccessible(page, 'an approval');
  await approval.getByLabel('Limit').fill('10');
  await approval.getByRole('button', { name: 'Approve' }).click();
  await expect(canvas.runState).toHaveText('success');
  await canvas.tab('Runs').click();
  await page.getByRole('grid', { name: 'Runs of the workflow' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { name: 'Run of Asked' })).toBeVisible();
  await canvas.stage.locator('.react-flow__node').filter({ hasText: 'Ask the manager' }).click();
  await expect(page.getByRole('region', { name: 'Result of Ask the manager' })).toContainText('approved');
});
