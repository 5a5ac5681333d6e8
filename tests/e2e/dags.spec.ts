import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from './fixtures/app.ts';
import { addDag, nap } from './fixtures/dags.ts';
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

/** The lists of DAGs as they are kept for when the platform is away. */
function keptLists(dataFolder: string): string {
  const db = new DatabaseSync(join(dataFolder, 'cache.db'), { readOnly: true });
  const rows = db.prepare("SELECT body FROM answers WHERE call = 'dags.list'").all();
  db.close();
  return rows.map(({ body }) => String(body)).join('\n');
}

test('shows a task that is tried again, why it failed, and what could not run after it [C-151][C-163]', async ({ app }) => {
  const { page } = app;
  await using broken = await startBroken();
  const dag = dagPage(page);
  const [fetch, after] = [dag.tasks.filter({ hasText: /^fetch/ }), dag.tasks.filter({ hasText: /^after/ })];
  const asks = (dag_id: string, url: string, retry_delay_seconds: number) => ({
    dag_id, params: { url },
    tasks: [
      { task_id: 'fetch', operator: 'http', url: '{{ params.url }}', retries: 1, retry_delay_seconds },
      { task_id: 'after', operator: 'sleep', seconds: 0, depends_on: ['fetch'] },
    ],
  });
  await startHere(page);
  // It waits for its second try for longer than this test takes.
  await addDag(page, asks('patient', 'http://127.0.0.1:1/', 3600));
  await page.getByRole('main').getByRole('button', { name: 'Trigger run' }).click();
  const url = page.getByRole('dialog').getByRole('textbox', { name: 'url' });
  await expect(url).toHaveValue('http://127.0.0.1:1/'); // the DAG's own params to begin with
  await url.fill(broken.url);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(fetch).toContainText('up for retry');
  await expect(after).toContainText('no status');
  await fetch.click();
  await expect(dag.outcome('fetch')).toContainText('It is tried again in');
  await expectAccessible(page, 'a run that is tried again');

  await addDag(page, asks('broken', broken.url, 0));
  await dag.trigger();
  await expect(dag.runState).toHaveText('failed');
  await expect(fetch).toContainText('failed');
  await expect(fetch).toContainText('2 of 2');
  await expect(after).toContainText('upstream failed');
  await fetch.click();
  await expect(dag.outcome('fetch')).toContainText('The target answered 500 Internal Server Error');
  await expectAccessible(page, 'a run that failed');
  expect(broken.requests()).toBe(3);

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
  await expect(shell(page).title).toHaveText('DAGs');
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
  await dag.saveVersion();
  await dag.tab('Versions').click();
  await expect(dags.versions).toHaveCount(2);
  await dag.tab('Overview').click();
  await expect(main.getByText('Second')).toBeVisible();
  await expect(main.getByText('in UTC')).toBeVisible();
});

test('says what a new definition lacks when it is left or saved, not before', async ({ app }) => {
  const { page } = app;
  const dags = dagsPage(page);
  const dag = dagPage(page);
  const lack = dags.problem('dag_id is required');
  await startHere(page);
  await shell(page).openArea('DAGs');
  await expect(listPage(page, 'DAGs').empty).toBeVisible();
  await page.keyboard.press('n');
  await expect(dags.definition).toBeVisible();
  await expect(lack).toBeHidden();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(lack).toBeVisible();
  await expectAccessible(page, 'a definition that lacks something');
  await dag.define(nap('named'));
  await expect(lack).toBeHidden();
  await dag.define(nap(''));
  await expect(lack).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click(); // stays in its place while the editor is left
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await shell(page).openArea('DAGs');
  await expect(shell(page).title).toHaveText('DAGs');
  await page.keyboard.press('n');
  await dags.definition.click();
  await expect(lack).toBeHidden();
  await page.getByRole('main').getByLabel('Schedule').focus();
  await expect(lack).toBeVisible();
});

test('finds DAGs by one filter: words in what is seen of them, or a pattern of their ids [C-147]', async ({ app }) => {
  const { page } = app;
  const list = listPage(page, 'DAGs');
  await startHere(page);
  await addDag(page, nap('etl_daily', { tags: ['sales'] }));
  await addDag(page, nap('etl_hourly'));
  await addDag(page, nap('daily_etl', { description: 'Sales too' }));
  await shell(page).openArea('DAGs');
  await expect(list.rows).toHaveCount(3);
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(1);
  await page.keyboard.press('/');
  await page.keyboard.type('sales');
  await expect(list.rows).toHaveCount(2);
  await expect(list.row('etl_hourly')).toBeHidden();
  await list.filter.fill('etl%ly');
  await expect(list.row('daily_etl')).toBeHidden();
  await expect(list.rows).toHaveCount(2);
  await expectAccessible(page, 'DAGs that match a pattern');
  await list.filter.fill('none%');
  await expect(list.empty).toHaveText('Nothing matches');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(list.rows).toHaveCount(3);
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
  await expect(dags.dialog).toContainText('are not followed until they are resumed');
  await expectAccessible(page, 'what would be paused');
  await dags.dialog.getByRole('button', { name: 'Pause 3 DAGs' }).click();
  for (const id of ['one', 'two', 'three']) await expect(dags.result(id)).toContainText('Paused');
  await page.keyboard.press('Escape');
  for (const id of ['one', 'two', 'three']) await expect(list.row(id)).toContainText('Paused');
  await dags.action('Clear').click();

  await list.row('two').getByRole('gridcell').nth(3).click();
  await page.keyboard.press('Delete');
  await expect(list.row('two')).toBeHidden();
  await toasts.filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(list.row('two')).toBeVisible();
  await list.row('two').getByRole('gridcell').nth(3).click();
  await page.keyboard.press('Shift+Delete');
  await expect(list.row('two')).toBeHidden();

  await page.keyboard.press('ControlOrMeta+a');
  await dags.action('Delete…').click();
  await dags.dialog.getByRole('button', { name: 'Delete 2 DAGs' }).click();
  await expect(dags.dialog).toBeHidden();
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
  await expect(page.getByRole('dialog').getByLabel('Run ID')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dag.runState).toHaveText('success');
  await expect(dag.task('nap')).toContainText('success');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(dag.outcome('nap')).toContainText('Result');
  await page.keyboard.press('Escape');
  await expect(dag.outcome('nap')).toBeHidden();
  await expect(dag.task('nap')).toBeFocused();

  // In the light theme, the other specs look at the tabs that are left out here.
  const tabs = ['Overview', 'Grid', 'Runs', 'Tasks', 'Events', 'Definition'];
  for (const [theme, some] of [['dark', tabs], ['high-contrast', tabs], ['light', ['Overview', 'Tasks']]] as const) {
    await (await find(`${theme} theme`, `Use the ${theme} theme`)).click();
    for (const tab of some) {
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

test('lists while the platform is away what was added and run last, although nobody went back to the list', async ({ app }) => {
  const { page } = app;
  const dag = dagPage(page);
  const list = listPage(page, 'DAGs');
  const { openArea, offlineBanner } = shell(page);
  await startHere(page);
  await addDag(page, nap('made'));
  await expect.poll(() => keptLists(app.dataFolder)).toContain('"dag_id":"made"');
  await dag.trigger();
  await expect(dag.runState).toHaveText('success');
  await expect.poll(() => keptLists(app.dataFolder)).toContain('"dag_run_id":"manual__');
  const restore = app.cutPlatform();
  await expect(offlineBanner).toBeVisible();
  await openArea('DAGs');
  await expect(list.row('made')).toBeVisible();
  await expect(list.asOf).toBeVisible();
  restore();
});
