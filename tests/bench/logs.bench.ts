import { closeSync, globSync, openSync, readFileSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { serveApp } from './app.ts';
import { quantile, report } from './figure.ts';
import { servePlatform } from './platform-process.ts';
import { inFolder, range } from './sample.ts';
import { pressUntil, scrollFrames, taskFigure, traced, typeUntil } from './traced-page.ts';

/** A task's log of a gigabyte, whose only error stands near its end: until its first lines are seen, until the error is, scrolled and searched. */

const bytes = 1024 ** 3;
const words = 'the back office was asked once more and has answered that all is well';
const failure = 'The target answered 500 Internal Server Error';
const levels = ['DEBUG  ', 'INFO   ', 'INFO   ', 'WARNING'];
const perPiece = 20_000;

/** Runs a DAG of one task on the platform of this data folder, and says where the log of its only try is. */
async function seedLog(folder: string): Promise<{ readonly run_id: string; readonly file: string }> {
  const platform = await servePlatform(join(folder, 'platform'));
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${platform.token}`, 'x-tenant-id': platform.tenant_id, 'x-environment-id': platform.environment_id };
    const response = await fetch(`${platform.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  const dags = '/api/router/airflow/proxy';
  await ask('/api/router/dp_fastapi/proxy/', { dags: [{ dag_id: 'chatty', tasks: [{ task_id: 'talk', operator: 'sleep', seconds: 0 }] }] });
  const { dag_run_id } = await ask<{ dag_run_id: string }>(dags, { action: 'triggerDagRun', dag_id: 'chatty' });
  while ((await ask<{ state: string }>(dags, { action: 'fetchDagRun', dag_id: 'chatty', dag_run_id })).state !== 'success') await new Promise((resolve) => setTimeout(resolve, 50));
  await platform.end();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ current_profile: 'embedded' }));
  const [file] = globSync(join(folder, 'platform', 'task-logs', '**', '*.log'));
  if (file === undefined) throw new Error('The try kept no log');
  return { run_id: dag_run_id, file };
}

/** Makes the log as long as it is to be; the number of its lines. */
function fill(file: string): number {
  const piece = range(perPiece).map((n) => `2026-03-29T10:00:${String(n % 60).padStart(2, '0')}.000Z ${levels[n % levels.length]!} ${words}, ${n}\n`).join('');
  const pieces = Math.ceil(bytes / piece.length);
  const handle = openSync(file, 'w', 0o600);
  for (const n of range(pieces)) writeSync(handle, n === pieces - 2 ? `2026-03-29T10:00:00.000Z ERROR   ${failure}\n${piece}` : piece);
  closeSync(handle);
  return pieces * perPiece + 1;
}

/** Milliseconds in which the machine reads all of it and looks for one text, in pieces, with nothing around that. */
function plainSearch(file: string): number {
  const buffer = Buffer.allocUnsafe(4 * 1024 * 1024);
  const handle = openSync(file, 'r');
  const start = performance.now();
  for (let at = 0, read = 0; (read = readSync(handle, buffer, 0, buffer.length, at)) > 0; at += read) if (buffer.subarray(0, read).includes(' ERROR   ')) break;
  closeSync(handle);
  return performance.now() - start;
}

await inFolder(async (folder) => {
  const { run_id, file } = await seedLog(folder);
  if (!readFileSync(file, 'utf8').includes('Try 1')) throw new Error('The try wrote no log');
  const lines = fill(file);
  const floor = plainSearch(file);
  const host = await serveApp(folder);
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(host.address('/dags/chatty'));
    await page.goto(new URL(`/dags/chatty?${new URLSearchParams({ tab: 'runs', run: run_id, task: 'talk' })}`, page.url()).href);
    await page.locator('[data-tab-id="log"]').waitFor();
    const { result: opened, tasks: opening } = await traced(browser, page, () => pressUntil(page, '[data-tab-id="log"]', '.log-row .log-text', 'back office'));
    const { result: jumped, tasks: jumping } = await traced(browser, page, () => pressUntil(page, 'button[title^="Jump to the first error"]', '.log-row[data-active]', failure));
    const { result: [scroll, fling], tasks: scrolling } = await traced(browser, page, async () => [
      await scrollFrames(page, '.log-list', 90, 150),
      await scrollFrames(page, '.log-list', -300_000, 20),
    ] as const);
    const { result: found, tasks: searching } = await traced(browser, page, () => typeUntil(page, '.log-find input', failure, '.log-said', '^1 (of 1|match)$'));
    const foot = (await page.locator('.log-note').last().textContent())!;
    report(`A log of ${Math.round(statSync(file).size / 1e6)} MB in ${lines.toLocaleString('en')} lines`, [
      { id: 'D3', what: 'from the tab to the first lines', unit: 'ms', ours: opened, goal: 'at most 500 ms', met: opened <= 500 },
      { id: 'D3', what: 'from there to the first error, near its end', unit: 'ms', ours: jumped, floor: { name: 'read and looked through alone', value: floor }, goal: 'at most 2 s', met: jumped <= 2000 },
      { id: 'D3', what: 'longest task while it opens', ...taskFigure(opening) },
      { id: 'D3', what: 'longest task until the error is shown', ...taskFigure(jumping) },
      { id: 'D3', what: 'longest task while it is scrolled and flung', ...taskFigure(scrolling) },
      { id: 'D3', what: 'longest task while it is searched', ...taskFigure(searching) },
      { id: 'D3', what: 'search of the whole, until it is through', unit: 'ms', ours: found, floor: { name: 'read and looked through alone', value: floor }, goal: 'not said', met: true },
      { id: 'D3', what: 'frame while scrolled 90 px a frame, p95', unit: 'ms', ours: quantile(scroll, 0.95), goal: 'at most 17 ms', met: quantile(scroll, 0.95) <= 17 },
      { id: 'D3', what: 'frame while flung, p95', unit: 'ms', ours: quantile(fling, 0.95), goal: 'at most 50 ms', met: quantile(fling, 0.95) <= 50 },
      { id: 'D3', what: 'how many of its lines are counted', unit: '%', ours: (100 * Number(foot.replace(/ lines?.*/, '').replaceAll(/\D/g, ''))) / lines, goal: 'all of them', met: foot.startsWith(`${lines.toLocaleString('en')} lines`) },
    ]);
  } finally {
    await browser.close();
    await host.end();
  }
});
