import type { Page } from '@playwright/test';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { seed, serveApp } from './app.ts';
import { median, quantile, report } from './figure.ts';
import { inFolder } from './sample.ts';

/** P11: from one list to another whose rows are known already. */

const listed = 1000;
const visits = 80;
const views = ['Agent tools', 'Agent prompts', 'Agent memories', 'Agent blocks'];

/** Runs in the page: follows the links of the area one after the other, and waits until each list is on the screen. */
const measure = (page: Page) =>
  page.evaluate(async ({ views, visits }) => {
    const frame = () => new Promise(requestAnimationFrame);
    const rowsOf = (view: string) => document.querySelector(`section[aria-label="${view}"] tr[data-at="0"]`);
    const go = async (view: string) => {
      const link = [...document.querySelectorAll<HTMLElement>('.tr-kinds a')].find(({ textContent }) => textContent === view);
      if (!link) throw new Error(`There is no link to ${view}`);
      const start = performance.now();
      link.click();
      while (!rowsOf(view)) {
        if (performance.now() - start > 20_000) throw new Error(`${view} did not come within 20 s`);
        await frame();
      }
      await frame();
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - start;
    };
    for (const view of [...views, ...views]) await go(view);
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    const times: number[] = [];
    for (let n = 0; n < visits; n++) {
      times.push(await go(views[n % views.length]!));
      // What the fresh answer changes comes after the switch, and counts among the tasks.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { times, tasks };
  }, { views, visits });

await inFolder(async (folder) => {
  await seed(folder, { agentTools: listed, agentPrompts: listed, agentMemories: listed, agentBlocks: listed });
  const host = await serveApp(folder);
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(host.address('/agents/agent-tools'));
    await page.locator('tr[data-at="0"]').waitFor();
    const { times, tasks } = await measure(page);
    const p95 = quantile(times, 0.95);
    const longest = Math.max(0, ...tasks);
    report(`Switch among ${views.length} lists of ${listed.toLocaleString('en')} known rows, ${visits} times`, [
      { id: 'P11', what: 'switch until it is on the screen, p95', unit: 'ms', ours: p95, peers: [{ name: 'median', value: median(times) }], goal: 'at most 100 ms', met: p95 <= 100 },
      { id: 'P11', what: `longest task (0: none of 50 ms); there were ${tasks.length}`, unit: 'ms', ours: longest, goal: 'none over 50 ms', met: longest <= 50 },
    ]);
  } finally {
    await browser.close();
    await host.end();
  }
});
