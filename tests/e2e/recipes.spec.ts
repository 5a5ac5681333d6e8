import { expect, test, type RemotePlatform } from './fixtures/platform.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { formPage } from './pages/form-page.ts';
import { listPage } from './pages/list-page.ts';
import { recipesPage } from './pages/recipes-page.ts';
import { shell } from './pages/shell.ts';
import { connect } from './pages/welcome.ts';

const place = { area: 'workflows', label: 'Workflow recipes' } as const;
const instances = { area: 'workflows', label: 'Flow instances' } as const;

const graph = (label: string) => ({
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Start', sample: { price: 3, count: 2 } } },
    { id: 'work', type: 'transform', position: { x: 240, y: 0 }, data: { label, expression: '{ "total": price * count }' } },
    { id: 'end', type: 'end', position: { x: 480, y: 0 }, data: { label: 'End' } },
  ],
  edges: [{ id: 'a', source: 'start', target: 'work' }, { id: 'b', source: 'work', target: 'end' }],
});

/** A recipe with a version for each of these titles of its second node. */
async function makeRecipe(platform: RemotePlatform, name: string, labels: readonly string[], fields: Record<string, unknown> = {}): Promise<string> {
  const [id] = await platform.make('workflow_recipes', [{ name, ...graph(labels[0]!), ...fields }]);
  for (const [at, label] of labels.entries()) await platform.request('POST', '/api/workflow/version/create', { workflow_id: id, ...graph(label), version_tag: `Tag ${at + 1}` });
  return id!;
}

test('recipes are found by what stands in their nodes, and one that is kept can be read in full without the platform; script in its texts is text [F-14][F-15]', async ({ page, platform }) => {
  const { card, cards, filter, tab, kept, versions } = recipesPage(page);
  const { open, title, status, offlineBanner } = shell(page);
  const { asOf, create } = listPage(page, place.label);
  await makeRecipe(platform, '<img src=x onerror=alert(1)>', ['Fetch headlines', 'Summarise headlines'], { description: '<script>alert(1)</script> {{7*7}}' });
  await makeRecipe(platform, 'Other', ['Translate']);
  await connect(page, platform);
  await open(place);
  await expect(cards).toHaveCount(2);
  await expect(card('<img src=x onerror=alert(1)>')).toContainText('<script>alert(1)</script> {{7*7}}');
  await filter.fill('summari');
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText('In its nodes:');
  await expectAccessible(page, 'Gallery');
  await cards.first().getByRole('link').click();
  await expect(title).toHaveText('<img src=x onerror=alert(1)>');
  await kept.getByRole('button', { name: 'Keep on this computer' }).click();
  await expect(kept).toContainText('Kept in full');
  await expectAccessible(page, 'Recipe');

  await platform.stop();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(offlineBanner).toBeVisible();
  await expect(asOf.first()).toBeVisible();
  await tab('Versions').click();
  await expect(versions).toContainText('Tag 1');
  await versions.getByText('Tag 1').dblclick();
  await expect(page.getByText('Fetch headlines')).toBeVisible(); // which nobody had looked at
  await expect(asOf.first()).toBeVisible();
  await open(place);
  await filter.fill('translate');
  await expect(card('Other')).toBeVisible();
  await expect(status).toContainText('Offline');
  await expect(create('workflow recipe')).toBeDisabled();
});

test('a recipe goes out as a file that only its pass phrase opens, and comes in again with its versions', async ({ page, platform }) => {
  const { card, cards, choose, dialog, problem, tab, versions } = recipesPage(page);
  const { open, title } = shell(page);
  await makeRecipe(platform, 'Totals', ['One', 'Two']);
  await connect(page, platform);
  await open(place);
  await choose('Totals', 'Export to a file…');
  await dialog.getByLabel('Pass phrase', { exact: false }).first().fill('open sesame');
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeDisabled();
  await dialog.getByLabel('The pass phrase once more').fill('open sesame');
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()]);
  const file = await download.path();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await dialog.getByLabel('Pass phrase').fill('wrong');
  await dialog.getByLabel('Name').fill('Totals again');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(problem).toContainText(/pass phrase/i);
  await dialog.getByLabel('Pass phrase').fill('open sesame');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByRole('button', { name: 'Open the recipe' }).click();
  await expect(title).toHaveText('Totals again');
  await tab('Versions').click();
  await expect(versions).toContainText('Tag 2');
  await open(place);
  await expect(cards).toHaveCount(2);
  await expect(card('Totals again')).toContainText('3 nodes');
});

test('an instance of a recipe is made with what that asks for, started, and keeps its runs; the recipe goes and comes back by keyboard', async ({ page, platform }) => {
  const { card, cards, gallery, tab } = recipesPage(page);
  const { open, title, toasts } = shell(page);
  const { field } = formPage(page);
  await makeRecipe(platform, 'Totals', ['Multiply']);
  await platform.make('workflow_recipes', [{ name: 'Spare' }]);
  await connect(page, platform);
  await open(place);
  await card('Totals').getByRole('link').click();
  await tab('Instances').click();
  await page.getByRole('button', { name: 'Make an instance' }).click();
  await expect(title).toHaveText('New flow instance');
  await field('Recipe').and(page.getByRole('combobox')).waitFor();
  await field('Name').fill('Six');
  await expectAccessible(page, 'Form of an instance');
  await field('count').fill('2');
  await field('price').fill('3');
  await page.getByRole('button', { name: 'Create flow instance' }).click();
  await expect(title).toHaveText('Six');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(toasts.filter({ hasText: '“Six” started' })).toBeVisible();
  await tab('Runs').click();
  await expect(page.getByRole('main')).toContainText('success');
  await open(instances);
  await expect(listPage(page, instances.label).row('Six')).toContainText('Totals');

  await open(place);
  await card('Totals').focus();
  await page.keyboard.press('End');
  await expect(card('Spare')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(1);
  await toasts.filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(2);
  await gallery.press('l');
  await expect(listPage(page, place.label).row('Spare')).toBeVisible();
});

test('an instance that lacks what its recipe asks for says which field before it is started and when it is, and runs once it has it [N-044]', async ({ page, platform }) => {
  const { tab } = recipesPage(page);
  const { open, title, toasts } = shell(page);
  const { field, problem } = formPage(page);
  const main = page.getByRole('main');
  const asked = [{ name: 'price', type: 'number', required: true, label: 'Price' }, { name: 'count', type: 'number', required: true, label: 'How many', help: 'Of the dear ones' }];
  const [flow_recipe_id] = await platform.make('workflow_recipes', [{ name: 'Totals', ...graph('Multiply'), flow_recipe_config: asked }]);
  await platform.make('flow_instances', [{ name: 'Six', flow_recipe_id, flow_instance_config: [{ name: 'price', value: 3 }] }]);
  await connect(page, platform);
  await open(instances);
  await listPage(page, instances.label).row('Six').getByRole('link', { name: 'Six', exact: true }).click();
  await expect(main).toContainText('It cannot start as it is: How many is required.');
  await expect(main.getByText('How many', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(toasts.filter({ hasText: '“Six” cannot start: How many is required.' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field('How many').fill('many');
  await expect(problem('Enter a number')).toBeVisible();
  await field('How many').fill('2');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(title).toHaveText('Six');
  await expect(main).not.toContainText('It cannot start as it is');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await toasts.filter({ hasText: '“Six” started' }).getByRole('button', { name: 'Watch' }).click();
  await expect(title).toHaveText('Run of Totals');
  await expect(main.getByRole('region', { name: 'Answer' })).toContainText('"total": 6');
  await open(instances);
  await listPage(page, instances.label).row('Six').getByRole('link', { name: 'Six', exact: true }).click();
  await tab('Runs').click();
  await expect(main.getByRole('grid', { name: 'Runs of the instance' }).getByRole('row').nth(1)).toContainText('success');
});
