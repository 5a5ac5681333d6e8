import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { median, quantile, report, type Figure } from './figure.ts';
import { inFolder } from './sample.ts';
import { servePages } from './serve-pages.ts';
import { taskFigure, traced, type Tasks } from './traced-page.ts';

/** P3: the canvas of workflows in Chromium beside plain @xyflow/react with the same nodes and edges; P4: it is tidied up beside ELK alone in a worker, and dagre. All by turns in one run. */

const rounds = 3;
const frames = 60;
const sizes = [
  { nodes: 200, mount: 450, pan: 33 },
  { nodes: 1000, mount: 700, pan: 50 },
  { nodes: 3000, mount: 2400, pan: null },
] as const;

interface Round {
  readonly mount: number;
  readonly pan: readonly number[];
  /** A node that is dragged at a zoom at which nodes can be read. */
  readonly drag: readonly number[];
}

/** Presses on what is there, moves by a few pixels in each frame, there and back, and lets go: milliseconds between the frames. */
async function drag(page: Page, selector: string, frames: number): Promise<number[]> {
  return page.evaluate(async ({ selector, frames }) => {
    const frame = () => new Promise<number>(requestAnimationFrame);
    const seen = [...document.querySelectorAll(selector)].find((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return left > 100 && top > 100 && right < 1300 && bottom < 700;
    }) ?? document.querySelector(selector);
    if (!seen) throw new Error(`There is no ${selector}`);
    const box = seen.getBoundingClientRect();
    const [x, y] = selector.includes('pane') ? [500, 400] : [box.left + box.width / 2, box.top + box.height / 2];
    const at = (name: string, n: number, buttons: number) => (name === 'mousedown' ? seen : window).dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, view: window, clientX: x + 4 * n, clientY: y + 2 * n, buttons, button: 0 }));
    at('mousedown', 0, 1);
    const times: number[] = [];
    let last = await frame();
    for (let n = 1; n <= frames; n++) {
      at('mousemove', Math.min(n, frames - n), 1);
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    at('mouseup', 0, 0);
    return times;
  }, { selector, frames });
}

/** Turns the wheel until nodes can be read. */
async function zoomIn(page: Page): Promise<void> {
  await page.mouse.move(700, 400);
  for (let turn = 0; turn < 40; turn++) {
    const zoom = await page.evaluate(() => new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')!).transform).a);
    if (zoom > 0.7) break;
    await page.mouse.wheel(0, -200);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Lays 1,000 nodes out: milliseconds, and the tasks of the page meanwhile and until they are drawn. */
async function layOut(browser: Browser, url: string, show: string): Promise<{ readonly result: number; readonly tasks: Tasks }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}?show=${show}`);
    await page.waitForFunction(() => 'bench' in window);
    await page.evaluate(() => window.bench.mount());
    // Its first problems are judged when there is time, which is no part of this.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    return await traced(browser, page, () => page.evaluate(() => window.bench.tidy!()));
  } finally {
    await context.close();
  }
}

/** P4, which says nothing of dagre but how long it takes: once is enough. */
async function layouts(browser: Browser, url: string): Promise<Figure[]> {
  const [ours, elk] = [[], []] as [{ readonly result: number; readonly tasks: Tasks }[], number[]];
  for (let round = 0; round < rounds; round++) {
    ours.push(await layOut(browser, url, 'canvas-1000'));
    elk.push((await layOut(browser, url, 'layout-elk-1000')).result);
  }
  const dagre = (await layOut(browser, url, 'layout-dagre-1000')).result;
  const [took, alone] = [median(ours.map(({ result }) => result)), median(elk)];
  const worst = ours.reduce((most, { tasks }) => (tasks.longest > most.longest ? tasks : most), ours[0]!.tasks);
  return [
    { id: 'P4', what: '1,000 nodes, tidied up', unit: 'ms', ours: took, floor: { name: 'ELK alone', value: alone }, peers: [{ name: 'dagre', value: dagre }], goal: 'at most 1.1 × ELK alone', met: took <= 1.1 * alone },
    { id: 'P4', what: '1,000 nodes, longest task of the page meanwhile', ...taskFigure(worst) },
  ];
}

async function measure(browser: Browser, url: string, show: string): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}?show=${show}`);
    await page.waitForFunction(() => 'bench' in window);
    await page.evaluate(() => window.bench.prepare());
    const mount = await page.evaluate(() => window.bench.mount());
    const pan = await drag(page, '.react-flow__pane', frames);
    await zoomIn(page);
    return { mount, pan, drag: await drag(page, '.react-flow__node', frames) };
  } finally {
    await context.close();
  }
}

await inFolder(async (folder) => {
  const pages = await servePages(join(folder, 'pages'));
  const browser = await launchBrowser();
  try {
    const figures: Figure[] = [];
    for (const { nodes, mount, pan } of sizes) {
      const [ours, plain]: [Round[], Round[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        ours.push(await measure(browser, pages.url, `canvas-${nodes}`));
        plain.push(await measure(browser, pages.url, `canvas-plain-${nodes}`));
      }
      const p95 = (all: readonly Round[], of: 'pan' | 'drag') => quantile(all.flatMap((round) => round[of]), 0.95);
      const floor = (value: number) => ({ name: 'plain canvas', value });
      const mounted = median(ours.map((round) => round.mount));
      const what = `${nodes.toLocaleString('en')} nodes`;
      figures.push(
        { id: 'P3', what: `${what}, drawn`, unit: 'ms', ours: mounted, floor: floor(median(plain.map((round) => round.mount))), goal: `at most ${mount.toLocaleString('en')} ms`, met: mounted <= mount },
        pan === null
          ? { id: 'P3', what: `${what}, frame while panned from afar, p50`, unit: 'ms', ours: median(ours.flatMap((round) => round.pan)), floor: floor(median(plain.flatMap((round) => round.pan))), goal: 'at most 100 ms', met: median(ours.flatMap((round) => round.pan)) <= 100 }
          : { id: 'P3', what: `${what}, frame while panned, p95`, unit: 'ms', ours: p95(ours, 'pan'), floor: floor(p95(plain, 'pan')), goal: `at most ${pan} ms`, met: p95(ours, 'pan') <= pan },
        { id: 'P3', what: `${what}, frame while a node is dragged, p95`, unit: 'ms', ours: p95(ours, 'drag'), floor: floor(p95(plain, 'drag')), goal: 'at most 50 ms', met: p95(ours, 'drag') <= 50 },
      );
    }
    figures.push(...(await layouts(browser, pages.url)));
    report('The canvas of workflows', figures);
  } finally {
    await browser.close();
    await pages.close();
  }
});
