import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures/with-target.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { apisPage } from './pages/apis-page.ts';
import { startHere } from './pages/welcome.ts';

const shopAt = (origin: string) => JSON.stringify({
  openapi: '3.0.3', info: { title: 'Shop', version: '1' }, servers: [{ url: origin }],
  paths: { '/pets': { get: { summary: 'List pets' } }, '/orders/{{order}}': { get: { summary: 'Get an order' } }, '/stores': { get: { summary: 'List stores' } } },
});

test('runs the tests of chosen endpoints over a data file, in an order of its own, and saves what came of it [C-125]', async ({ app, target }) => {
  const { page } = app;
  const apis = apisPage(page);
  await startHere(page);
  await apis.importText(shopAt(target.origin));
  await apis.line('List pets').getByRole('checkbox').click();
  await apis.line('List stores').getByRole('checkbox').click();
  await apis.selected.getByRole('button', { name: 'Run tests' }).click();

  const main = page.getByRole('main');
  const toRun = main.getByRole('list', { name: 'Endpoints to run' }).getByRole('listitem');
  await expect(toRun).toContainText(['List pets', 'List stores']);
  await toRun.nth(1).getByRole('button', { name: 'Leave out List stores' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(toRun).toContainText(['List stores', 'List pets']);

  const file = main.getByLabel('Data file');
  await file.setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('order\n1,2\n') });
  await expect(main.getByRole('alert')).toContainText('line 2 has 2 fields');
  await file.setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('order\n1\n2\n') });
  await expect(main).toContainText('2 rows, one an iteration: {{order}}');
  await expectAccessible(page, 'the options of a suite');
  await main.getByRole('button', { name: 'Run 2 chosen' }).click();

  const report = main.getByRole('region', { name: 'Report' });
  await expect(report.getByRole('status')).toContainText('4 passed');
  await expect(report.getByRole('row').filter({ hasText: 'List stores' })).toHaveCount(2);
  await expectAccessible(page, 'the report of a suite');
  const [download] = await Promise.all([page.waitForEvent('download'), report.getByRole('button', { name: 'JUnit' }).click()]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('<testsuites name="Shop" tests="4" failures="0"');
  const [suite] = await Promise.all([page.waitForEvent('download'), main.getByRole('button', { name: 'Export as a suite' }).click()]);
  expect(JSON.parse(readFileSync(await suite.path(), 'utf8'))).toMatchObject({ format: 'trellis-suite', endpoints: [{ name: 'List stores' }, { name: 'List pets' }] });
});
