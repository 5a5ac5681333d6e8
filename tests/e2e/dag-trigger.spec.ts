import { expect, test } from './fixtures/app.ts';
import { addDag } from './fixtures/dags.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { dagPage } from './pages/dag-page.ts';
import { dagTriggerPage } from './pages/dag-trigger-page.ts';
import { startHere } from './pages/welcome.ts';

const asked = {
  dag_id: 'asked',
  params: {
    count: { value: 3, schema: { type: 'integer', minimum: 1 }, description: 'How many to fetch' },
    size: { value: 'small', schema: { enum: ['small', 'large'] } },
    day: { schema: { type: 'string', format: 'date' } },
    only: { value: [], schema: { type: 'array' } },
    full: false,
  },
  tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }],
};

test('starts a run by a form of its params, judged while it is typed, and compares it with an earlier run [C-152]', async ({ app }) => {
  const { page } = app;
  const [dag, trigger] = [dagPage(page), dagTriggerPage(page)];
  await startHere(page);
  await addDag(page, asked);

  await trigger.open();
  await expect(trigger.field('count')).toHaveValue('3');
  await trigger.field('count').fill('many');
  await expect(trigger.problem('count must be integer, not string')).toBeVisible();
  await trigger.field('count').fill('5');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(trigger.problem('day is required, since the DAG gives it no value')).toBeVisible();
  await expectAccessible(page, 'the form of a run');
  await trigger.field('day').fill('2026-03-29');
  await trigger.field('size').selectOption('large');
  await trigger.field('only').fill('["a"');
  await expect(trigger.problem(/^Line 1, column 5/)).toBeVisible();
  await trigger.field('only').fill('["a"]');
  await trigger.showAs('JSON');
  await expect(trigger.json).toContainText('"large"');
  await expectAccessible(page, 'the params as JSON');
  await trigger.showAs('Form');
  await trigger.dialog.getByLabel('Note').fill('By hand');
  await trigger.dialog.getByLabel('Run ID').fill('first');
  await page.keyboard.press('Escape');
  await trigger.open(); // what was typed is kept
  await trigger.dialog.getByRole('button', { name: 'Restore draft' }).click();
  await expect(trigger.field('only')).toHaveValue(/"a"/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dag.runState).toHaveText('success');
  await expect(page.getByRole('main').getByText('By hand')).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Run again with…' }).click();
  await expect(trigger.difference).toContainText('Both say the same.');
  await trigger.field('count').fill('9');
  await expect(trigger.difference).toContainText('1 changed');
  await expect(trigger.difference.getByRole('row', { name: /count/ })).toContainText(/5.*9/);
  await expectAccessible(page, 'what changes from an earlier run');
  await trigger.dialog.getByLabel('Run ID').fill('first');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(trigger.problem(/already has a run first/)).toBeVisible();
  await trigger.dialog.getByLabel('Run ID').fill('other');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/run=other/);

  await dag.tab('Runs').click();
  for (const run of ['first', 'other']) await dag.runs.filter({ hasText: run }).getByRole('checkbox').click();
  await page.getByRole('main').getByRole('button', { name: 'Compare conf' }).click();
  await expect(trigger.comparison.getByRole('row', { name: /count/ })).toContainText(/5.*9/);
  await expectAccessible(page, 'the conf of two runs');
});

test('goes on while a param is held against a pattern that never comes to an end, and says who will judge it', async ({ app }) => {
  const { page } = app;
  const trigger = dagTriggerPage(page);
  await startHere(page);
  await addDag(page, {
    dag_id: 'patterned',
    params: { code: { value: 'aaa', schema: { type: 'string', pattern: '^(a+)+$' } }, who: 'Ada' },
    tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }],
  });
  await trigger.open();
  await trigger.field('code').fill('b');
  await expect(trigger.problem(/code does not fit its schema/)).toBeVisible();
  await trigger.field('code').fill(`${'a'.repeat(40)}!`);
  await trigger.field('who').fill('Grace'); // would wait for years behind the pattern
  await expect(trigger.dialog.getByRole('status')).toHaveText(/^A pattern takes too long to be checked here/);
  await expect(trigger.field('who')).toHaveValue('Grace');
  await trigger.field('code').fill('aaaa');
  await expect(trigger.dialog.getByRole('status')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dagPage(page).runState).toHaveText('success');
});
