import { expect, test } from './fixtures/app.ts';
import { test as remote } from './fixtures/platform.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { canvasPage } from './pages/canvas-page.ts';
import { recipesPage } from './pages/recipes-page.ts';
import { shell } from './pages/shell.ts';
import { connect, startHere } from './pages/welcome.ts';

const label = '<img src=x onerror=alert(1)>';
const text = '<script>alert(1)</script> {{7*7}} '.repeat(600_000);

remote('a recipe of 20 MB opens on the canvas, says what of it is too large to be shown, and is saved with all of it; script in its texts is text [F-15]', async ({ page, platform }) => {
  remote.slow();
  const canvas = canvasPage(page);
  const graph = {
    nodes: [
      { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} }, { id: 'long', type: 'prompt', position: { x: 280, y: 0 }, data: { label, template: text } },
      { id: 'end', type: 'end', position: { x: 560, y: 0 }, data: {} },
    ],
    edges: [{ id: 'a', source: 'start', target: 'long' }, { id: 'b', source: 'long', target: 'end' }],
  };
  const [id] = await platform.make('workflow_recipes', [{ name: 'Large', workflow_type: 'langgraph' }]);
  await platform.request('POST', '/api/workflow/version/create', { workflow_id: id, ...graph });
  await connect(page, platform);
  await shell(page).open({ area: 'workflows', label: 'Workflow recipes' });
  await recipesPage(page).card('Large').getByRole('link').click();
  await canvas.tab('Canvas').click();
  await canvas.node(label).click();
  const field = canvas.side.getByRole('group', { name: 'Text' });
  await expect(field).toContainText('20.4 MB');
  await expect(field).toContainText('<script>alert(1)</script> {{7*7}}');
  await expectAccessible(page, 'a text that is too large');
  await canvas.show('JSON');
  await expect(canvas.stage.getByRole('group', { name: 'Graph as JSON' })).toContainText('20.4 MB');
  await canvas.show('Canvas');
  await canvas.side.getByLabel('Title').fill('Renamed');
  await canvas.save('Renamed');
  await expect(shell(page).toasts.filter({ hasText: 'New version saved' })).toBeVisible({ timeout: 60_000 });
  const { body } = await platform.request('GET', `/api/workflow/version/latest?workflow_id=${id}`);
  const { nodes } = body['data'] as { nodes: { id: string; data: { label?: string; template?: string } }[] };
  const saved = nodes.find((node) => node.id === 'long')?.data;
  expect(saved?.label).toBe('Renamed');
  expect(saved?.template === text, 'the whole text is there').toBe(true);
});

test('nodes are grouped, moved, resized, aligned, tidied up, and taken to another workflow by keyboard alone; each step goes back and forth [C-092]', async ({ app }) => {
  const { page } = app;
  const canvas = canvasPage(page);
  const frame = async (title: string) => {
    const box = await canvas.node(title).first().boundingBox();
    return box && { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) };
  };
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await startHere(page);
  await canvas.make('First');
  await canvas.stage.focus();
  await press('ArrowRight', 'Tab');
  await expect(canvas.menu).toBeFocused();
  await page.keyboard.type('transf');
  await press('Enter');
  await expect(canvas.node('transform')).toBeVisible();

  await press('g');
  await expect(canvas.node('Group')).toBeVisible();
  await expect(canvas.side.getByLabel('Width')).toBeVisible();
  const [group, inner] = [(await frame('Group'))!, (await frame('transform'))!];
  await press('ControlOrMeta+Shift+ArrowRight', 'ControlOrMeta+Shift+ArrowDown');
  await expect.poll(() => frame('Group')).toEqual({ ...group, width: group.width + 16, height: group.height + 16 });
  expect(await frame('transform')).toEqual(inner);
  await press('ControlOrMeta+z');
  await expect.poll(() => frame('Group')).toEqual(group);
  await press('ControlOrMeta+ArrowRight');
  await expect.poll(() => frame('transform')).toEqual({ ...inner, x: inner.x + 16 });
  await press('ControlOrMeta+z', 'ControlOrMeta+Shift+z');
  await expect.poll(() => frame('Group')).toEqual({ ...group, x: group.x + 16 });
  await press('Shift+G');
  await expect(canvas.node('Group')).toBeHidden();

  await press('ControlOrMeta+a', 'ControlOrMeta+k');
  await page.keyboard.type('Align the selected nodes left');
  await expect(page.getByRole('option', { name: /Align the selected nodes left/ })).toBeVisible();
  await press('Enter');
  const lefts = async () => new Set(await canvas.stage.locator('.react-flow__node').evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().left)))).size;
  await expect.poll(lefts).toBe(1);
  await canvas.stage.focus();
  await press('t');
  await expect.poll(lefts).toBeGreaterThan(1);
  await press('ControlOrMeta+z');
  await expect.poll(lefts).toBe(1);

  await press('ControlOrMeta+a', 'ControlOrMeta+c');
  await canvas.make('Second');
  await canvas.stage.focus();
  await press('ControlOrMeta+v');
  await expect(canvas.stage.locator('.react-flow__node')).toHaveCount(5);
  await expect(canvas.node('transform')).toBeVisible();
});
