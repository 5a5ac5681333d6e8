import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { serveApp } from './app.ts';
import { seedDags } from './dag-sample.ts';
import { median, quantile, report, type Figure } from './figure.ts';
import { inFolder } from './sample.ts';
import { servePages } from './serve-pages.ts';
import { pressUntil, scrollFrames, taskFigure, threadWork, traced, typeUntil, type Tasks } from './traced-page.ts';

/** The list and the timeline of 10,000 DAGs in the app: until they are seen, scrolled, filtered; beside a list written by hand that is scrolled in the same run. */

const dags = 10_000;
const runsEach = 14;
const rounds = 3;
const scrolled = { step: 90, count: 60 };
const flung = { step: 3000, count: 40 };

interface Scrolled {
  readonly frames: readonly number[];
  readonly flung: readonly number[];
  /** Milliseconds for which the page's thread works per frame, without those for which it had to wait for a core. */
  readonly work: number;
  readonly tasks: Tasks;
}

async function scroll(browser: Browser, page: Page, scroller: string): Promise<Scrolled> {
  const work = await threadWork(page);
  await scrollFrames(page, scroller, scrolled.step, 20); // warms up
  // Not while it is traced, which is work of its own for everything that is painted.
  const before = await work();
  const frames = await scrollFrames(page, scroller, scrolled.step, scrolled.count);
  const worked = ((await work()) - before) / scrolled.count;
  const { tasks } = await traced(browser, page, () => scrollFrames(page, scroller, scrolled.step, scrolled.count));
  return { frames, work: worked, tasks, flung: await scrollFrames(page, scroller, flung.step, flung.count) };
}

async function scrollRecycler(browser: Browser, url: string): Promise<Scrolled> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  try {
    await page.goto(`${url}?show=recycler`);
    await page.waitForFunction(() => 'bench' in window);
    await page.evaluate(() => window.bench.prepare());
    await page.evaluate(() => window.bench.mount());
    return await scroll(browser, page, '.table-scroll');
  } finally {
    await page.context().close();
  }
}

const link = (label: string) => `nav[aria-label="Areas"] a[href^="${label}"]`;
const list = 'section[aria-label="DAGs"]';
const timeline = 'section[aria-label="Timeline of DAGs"]';

await inFolder(async (folder) => {
  const dataFolder = join(folder, 'data');
  await seedDags(dataFolder, dags, runsEach);
  const pages = await servePages(join(folder, 'pages'));
  const host = await serveApp(dataFolder);
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const start = performance.now();
    await page.goto(host.address('/dags'));
    await page.locator(`${list} tr[data-at="20"]`).waitFor();
    const first = performance.now() - start;
    await page.getByRole('grid', { name: 'DAGs' }).and(page.locator(`[aria-rowcount="${dags + 1}"]`)).waitFor({ timeout: 120_000 });
    const whole = performance.now() - start;

    const [lists, floors, opened, filtered]: [Scrolled[], Scrolled[], number[], number[]] = [[], [], [], []];
    const [lines, turned]: [Scrolled[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      floors.push(await scrollRecycler(browser, pages.url));
      await pressUntil(page, link('/apis'), 'h1', 'API');
      opened.push(await pressUntil(page, link('/dags'), `${list} tr[data-at="20"]`));
      lists.push(await scroll(browser, page, '.table-scroll'));
      filtered.push(await typeUntil(page, `${list} input[type="search"]`, 'pipeline_0777', `${list} .resource-head`, '10 of'));
      await typeUntil(page, `${list} input[type="search"]`, ' ', `${list} .resource-head`, '10,000');
      turned.push(await pressUntil(page, `${list} a[href^="/dags/timeline"]`, `${timeline} .timeline-rows`, 'pipeline_00010'));
      await page.locator(`${timeline} [data-bar]`).first().waitFor();
      lines.push(await scroll(browser, page, '.timeline'));
    }
    const p95 = (all: readonly Scrolled[], of: 'frames' | 'flung') => quantile(all.flatMap((one) => one[of]), 0.95);
    const worst = (all: readonly Scrolled[]) => all.reduce((most, { tasks }) => (tasks.longest > most.longest ? tasks : most), all[0]!.tasks);
    const floor = (value: (all: readonly Scrolled[]) => number) => ({ floor: { name: 'recycler', value: value(floors) } });
    const work = (all: readonly Scrolled[]) => median(all.map((one) => one.work));
    const scrolls = (id: string, what: string, all: readonly Scrolled[]): Figure[] => [
      { id, what: `${what}, work of the page per frame`, unit: 'ms', ours: work(all), ...floor(work), goal: 'at most 8 ms', met: work(all) <= 8 },
      { id, what: `${what}, frame while scrolled, p95`, unit: 'ms', ours: p95(all, 'frames'), ...floor((some) => p95(some, 'frames')), goal: 'at most 17 ms', met: p95(all, 'frames') <= 17 },
      { id, what: `${what}, frame while flung ${flung.step} px a frame, p95`, unit: 'ms', ours: p95(all, 'flung'), ...floor((some) => p95(some, 'flung')), goal: 'at most 50 ms', met: p95(all, 'flung') <= 50 },
      { id, what: `${what}, longest task while scrolled`, ...taskFigure(worst(all)) },
    ];
    const until = (id: string, what: string, times: readonly number[], most: number, why = ''): Figure => ({ id, what, unit: 'ms', ours: median(times), goal: `at most ${most} ms${why}`, met: median(times) <= most });
    report(`${dags.toLocaleString('en')} DAGs with ${runsEach} runs each`, [
      { id: 'DAGS', what: 'from the address to the first rows, nothing known yet', unit: 'ms', ours: first, goal: 'not said', met: true },
      { id: 'DAGS', what: 'from the address to all rows', unit: 'ms', ours: whole, goal: 'not said', met: true },
      until('DAGS', 'list that is known, from the press to its rows', opened, 100),
      until('DAGS', 'filter, from the typing to what matches', filtered, 220, ', of which the list waits 120 for more to be typed'),
      ...scrolls('DAGS', 'list', lists),
      until('TIME', 'timeline, from the press to its lines', turned, 300),
      ...scrolls('TIME', 'timeline', lines),
    ]);
  } finally {
    await browser.close();
    await host.end();
    await pages.close();
  }
});
