import type { Browser, Page } from '@playwright/test';
import type { Figure } from './figure.ts';

/** What happens on a page while it is used: its tasks, its frames, and how long something takes until it is seen. */

/** The tasks of the page's thread during one phase. */
export interface Tasks {
  /** Milliseconds of the longest, from its beginning to its end. */
  readonly longest: number;
  /** Milliseconds of the one that worked most, without those for which it had to wait for a core. */
  readonly worked: number;
}

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, both. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Does something with a page, which is the only one, and says what tasks there were meanwhile and shortly after. */
export async function traced<T>(browser: Browser, page: Page, work: () => Promise<T>): Promise<{ readonly result: T; readonly tasks: Tasks }> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '-*'] });
  const result = await work();
  // What the phase leaves to do belongs to it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread));
  const found = traceEvents.filter((event) => event.ph === 'X' && event.name === 'RunTask' && pages.has(thread(event)));
  if (found.length === 0) throw new Error('The trace shows no task');
  const most = (of: (event: TraceEvent) => number | undefined) => found.reduce((sofar, event) => Math.max(sofar, (of(event) ?? 0) / 1000), 0);
  return { result, tasks: { longest: most(({ dur }) => dur), worked: most(({ tdur }) => tdur) } };
}

/** What a figure says of them. */
export const taskFigure = ({ longest, worked }: Tasks): Pick<Figure, 'unit' | 'ours' | 'peers' | 'goal' | 'met'> =>
  ({ unit: 'ms', ours: longest, peers: [{ name: 'of work alone', value: worked }], goal: 'none over 50 ms', met: longest <= 50 });

/** Resolves with what says the milliseconds for which the page's thread has worked so far, without those for which it had to wait for a core. */
export async function threadWork(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => ((await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/** Presses what `press` selects, and says the milliseconds until a frame in which `seen` is on the page, its text matching `pattern`. */
export const pressUntil = (page: Page, press: string, seen: string, pattern = '.', patience = 120_000): Promise<number> =>
  page.evaluate(async ({ press, seen, pattern, patience }) => {
    const frame = () => new Promise(requestAnimationFrame);
    const button = document.querySelector<HTMLElement>(press);
    if (!button) throw new Error(`There is no ${press}`);
    const start = performance.now();
    button.click();
    while (!new RegExp(pattern).test(document.querySelector<HTMLElement>(seen)?.textContent ?? '')) {
      if (performance.now() - start > patience) throw new Error(`${seen} did not come within ${patience} ms`);
      await frame();
    }
    await frame();
    return performance.now() - start;
  }, { press, seen, pattern, patience });

/** Types into a field as a paste does, and says the milliseconds until the text of `seen` matches `pattern`. */
export const typeUntil = (page: Page, field: string, text: string, seen: string, pattern: string, patience = 120_000): Promise<number> =>
  page.evaluate(async ({ field, text, seen, pattern, patience }) => {
    const frame = () => new Promise(requestAnimationFrame);
    const input = document.querySelector<HTMLInputElement>(field);
    if (!input) throw new Error(`There is no ${field}`);
    input.focus();
    input.select();
    const start = performance.now();
    document.execCommand('insertText', false, text);
    while (!new RegExp(pattern).test(document.querySelector<HTMLElement>(seen)?.textContent ?? '')) {
      if (performance.now() - start > patience) throw new Error(`${seen} did not say ${pattern} within ${patience} ms`);
      await frame();
    }
    await frame();
    return performance.now() - start;
  }, { field, text, seen, pattern, patience });

/** Scrolls by `step` CSS pixels in each of `count` frames: milliseconds between them. */
export const scrollFrames = (page: Page, scroller: string, step: number, count: number, side: 'scrollTop' | 'scrollLeft' = 'scrollTop'): Promise<number[]> =>
  page.evaluate(async ({ scroller, step, count, side }) => {
    const frame = () => new Promise<number>(requestAnimationFrame);
    const element = document.querySelector(scroller);
    if (!element) throw new Error(`There is no ${scroller}`);
    const times: number[] = [];
    let last = await frame();
    for (let n = 0; n < count; n++) {
      element[side] += step;
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    return times;
  }, { scroller, step, count, side });
