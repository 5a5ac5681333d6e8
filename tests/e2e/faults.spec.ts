import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { places } from '../../renderer/state/areas.ts';
import { expect, session, test, type Answer } from './fixtures/fake-platform.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { connect, startHere } from './pages/welcome.ts';

const prompts = { area: 'agents', label: 'Agent prompts' } as const;

test('script and HTML in whatever a server says is text, on every list: nothing runs, and nobody else is asked [F-14]', async ({ page, fake }) => {
  test.setTimeout(120_000);
  const outside: string[] = [];
  const elsewhere = createServer((request, response) => {
    outside.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, '127.0.0.1', resolve);
  });
  const trap = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const hostile = `<img src="${trap}/img" onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1"><a href="javascript:window.ran=1">x</a><iframe src="${trap}"></iframe>`;
  const fields = ['name', 'title', 'label', 'description', 'content', 'status', 'url', 'base_url', 'logo', 'icon', 'email', 'path', 'method', 'dag_id', 'namespace', 'filename', 'created_at'];
  const row = { ...Object.fromEntries(fields.map((field) => [field, hostile])), id: '1' };
  const rows = { data: [row], totalCount: 1, success: true };
  fake.answers['*'] = (request) => (request.url?.includes('dag') || request.url?.includes('runtime_fabric') ? { success: true, data: { dags: [row], dag_runs: [row] } } : rows);
  const tenant = { ...session.detail.tenants[0], name: hostile, role: hostile, environments: [{ id: 'dev', name: hostile }] };
  fake.answers['GET /api/auth/session'] = () => ({ user: { id: 'u1', name: hostile, email: hostile }, detail: { tenants: [tenant] } });
  fake.answers['GET /api/saas_db/agent_prompts/1'] = () => row;
  fake.answers['GET /api/saas_db/agent_memories'] = (_request, response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    return { error: hostile, details: hostile };
  };

  const { open, openArea, title } = shell(page);
  await connect(page, { url: fake.url, token: 'any' });
  await expect(title).toHaveText(hostile); // the tenant's name
  for (const place of places) {
    await open(place);
    await expect(title).toBeVisible();
    if (place.regular) await expect(listPage(page, place.label).table.or(listPage(page, place.label).empty).or(listPage(page, place.label).failure)).toBeVisible();
  }
  await open({ area: 'agents', label: 'Agent memories' });
  await expect(listPage(page, 'Agent memories').failure).toContainText(hostile);
  await open(prompts);
  await listPage(page, prompts.label).rows.getByRole('link').click();
  await expect(title).toHaveText(hostile);
  for (const label of ['Home', 'Activity', 'Settings']) await openArea(label);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.locator('img, iframe, a[href^="javascript:" i]').count()).toBe(0);
  expect(outside).toEqual([]);
  elsewhere.close();
});

const json = (status: number, body: string, type = 'application/json'): Answer => (_request, response) => void response.writeHead(status, { 'content-type': type }).end(body);
const bad: readonly (readonly [what: string, answer: Answer, advice: RegExp])[] = [
  ['HTML', json(200, '<!doctype html><h1>Sign in</h1>', 'text/html'), /something else than expected/],
  ['HTML as an error', json(500, '<h1>Fault</h1>', 'text/html'), /fault of its own/],
  ['cut JSON', json(200, '{"data": [{"id": "1", "na'), /something else than expected/],
  ['no content', json(204, ''), /something else than expected/],
  ['another shape', json(200, '{"data": {"rows": 3}}'), /something else than expected/],
  ['a text', json(200, '"ok"'), /something else than expected/],
  ['rows that are none', json(200, '{"data": [1, null, "x"]}'), /something else than expected/],
  ['more than is taken', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"data": ["');
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(1 << 20)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  }, /larger than Trellis takes/],
];

test('a server that answers nonsense sets the list’s error, with what to do, and the app goes on', async ({ page, fake }) => {
  test.setTimeout(120_000);
  const { open } = shell(page);
  const { failure, rows, row } = listPage(page, prompts.label);
  const path = 'GET /api/saas_db/agent_prompts';
  fake.answers[path] = () => ({ data: [{ id: '1', name: 'Greeting' }], totalCount: 1 });
  await connect(page, { url: fake.url, token: 'any' });
  await open(prompts);
  await expect(row('Greeting')).toBeVisible();
  for (const [what, answer, advice] of bad) {
    fake.answers[path] = answer;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(failure, what).toContainText(advice, { timeout: 20_000 });
    await expect(failure, what).toContainText('Failed to fetch agent prompts');
    await expect(rows, `${what}: what was there stays`).toHaveCount(1);
    fake.answers[path] = () => ({ data: [{ id: '1', name: 'Greeting' }], totalCount: 1 });
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure, what).toBeHidden();
  }
});

test('a reload and a killed platform cost nothing that was confirmed [F-27]', async ({ app }) => {
  const { page } = app;
  const { open, status, title } = shell(page);
  const { row, create } = listPage(page, prompts.label);
  await startHere(page);
  await open(prompts);
  await create('agent prompt').click();
  await page.getByLabel('Name').fill('Greeting');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(title).toHaveText('Greeting');
  const first = app.platformPid();
  app.killPlatform();
  await expect.poll(() => app.platformPid()).not.toBe(first);
  await expect(status).toContainText('Platform ready');
  await page.reload();
  await expect(title).toHaveText('Greeting');
  await open(prompts);
  await expect(row('Greeting')).toBeVisible();
});

test('a second start on the same data leads to the first, and disturbs nothing [F-3]', async ({ app }) => {
  const { page } = app;
  await startHere(page);
  const { said, code } = await app.startBeside();
  expect(code).toBe(0);
  expect(said).not.toMatch(/SQLITE|locked|busy/i);
  const { open, title } = shell(page);
  await open(prompts);
  await listPage(page, prompts.label).create('agent prompt').click();
  await page.getByLabel('Name').fill('Greeting');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(title).toHaveText('Greeting');
});

test('damaged files are set aside and named to the user, and the app starts [F-2]', async ({ app }) => {
  await startHere(app.page);
  const files = ['cache.db', 'drafts.db', join('platform', 'platform.db')];
  await app.restart(() => {
    for (const file of files) writeFileSync(join(app.dataFolder, file), 'this is no database at all');
  });
  await expect(shell(app.page).areas).toBeVisible();
  const { openArea, status } = shell(app.page);
  await openArea('Settings');
  const about = app.page.getByRole('region', { name: 'About' });
  await expect(about).toContainText('cache.db.damaged-');
  await expect(about).toContainText('drafts.db.damaged-');
  await status.getByRole('button', { name: /problem/ }).click();
  await expect(app.page.getByText('platform.db.damaged-').first()).toBeVisible();
});

// Elsewhere there always is one.
if (process.platform === 'linux') test('without a keychain the user is told that tokens last until the app closes, and none is on disk [F-21]', async ({ app, fake }) => {
  await connect(app.page, { url: fake.url, token: 'canary-token-4711' });
  await shell(app.page).openArea('Settings');
  await expect(app.page.getByText('Tokens are kept in memory until Trellis closes.')).toBeVisible();
  const files = readdirSync(app.dataFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes('canary-token-4711'))).toEqual([]);
});
