import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { addDag } from './fixtures/dags.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { dagPage } from './pages/dag-page.ts';
import { logPage } from './pages/log-page.ts';
import { startHere } from './pages/welcome.ts';

/** A real server on loopback: `/flaky` fails the first time, `/broken` each time, `/held` answers once it is released. */
async function startTarget() {
  let asked = 0;
  const held: ServerResponse[] = [];
  const server = createServer(({ url = '' }, response) => {
    const fails = url === '/broken' || (url === '/flaky' && ++asked === 1);
    if (url === '/held') return void held.push(response);
    response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' }).end(fails ? '{"error":"Out of order"}' : '{"pet":"Rex"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    isAsked: () => held.length > 0,
    release: () => held.forEach((response) => response.end('{"late":true}')),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Adds a DAG as a person would, and starts a run of it. */
async function run(page: Page, dag_id: string, tasks: readonly object[]): Promise<void> {
  await addDag(page, { dag_id, tasks });
  await dagPage(page).trigger();
}

test('shows what each try wrote: by level, by text, from error to error, compared and saved [C-151][C-163]', async ({ app }) => {
  const { page } = app;
  const [dag, log] = [dagPage(page), logPage(page)];
  await using target = await startTarget();
  await startHere(page);
  await run(page, 'flaky', [{ task_id: 'fetch', operator: 'http', url: target.url('/flaky'), retries: 1, retry_delay_seconds: 0 }]);
  await expect(dag.runState).toHaveText('success');
  await dag.task('fetch').click();
  await expect(dag.outcome('fetch')).toBeVisible();
  await page.keyboard.press('l');
  await expect(log.rows.first()).toContainText('Try 2 of “fetch”');
  await expect(log.foot).toContainText(/^\d+ lines, /);
  await expectAccessible(page, 'the log of a try');

  await page.keyboard.press('['); // the try before
  await expect(log.rows.first()).toContainText('Try 1 of “fetch”');
  await expect(log.tries).toHaveValue('1');
  await expect(log.foot).toContainText(/^\d+ lines, /);
  const lines = Number.parseInt((await log.foot.textContent())!, 10);
  await expect(log.rows).toHaveCount(lines);
  await log.level('error').click();
  await expect(log.rows.first()).toContainText('500');
  expect(await log.rows.count()).toBeLessThan(lines);
  await page.reload();
  await expect(log.level('error')).toHaveAttribute('aria-pressed', 'true'); // all of it stands in the address
  await expect(log.rows.first()).toContainText('500');
  await log.level('error').click();
  await expect(log.rows).toHaveCount(lines);

  await page.keyboard.press('Shift+E');
  await expect(log.active).toContainText('500');
  await page.keyboard.press('/');
  await page.keyboard.type('GET HTTP');
  await expect(log.said).toHaveText(/^1 of \d+$/);
  await expect(log.active).toContainText(`GET ${target.url('/flaky')}`);
  await expect(log.active.locator('mark').first()).toHaveText('GET http');
  await page.keyboard.press('Alt+l');
  await expect(log.rows.first().locator('mark').first()).toBeVisible();
  expect(await log.rows.count()).toBeLessThan(lines);
  await log.find.fill('nothing that it says');
  await expect(page.getByRole('heading', { name: 'No line matches' })).toBeVisible();
  await expectAccessible(page, 'a log of which no line matches');
  await log.find.fill('');
  await expect(log.rows).toHaveCount(lines);

  await log.list.focus();
  await page.keyboard.press('Alt+c');
  await expect(log.differences).toContainText('Try 2 of “fetch”');
  await expect(log.differences).toContainText('500');
  await expectAccessible(page, 'two tries compared');
  await page.keyboard.press('Alt+c');

  const saved = page.waitForEvent('download');
  await log.download.click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('flaky.fetch.try-1.log');
  expect(readFileSync(await file.path(), 'utf8').trimEnd().split('\n')).toHaveLength(lines);
});

test('leads from a failed run to its first error, and says where there is no log or no platform', async ({ app }) => {
  const { page } = app;
  const [dag, log] = [dagPage(page), logPage(page)];
  await using target = await startTarget();
  await startHere(page);
  await run(page, 'broken', [
    { task_id: 'fetch', operator: 'http', url: target.url('/broken'), retries: 1, retry_delay_seconds: 0 },
    { task_id: 'after', operator: 'sleep', seconds: 0, depends_on: ['fetch'] },
  ]);
  await expect(dag.runState).toHaveText('failed');
  await expect(dag.firstError).toBeVisible();
  await page.keyboard.press('Shift+F');
  await expect(log.active).toContainText('500');
  await expect(page).toHaveURL(/[?&]line=\d+/);
  await dag.task('after').click();
  await expect(page.getByRole('heading', { name: 'The task did not run' })).toBeVisible();
  await dag.tasks.filter({ hasText: /^fetch/ }).click();
  await expect(log.rows.first()).toContainText('Try 2');
  const bringBack = app.cutPlatform();
  await expect(page.getByRole('alert').or(page.getByText('as of')).first()).toBeVisible();
  await log.tries.selectOption('1');
  await expect(page.getByRole('alert').filter({ hasText: 'Try again' }).first()).toBeVisible();
  bringBack();
  await expect(log.rows.first()).toContainText('Try 1', { timeout: 30_000 });
});

test('follows a log while its try runs', async ({ app }) => {
  const { page } = app;
  const [dag, log] = [dagPage(page), logPage(page)];
  await using target = await startTarget();
  await startHere(page);
  await run(page, 'held', [{ task_id: 'fetch', operator: 'http', url: target.url('/held') }]);
  await dag.task('fetch').click();
  await expect.poll(target.isAsked).toBe(true);
  await expect(dag.outcome('fetch')).toBeVisible();
  await page.keyboard.press('l');
  await expect(log.foot).toContainText('still being written');
  const before = await log.rows.count();
  target.release();
  await expect(log.rows.filter({ hasText: '200' })).not.toHaveCount(0);
  await expect(log.foot).not.toContainText('still being written');
  expect(await log.rows.count()).toBeGreaterThan(before);
});
