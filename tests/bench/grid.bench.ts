import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { median, quantile, report, type Figure } from './figure.ts';
import { inFolder } from './sample.ts';
import { servePages } from './serve-pages.ts';
import { scrollFrames, taskFigure, threadWork, traced, type Tasks } from './traced-page.ts';

/** The grid of 100 runs × 200 and × 1,000 tasks in Chromium, beside a plain table of as many cells as are seen, by turns in one run. */

const rounds = 3;
/** As far as 200 tasks reach. */
const scrolled = { step: 90, count: 38 };
/** From the newest runs to the oldest. */
const sideways = { step: -90, count: 13 };

interface Round {
  readonly mount: number;
  readonly scroll: readonly number[];
  /** Milliseconds for which the page's thread works per frame, without those for which it had to wait for a core. */
  readonly work: number;
  /** The same while it is scrolled sideways. */
  readonly sideways: number;
  readonly tasks: Tasks;
}

async function measure(browser: Browser, url: string, show: string): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}?show=${show}`);
    await page.waitForFunction(() => 'bench' in window);
    await page.evaluate(() => window.bench.prepare());
    const mount = await page.evaluate(() => window.bench.mount());
    const work = await threadWork(page);
    await scrollFrames(page, '.grid-scroll', scrolled.step, 20); // warms up
    await page.evaluate(() => document.querySelector('.grid-scroll')?.scrollTo({ top: 0 }));
    // Not while it is traced, which is work of its own for everything that is painted.
    const start = await work();
    const scroll = await scrollFrames(page, '.grid-scroll', scrolled.step, scrolled.count);
    const down = await work();
    await scrollFrames(page, '.grid-scroll', sideways.step, sideways.count, 'scrollLeft');
    const along = await work();
    await page.evaluate(() => document.querySelector('.grid-scroll')?.scrollTo({ top: 0 }));
    const { tasks } = await traced(browser, page, () => scrollFrames(page, '.grid-scroll', scrolled.step, scrolled.count));
    return { mount, scroll, work: (down - start) / scrolled.count, sideways: (along - down) / sideways.count, tasks };
  } finally {
    await context.close();
  }
}

await inFolder(async (folder) => {
  const pages = await servePages(join(folder, 'pages'));
  const browser = await launchBrowser();
  try {
    const kinds = ['grid-200', 'grid-floor-200', 'grid-1000', 'grid-floor-1000'] as const;
    const found = new Map<string, Round[]>(kinds.map((kind) => [kind, []]));
    for (let round = 0; round < rounds; round++) for (const kind of kinds) found.get(kind)!.push(await measure(browser, pages.url, kind));
    const figures = [200, 1000].flatMap((count): Figure[] => {
      const [ours, floor] = [found.get(`grid-${count}`)!, found.get(`grid-floor-${count}`)!];
      const p95 = (all: readonly Round[]) => quantile(all.flatMap(({ scroll }) => scroll), 0.95);
      const of = (all: readonly Round[], value: (round: Round) => number) => median(all.map(value));
      const worst = ours.reduce((most, { tasks }) => (tasks.longest > most.longest ? tasks : most), ours[0]!.tasks);
      const beside = (value: (all: readonly Round[]) => number) => ({ ours: value(ours), floor: { name: 'plain table', value: value(floor) } });
      return [
        { id: 'GRID', what: `100 × ${count}, drawn`, unit: 'ms', ...beside((all) => of(all, ({ mount }) => mount)), goal: 'not said', met: true },
        { id: 'GRID', what: `100 × ${count}, frame while scrolled, p95`, unit: 'ms', ...beside(p95), goal: 'at most 17 ms', met: p95(ours) <= 17 },
        { id: 'GRID', what: `100 × ${count}, work of the page per frame`, unit: 'ms', ...beside((all) => of(all, ({ work }) => work)), goal: 'at most 8 ms, as a list', met: of(ours, ({ work }) => work) <= 8 },
        { id: 'GRID', what: `100 × ${count}, work per frame sideways`, unit: 'ms', ours: of(ours, (round) => round.sideways), goal: 'at most 8 ms, as a list', met: of(ours, (round) => round.sideways) <= 8 },
        { id: 'GRID', what: `100 × ${count}, longest task while scrolled`, ...taskFigure(worst) },
      ];
    });
    report('The grid of runs and tasks', figures);
  } finally {
    await browser.close();
    await pages.close();
  }
});
