import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { median, quantile, report } from './figure.ts';
import { inFolder } from './sample.ts';
import { servePages } from './serve-pages.ts';

/** P2: our table of 100,000 rows and 8 columns in Chromium, beside a recycler written by hand and TanStack's table. */

const rounds = 5;
const scrolled = { step: 90, count: 150 };
const flung = { step: 6000, count: 60 };

interface Round {
  readonly mount: number;
  /** Milliseconds for which the page's thread works per frame while it scrolls, without those for which it had to wait for a core. */
  readonly task: number;
  readonly scroll: readonly number[];
  readonly fling: readonly number[];
  /** Bytes above the data. */
  readonly heap: number;
}

async function measure(browser: Browser, url: string, list: string): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const taskMs = async () => ((await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    const heap = async () => {
      for (let n = 0; n < 3; n++) await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };

    await page.goto(`${url}?show=${list}`);
    await page.waitForFunction(() => 'bench' in window);
    const count = await page.evaluate(() => window.bench.prepare());
    if (count !== 100_000) throw new Error(`The list has ${count} rows`);
    const data = await heap();
    const mount = await page.evaluate(() => window.bench.mount());
    const mounted = await heap();
    await page.evaluate(({ step }) => window.bench.scroll(step, 30), scrolled); // warms up
    const before = await taskMs();
    const scroll = await page.evaluate(({ step, count }) => window.bench.scroll(step, count), scrolled);
    const task = ((await taskMs()) - before) / scrolled.count;
    const fling = await page.evaluate(({ step, count }) => window.bench.scroll(step, count), flung);
    return { mount, task, scroll, fling, heap: mounted - data };
  } finally {
    await context.close();
  }
}

await inFolder(async (folder) => {
  const pages = await servePages(join(folder, 'pages'));
  const browser = await launchBrowser();
  try {
    const found: Record<'ours' | 'recycler' | 'tanstack', Round[]> = { ours: [], recycler: [], tanstack: [] };
    for (let round = 0; round < rounds; round++) {
      for (const list of ['recycler', 'ours', 'tanstack'] as const) found[list].push(await measure(browser, pages.url, list));
    }
    const row = (what: string, unit: string, value: (round: Round) => number, goal: string, met: (ours: number, peer: number) => boolean) => {
      const [ours, floor, peer] = [found.ours, found.recycler, found.tanstack].map((all) => median(all.map(value))) as [number, number, number];
      return { id: 'P2', what, unit, ours, floor: { name: 'recycler', value: floor }, peers: [{ name: 'TanStack', value: peer }], goal, met: met(ours, peer) };
    };
    report('List of 100,000 rows × 8 columns in Chromium', [
      row('mount, until it is on the screen', 'ms', ({ mount }) => mount, 'at most 1.3 × TanStack', (ours, peer) => ours <= 1.3 * peer),
      row(`task per frame, scrolling ${scrolled.step} px a frame`, 'ms', ({ task }) => task, 'at most 8 ms', (ours) => ours <= 8),
      row('frame while scrolling, p95', 'ms', ({ scroll }) => quantile(scroll, 0.95), 'at most 17 ms', (ours) => ours <= 17),
      row(`frame while flung ${flung.step} px a frame, p95`, 'ms', ({ fling }) => quantile(fling, 0.95), 'at most 50 ms', (ours) => ours <= 50),
      row('heap above the data', 'MB', ({ heap }) => heap / 1024 / 1024, 'at most 3 MB', (ours) => ours <= 3),
    ]);
  } finally {
    await browser.close();
    await pages.close();
  }
});
