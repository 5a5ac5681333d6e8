import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Browser, Page } from '@playwright/test';
import { Pool } from 'undici';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { seedRows, serveApp } from './app.ts';
import { call } from './execution-runner.ts';
import { quantile, report, type Figure } from './figure.ts';
import { pressUntil, scrollFrames, taskFigure, traced, typeUntil, type Tasks } from './traced-page.ts';
import { servePlatform } from './platform-process.ts';
import { memory } from './processes.ts';
import { inFolder, range, toolRow } from './sample.ts';

/** A large JSON answer, from Send to the last search: what it costs the page while it arrives, opens, is scrolled and searched. */

/** Megabytes: what is answered at once today, and what other tools hang on. */
const sizes = [8, 150];
const perPiece = 1000;
const piece = range(perPiece).map((n) => JSON.stringify(toolRow(n))).join(',');
const pieces = (megabytes: number) => Math.round((megabytes * 1024 * 1024) / piece.length);
const searched = 'asks the back office'; // once in each row
const last = 'the last row of all';
const scrolled = { step: 90, count: 150 };
const jumps = { step: 500_000, count: 15 };

const answer = (megabytes: number) =>
  Readable.from((function* () {
    yield '[';
    for (const n of range(pieces(megabytes))) yield `${n === 0 ? '' : ','}${piece}`;
    yield `,{"id":"${last}"}]`;
  })());

async function startTarget() {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
    answer(Number(request.url!.slice(1))).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** What a page pays that fetches the answer, parses it and writes it out with indents, as most tools do: milliseconds to fetch it, and of that one task. */
async function plainPage(browser: Browser, origin: string, megabytes: number) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/0`);
  const found = await page.evaluate(async (path) => {
    const start = performance.now();
    const text = await (await fetch(path)).text();
    const fetched = performance.now() - start;
    const written = JSON.stringify(JSON.parse(text), null, 2).length;
    return { fetched, task: performance.now() - start - fetched, written };
  }, `/${megabytes}`);
  await context.close();
  return found;
}

interface Lines {
  readonly state: 'indexing' | 'ready';
  readonly lines: readonly unknown[];
}

interface Found {
  readonly matches: readonly unknown[];
  readonly next: number | null;
}

/** The platform's part alone: milliseconds until the answer is kept, its first rows can be read and all are laid out, and until the first matches of a frequent text and the only one of another, at the very end, are found. */
async function platformAlone(folder: string, origin: string, megabytes: number) {
  const platform = await servePlatform(folder);
  const pool = new Pool(platform.url, { bodyTimeout: 120_000, headersTimeout: 120_000 });
  const ask = <T>(method: string, data: object) => call<T>(pool, platform, method, data);
  const times: number[] = [];
  const begun = performance.now();
  const lap = () => times.push(performance.now() - begun);
  try {
    const before = memory([platform.pid]);
    const { id: api_id } = await ask<{ id: string }>('create-api', { name: 'Large answers', server_url: origin });
    const { id: endpoint_id } = await ask<{ id: string }>('create-endpoint', { api_id, method: 'GET', path: `/${megabytes}`, timeout_ms: 120_000 });
    const { id: execution_id, bytes } = await ask<{ id: string; bytes: number }>('api-router-execute', { endpoint_id });
    lap();
    let laid: Lines;
    do laid = await ask<Lines>('read-execution-lines', { execution_id, count: 50 });
    while (laid.lines.length === 0);
    lap();
    while (laid.state !== 'ready') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      laid = await ask<Lines>('read-execution-lines', { execution_id, count: 0 });
    }
    lap();
    const often = await ask<Found>('search-execution-body', { execution_id, text: searched });
    lap();
    let matches = 0;
    for (let from: number | null = 0; from !== null;) {
      const found: Found = await ask('search-execution-body', { execution_id, text: last, from });
      matches += found.matches.length;
      from = found.next;
    }
    lap();
    const [kept, first, all, some, sought] = times as [number, number, number, number, number];
    if (often.matches.length === 0) throw new Error(`“${searched}” was not found`);
    return { bytes, matches, kept, lines: first - kept, laidOut: all - kept, often: some - all, search: sought - some, grown: memory([platform.pid]) - before };
  } finally {
    await pool.close();
    await platform.end();
  }
}

/** All of it, in percent, where its last row is found. */
async function reached(page: Page): Promise<number> {
  await page.locator('.answer-search input').fill(last);
  await page.locator('.answer-found').getByText('1 of 1', { exact: true }).waitFor({ timeout: 120_000 });
  return 100;
}

await inFolder(async (folder) => {
  const target = await startTarget();
  const endpoints = await seedRows(folder, (rows, place) => {
    const { id: api_id } = rows.insert('composerApis', place, { name: 'Large answers', server_url: target.origin, enabled: true });
    return sizes.map((megabytes) => rows.insert('composerEndpoints', place, { api_id, name: `${megabytes} MB`, method: 'GET', path: `/${megabytes}`, timeout_ms: 120_000, enabled: true }).id);
  });
  const largest = sizes.at(-1)!;
  const alone = await platformAlone(join(folder, 'alone'), target.origin, largest);
  const host = await serveApp(folder);
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  let origin = '';
  try {
    for (const [at, megabytes] of sizes.entries()) {
      const page = await context.newPage();
      const plain = await plainPage(browser, target.origin, megabytes);
      await page.goto(at === 0 ? host.address(`/apis/endpoints/${endpoints[at]}`) : new URL(`/apis/endpoints/${endpoints[at]}`, origin).href);
      ({ origin } = new URL(page.url()));
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
      const { result: opened, tasks: arriving } = await traced(browser, page, () => pressUntil(page, 'button[title^="Send ("]:not([disabled])', '.answer-text .answer-row'));
      const { result: [scroll, jumped], tasks: scrolling } = await traced(browser, page, async () => [
        await scrollFrames(page, '.answer-text', scrolled.step, scrolled.count),
        await scrollFrames(page, '.answer-text', jumps.step, jumps.count),
      ] as const);
      const { result: found, tasks: searching } = await traced(browser, page, () => typeUntil(page, '.answer-search input', searched, '.answer-found', 'of [1-9]'));
      const said = (await page.locator('.answer-found').textContent())!;
      const total = Number(said.replace(/.* of /, '').replaceAll(/\D/g, ''));
      // Of a great many matches the first are counted, and a search goes on behind them: what it reaches is told by the last row.
      const share = said.endsWith('and more') ? await reached(page) : (100 * total) / (pieces(megabytes) * perPiece);
      const tasks = (what: string, of: Tasks): Figure => {
        const figure = taskFigure(of);
        return { id: 'D2', what: `longest task while it ${what}`, ...figure, peers: [...figure.peers!, { name: 'parsed and written out on a page', value: plain.task }] };
      };
      const rows: Figure[] = [
        { id: 'D2', what: 'how much of it can be read and searched', unit: '%', ours: share, goal: 'all of it', met: share > 99 },
        tasks('arrives and opens', arriving),
        tasks('is scrolled', scrolling),
        tasks('is searched', searching),
        { id: 'D2', what: 'from Send to the first lines', unit: 'ms', ours: opened, floor: { name: 'fetched by a page', value: plain.fetched }, peers: [{ name: 'and parsed and written out', value: plain.fetched + plain.task }], goal: 'not said', met: true },
        { id: 'D2', what: `frame while scrolled ${scrolled.step} px a frame, p95`, unit: 'ms', ours: quantile(scroll, 0.95), goal: 'at most 17 ms', met: quantile(scroll, 0.95) <= 17 },
        { id: 'D2', what: `frame while flung ${jumps.step.toLocaleString('en')} px a frame, p95`, unit: 'ms', ours: quantile(jumped, 0.95), goal: 'at most 50 ms', met: quantile(jumped, 0.95) <= 50 },
        { id: 'D2', what: 'search of the whole, until it is counted', unit: 'ms', ours: found, goal: 'not said', met: true },
      ];
      if (megabytes === largest) {
        rows.push(
          { id: 'D2', what: 'platform alone: how much of it is kept', unit: '%', ours: (100 * alone.bytes) / (pieces(megabytes) * (piece.length + 1)), goal: 'all of it, and its last row is found', met: alone.matches === 1 },
          { id: 'D2', what: 'platform alone: until the answer is kept', unit: 'ms', ours: alone.kept, floor: { name: 'fetched by a page', value: plain.fetched }, goal: 'not said', met: true },
          { id: 'D2', what: 'platform alone: from there to the first rows', unit: 'ms', ours: alone.lines, goal: 'not said', met: true },
          { id: 'D2', what: 'platform alone: from there until all is laid out', unit: 'ms', ours: alone.laidOut, peers: [{ name: 'parsed and written out on a page', value: plain.task }], goal: 'not said', met: true },
          { id: 'D2', what: 'platform alone: the first matches of a frequent text', unit: 'ms', ours: alone.often, goal: 'not said', met: true },
          { id: 'D2', what: 'platform alone: search of the whole, for its last row', unit: 'ms', ours: alone.search, goal: 'not said', met: true },
          { id: 'D2', what: 'platform alone: memory above before', unit: 'MB', ours: alone.grown, goal: 'at most 150 MB', met: alone.grown <= 150 },
        );
      }
      await page.close();
      report(`An answer of ${megabytes} MB of JSON in the API page`, rows);
    }
  } finally {
    await browser.close();
    await host.end();
    target.close();
  }
});
