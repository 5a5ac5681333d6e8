import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { dagPage } from './pages/dag-page.ts';
import { dagsPage } from './pages/dags-page.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

/** A real server on loopback that answers nothing but 500; it counts what came. */
async function startBroken() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"Out of order"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

const nap = (dag_id: string, more: object = {}) => ({ dag_id, ...more, tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }] });

/** Adds a DAG as a person would, and stays on its page. */
async function addDag(page: Page, definition: { readonly dag_id: string; readonly [field: string]: unknown }): Promise<void> {
  const { openArea, title } = shell(page);
  await openArea('DAGs');
  await page.getByRole('button', { name: /^(New|Add) DAG$/ }).first().click();
  await dagPage(page).define(definition);
  await dagPage(page).save.click();
  await expect(title).toHaveText(definition.dag_id);
}

test('shows a task that is tried again, why it failed, and what could not run after it [C-151][C-163]', async ({ app }) => {
  const { page } = app;
  await using broken = await startBroken();
  const dag = dagPage(page);
  const [fetch, after] = [dag.tasks.filter({ hasText: /^fetch/ }), dag.tasks.filter({ hasText: /^after/ })];
  await startHere(page);
  await addDag(page, {
    dag_id: 'broken', params: { url: 'http://127.0.0.1:1/' },
    tasks: [
      { task_id: 'fetch', operator: 'http', url: '{{ params.url }}', retries: 1, retry_delay_seconds: 2 },
      { task_id: 'after', operator: 'sleep', seconds: 0, depends_on: ['fetch'] },
    ],
  });
  await page.getByRole('main').getByRole('button', { name: 'Trigger run' }).click();
  const conf = page.getByRole('dialog').getByRole('textbox', { name: 'Conf as JSON' });
  await expect(conf).toContainText('http://127.0.0.1:1/'); // the DAG's own params to begin with
  await conf.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(`{"url": "${broken.url}"`);
  await page.keyboard.press('ControlOrMeta+Enter');

  await expect(fetch).toContainText('up for retry');
  await expectAccessible(page, 'a run that is tried again');
  await expect(fetch).toContainText('failed');
  await expect(fetch).toContainText('2 of 2');
  await expect(after).toContainText('upstream failed');
  await expect(dag.runState).toHaveText('failed');
  await fetch.click();
  await expect(dag.outcome('fetch')).toContainText('The target answered 500 Internal Server Error');
  await expectAccessible(page, 'a run that failed');
  expect(broken.requests()).toBe(2);

  await page.reload();
  await expect(dag.outcome('fetch')).toContainText('Out of order'); // the run and the task stand in the address
  await dag.tab('Events').click();
  await page.getByRole('searchbox', { name: 'Filter events' }).fill('up_for_retry');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Events' }).locator('tbody').getByRole('row')).toHaveCount(1);
  await expectAccessible(page, 'events');
});

test('judges a definition while it is typed, and shows what the platform refuses at its task and field [C-155]', async ({ app }) => {
  const { page } = app;
  const dags = dagsPage(page);
  const dag = dagPage(page);
  await startHere(page);
  await shell(page).openArea('DAGs');
  await expectAccessible(page, 'no DAGs yet');
  await dags.example.click();
  await expect(dags.definition).toContainText('example_pipeline');
  await expectAccessible(page, 'the example');

  await dags.definition.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(',');
  await expect(dags.problem(/^Line \d+, column \d+: /)).toBeVisible();
  await expect(dag.save).toBeDisabled();

  await dag.define({ dag_id: 'wrong', tasks: [{ task_id: 'a', operator: 'http' }, { task_id: 'b', operator: 'sleep', seconds: 1, depends_on: ['zero'] }] });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dags.problem('DAG “wrong”, task “a”: url is required (tasks[0].url, line 4)')).toBeVisible();
  await expect(dags.problem('task “b”: depends_on.0 names “zero”, which is no task of this DAG')).toBeVisible();
  await expectAccessible(page, 'a definition that is refused');

  await dag.define(nap('right'));
  await page.keyboard.press('ControlOrMeta+s');
  await expect(shell(page).title).toHaveText('right');
  await shell(page).openArea('DAGs');
  await page.keyboard.press('n');
  await dag.define(nap('right'));
  await dag.save.click();
  await expect(dags.problem('There is a DAG “right” already.')).toBeVisible();
});

test('saves an edited definition as a new version, and keeps what was typed through a crash of the window', async ({ app }) => {
  const { page } = app;
  const dags = dagsPage(page);
  const dag = dagPage(page);
  const main = page.getByRole('main');
  await startHere(page);
  await addDag(page, nap('versioned', { description: 'First' }));
  await page.keyboard.press('e');
  await expect(dags.definition).toContainText('First');
  await dag.define(nap('versioned', { description: 'Second' }));
  await expect(main.getByText('Not saved yet; kept as a draft')).toBeVisible();
  await expect.poll(async () => {
    await page.reload();
    await expect(dags.definition).toBeVisible();
    return dags.restoreDraft.isVisible();
  }).toBe(true);
  await dags.restoreDraft.click();
  await expect(dags.definition).toContainText('Second');
  await main.getByLabel('Schedule').selectOption('Every day at 00:00 (@daily)');
  await expect(dags.definition).toContainText('"schedule": "@daily"');
  await dags.definition.click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dags.versions).toHaveCount(2);
  await dag.tab('Overview').click();
  await expect(main.getByText('Second')).toBeVisible();
  await expect(main.getByText('in UTC')).toBeVisible();
});

test('pauses, resumes and deletes by keyboard, one and many [C-152][C-153][C-154][S-006][S-007][S-009]', async ({ app }) => {
  const { page } = app;
  const dags = dagsPage(page);
  const list = listPage(page, 'DAGs');
  const { openArea, toasts } = shell(page);
  await startHere(page);
  for (const id of ['one', 'two', 'three']) await addDag(page, nap(id));
  await openArea('DAGs');
  await expect(list.rows).toHaveCount(3);
  await list.row('one').getByRole('gridcell').nth(3).click();

  await page.keyboard.press('p');
  await expect(list.row('one')).toContainText('Paused');
  await dags.show('Paused');
  await expect(list.rows).toHaveCount(1);
  await dags.show('All');
  await list.row('one').getByRole('gridcell').nth(3).click();
  await page.keyboard.press('Shift+P');
  await expect(list.row('one')).toContainText('Active');

  await page.keyboard.press('ControlOrMeta+a');
  await dags.action('Pause').click();
  await expect(dags.dialog).toContainText('would not be followed');
  await expectAccessible(page, 'what would be paused');
  await dags.dialog.getByRole('button', { name: 'Pause 3 DAGs' }).click();
  for (const id of ['one', 'two', 'three']) await expect(dags.result(id)).toContainText('Paused');
  await page.keyboard.press('Escape');
  for (const id of ['one', 'two', 'three']) await expect(list.row(id)).toContainText('Paused');
  await dags.action('Clear').click();

  await list.row('two').getByRole('gridcell').nth(3).click();
  await page.keyboard.press('Delete');
  await expect(list.row('two')).toBeHidden();
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(list.row('two')).toBeVisible();
  await list.row('two').getByRole('gridcell').nth(3).click();
  await page.keyboard.press('Shift+Delete');
  await expect(list.row('two')).toBeHidden();

  await page.keyboard.press('ControlOrMeta+a');
  await dags.action('Delete…').click();
  await dags.dialog.getByRole('button', { name: 'Delete 2 DAGs' }).click();
  await expect(dags.dialog).toContainText('2 deleted, 0 failed');
  await page.keyboard.press('Escape');
  await expect(list.empty).toHaveText('No DAGs yet');
});

test('moves through runs and tasks by keyboard alone, in every theme', async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const dag = dagPage(page);
  const list = listPage(page, 'DAGs');
  const { openArea, find } = shell(page);
  await startHere(page);
  await addDag(page, nap('keys'));
  await openArea('DAGs');
  await expect(list.row('keys')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Conf as JSON' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dag.runState).toHaveText('success');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(dag.outcome('nap')).toContainText('Result');

  for (const theme of ['dark', 'high-contrast', 'light']) {
    await (await find(`${theme} theme`, `Use the ${theme} theme`)).click();
    for (const tab of ['Overview', 'Runs', 'Tasks', 'Events', 'Definition']) {
      await dag.tab(tab).click();
      await expect(dag.tab(tab)).toHaveAttribute('aria-selected', 'true');
      await expectAccessible(page, `${tab}, ${theme}`);
    }
  }
});

test('says why nothing can be done while the platform is away, and keeps all readable', async ({ app }) => {
  const { page } = app;
  const dag = dagPage(page);
  const list = listPage(page, 'DAGs');
  const { openArea, offlineBanner } = shell(page);
  await startHere(page);
  await addDag(page, nap('away'));
  await openArea('DAGs');
  await expect(list.row('away')).toBeVisible();
  const restore = app.cutPlatform();
  await expect(offlineBanner).toBeVisible();
  await expect(list.asOf).toBeVisible();
  await list.row('away').getByRole('link').click();
  const trigger = page.getByRole('main').getByRole('button', { name: 'Trigger run' });
  await expect(trigger).toBeDisabled();
  await expect(trigger).toHaveAccessibleDescription(/cannot be reached/);
  await dag.tab('Definition').click();
  await expect(dagsPage(page).definition).toContainText('"away"');
  await expectAccessible(page, 'a DAG from the cache');
  restore();
});
