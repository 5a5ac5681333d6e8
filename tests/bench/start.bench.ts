import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { seed, serveApp } from './app.ts';
import { median, report } from './figure.ts';
import { inFolder } from './sample.ts';
import { servePages } from './serve-pages.ts';

/** P9: how long it takes until the first list stands on the screen from the cache, and what the page loads for it. */

const rounds = 7;
const list = '/agents/agent-tools';
const firstRow = 'tr[data-at="0"]';

/** Milliseconds from nothing to what `open` waits for, the start of Chromium included. */
async function started(open: (page: Page) => Promise<void>, browserOf: () => Promise<Browser> = launchBrowser): Promise<number> {
  const start = performance.now();
  const browser = await browserOf();
  try {
    await open(await (await browser.newContext()).newPage());
    return performance.now() - start;
  } finally {
    await browser.close();
  }
}

/** Bytes of the scripts that a fresh page loads until its list is there, as gzip sends them. */
async function scripts(address: string): Promise<number> {
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext()).newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) bodies.push(response.body());
    });
    await page.goto(address);
    await page.locator(firstRow).waitFor();
    return (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  } finally {
    await browser.close();
  }
}

await inFolder(async (folder) => {
  const dataFolder = join(folder, 'data');
  await seed(dataFolder, { agentTools: 1000 });
  const pages = await servePages(join(folder, 'pages'));
  const times = { chromium: [] as number[], blueprint: [] as number[], window: [] as number[], all: [] as number[] };
  let bytes = 0;
  try {
    {
      const host = await serveApp(dataFolder);
      bytes = await scripts(host.address(list)); // this visit fills the cache, too
      await host.end();
    }
    for (let round = 0; round < rounds; round++) {
      times.chromium.push(await started(async (page) => void (await page.goto('about:blank'))));
      times.blueprint.push(await started(async (page) => {
        await page.goto(`${pages.url}?show=blueprint`);
        await page.locator('tr[data-row]').first().waitFor();
      }));
      // As the desktop app starts: backend and Chromium at once. The platform starts meanwhile, and is not waited for.
      const starting = serveApp(dataFolder);
      times.all.push(await started(async (page) => {
        await page.goto((await starting).address(list));
        await page.locator(firstRow).waitFor();
      }));
      await (await starting).end();
      const host = await serveApp(dataFolder);
      times.window.push(await started(async (page) => {
        await page.goto(host.address(list));
        await page.locator(firstRow).waitFor();
      }));
      await host.end();
    }
  } finally {
    await pages.close();
  }
  const [chromium, blueprint, window, all] = [median(times.chromium), median(times.blueprint), median(times.window), median(times.all)];
  const beside = { floor: { name: 'Chromium', value: chromium }, peers: [{ name: 'Chromium + Blueprint page', value: blueprint }] };
  report('Start: 1,000 cached rows, median of a cold Chromium each time', [
    {
      id: 'P9', what: 'backend and Chromium at once, until the first list', unit: 'ms', ours: all, ...beside,
      goal: `at most 1.5 × Chromium with a Blueprint page; it is ${(all / blueprint).toFixed(2)} ×`, met: all <= 1.5 * blueprint,
    },
    {
      id: 'P9', what: 'Chromium on a running backend, until the first list', unit: 'ms', ours: window, ...beside,
      goal: `at most 1.5 × Chromium with a Blueprint page; it is ${(window / blueprint).toFixed(2)} ×`, met: window <= 1.5 * blueprint,
    },
    { id: 'P9', what: 'JavaScript of that screen, gzipped', unit: 'KB', ours: bytes / 1024, goal: 'at most 300 KB', met: bytes <= 300 * 1024 },
  ]);
});
