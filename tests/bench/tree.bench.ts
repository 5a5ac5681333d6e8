import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { seedRows, serveApp } from './app.ts';
import { median, quantile, report, type Figure } from './figure.ts';
import { pressUntil, scrollFrames, taskFigure, threadWork, traced, typeUntil, type Tasks } from './traced-page.ts';
import { inFolder, pick, range } from './sample.ts';
import { servePages } from './serve-pages.ts';

/** An API of 10,000 endpoints: its tree in the API page, beside a recycler written by hand (of 100,000 rows × 8 columns, which costs it no more). */

const count = 10_000;
const rounds = 5;
const scrolled = { step: 90, count: 150 };
const flung = { step: 6000, count: 40 };

const areas = ['billing', 'catalogue', 'customers', 'delivery', 'identity', 'ledger', 'messages', 'orders', 'payments', 'reports', 'search', 'stock'];
const things = ['accounts', 'addresses', 'batches', 'contacts', 'documents', 'events', 'items', 'labels', 'limits', 'notes', 'prices', 'rates', 'rules', 'schedules', 'tags'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The nth endpoint: a method on `/v1/<area>/<thing>/{id}/<thing>-<n>`. */
const endpoint = (n: number) => {
  const [area, thing, inner] = [areas[pick(n, areas.length)]!, things[pick(n, things.length, 1)]!, things[pick(n, things.length, 2)]!];
  const method = methods[pick(n, methods.length, 3)]!;
  return { name: `${method} ${inner} ${n}`, method, path: `/v1/${area}/${thing}/{id}/${inner}-${Math.floor(n / 2)}`, enabled: pick(n, 20, 4) > 0, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] };
};

/** Scrolls, and then flings: milliseconds of each frame, and of the page's work per frame. */
async function move(page: Page, frames: (step: number, count: number) => Promise<number[]>) {
  const work = await threadWork(page);
  await frames(scrolled.step, 30); // warms up
  const before = await work();
  const scroll = await frames(scrolled.step, scrolled.count);
  const between = await work();
  const fling = await frames(flung.step, flung.count);
  return { scroll, fling, scrollWork: (between - before) / scrolled.count, flingWork: ((await work()) - between) / flung.count };
}

async function recycler(browser: Browser, folder: string) {
  const pages = await servePages(join(folder, 'pages'));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${pages.url}?show=recycler`);
  await page.waitForFunction(() => 'bench' in window);
  await page.evaluate(() => window.bench.prepare());
  const mount = await page.evaluate(() => window.bench.mount());
  const moved = await move(page, (step, frames) => page.evaluate(({ step, frames }) => window.bench.scroll(step, frames), { step, frames }));
  await context.close();
  await pages.close();
  return { mount, ...moved };
}

/** Switches an endpoint again and again: milliseconds until it is seen. */
async function switchOne(page: Page): Promise<number[]> {
  const times: number[] = [];
  const button = '.endpoint-scroll .endpoint-switch';
  for (let round = 0; round < rounds; round++) {
    const isOn = (await page.locator(button).first().textContent()) === 'Enabled';
    times.push(await pressUntil(page, button, button, isOn ? '^Disabled$' : '^Enabled$'));
    await page.locator('.endpoints[aria-busy="false"]').waitFor();
  }
  return times;
}

/** Steps selected endpoints up by key, as often, with steps of the keys alone in between. */
async function stepSome(page: Page): Promise<void> {
  for (const at of [0, 1]) await page.locator('.endpoint-scroll .endpoint-check').nth(at).click();
  for (let round = 0; round < rounds; round++) {
    const said = await page.locator('.bp6-toast', { hasText: 'moved: ' }).allTextContents();
    await page.keyboard.press('Alt+ArrowUp');
    await page.waitForFunction((before) => [...document.querySelectorAll('.bp6-toast')].some(({ textContent: text }) => text.includes('moved: ') && !before.includes(text)), said);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
  }
}

const tab = (name: string) => `[role="tab"][data-tab-id="${name}"]`;
const line = '.endpoint-scroll .endpoint-line';
const filter = 'input[aria-label="Filter endpoints"]';
const shown = '.endpoints-bar .resource-count';

await inFolder(async (folder) => {
  const data = join(folder, 'data');
  const id = await seedRows(data, (rows, place) => {
    const api = rows.insert('composerApis', place, { name: 'Large', server_url: 'http://127.0.0.1:9', enabled: true });
    for (const n of range(count)) rows.insert('composerEndpoints', place, { api_id: api.id, ...endpoint(n) });
    return api.id;
  });
  const host = await serveApp(data);
  const browser = await launchBrowser();
  try {
    const floor = await recycler(browser, folder);
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(host.address(`/apis/${id}`));
    await page.locator(tab('endpoints')).waitFor();
    const { result: first, tasks: reading } = await traced(browser, page, () => pressUntil(page, tab('endpoints'), line));
    const { result: again, tasks: mounting } = await traced(browser, page, async () => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await page.locator(tab('overview')).click();
        await page.locator(line).first().waitFor({ state: 'detached' });
        times.push(await pressUntil(page, tab('endpoints'), line));
      }
      return times;
    });
    // A filter that all meet opens every group.
    const all = await typeUntil(page, filter, 'v1', '.endpoint-line[aria-expanded="true"]', '.');
    await page.waitForFunction((least) => Number(document.querySelector('.endpoint-scroll')?.getAttribute('aria-rowcount')) > least, count);
    const { result: moved, tasks: moving } = await traced(browser, page, () => move(page, (step, frames) => scrollFrames(page, '.endpoint-scroll', step, frames)));
    const { scroll, fling, scrollWork, flingWork } = moved;
    const words = [...things, ...areas].slice(0, 20);
    const { result: searches, tasks: searching } = await traced(browser, page, async () => {
      const times: number[] = [];
      for (const word of words) {
        const expected = range(count).map(endpoint).filter(({ name, path }) => `${name}\n${path}`.includes(word)).length;
        times.push(await typeUntil(page, filter, word, shown, `^${expected.toLocaleString('en')} of`));
      }
      return times;
    });
    await typeUntil(page, filter, 'v1', shown, `^${count.toLocaleString('en')}`);
    const { result: switches, tasks: switching } = await traced(browser, page, () => switchOne(page));
    const { tasks: stepping } = await traced(browser, page, () => stepSome(page));

    const tasks = (what: string, of: Tasks): Figure => ({ id: 'TREE', what: `longest task while it is ${what}`, ...taskFigure(of) });
    const mount = median(again);
    const rows: Figure[] = [
      { id: 'TREE', what: 'the tab opened for the first time, read from the platform', unit: 'ms', ours: first, floor: { name: 'recycler, from memory', value: floor.mount }, goal: 'not said', met: true },
      tasks('read and opened', reading),
      { id: 'TREE', what: 'the tab opened again', unit: 'ms', ours: mount, floor: { name: 'recycler', value: floor.mount }, peers: [{ name: 'slowest', value: Math.max(...again) }], goal: 'at most 100 ms, as any switch', met: mount <= 100 },
      tasks('opened again', mounting),
      { id: 'TREE', what: `frame while scrolled ${scrolled.step} px a frame, all open, p95`, unit: 'ms', ours: quantile(scroll, 0.95), floor: { name: 'recycler', value: quantile(floor.scroll, 0.95) }, goal: 'at most 17 ms', met: quantile(scroll, 0.95) <= 17 },
      { id: 'TREE', what: `frame while flung ${flung.step} px a frame, all open, p95`, unit: 'ms', ours: quantile(fling, 0.95), floor: { name: 'recycler', value: quantile(floor.fling, 0.95) }, goal: 'at most 50 ms', met: quantile(fling, 0.95) <= 50 },
      { id: 'TREE', what: 'work of the page per frame, scrolled', unit: 'ms', ours: scrollWork, floor: { name: 'recycler', value: floor.scrollWork }, goal: 'at most 8 ms, as a list', met: scrollWork <= 8 },
      { id: 'TREE', what: 'work of the page per frame, flung', unit: 'ms', ours: flingWork, floor: { name: 'recycler', value: floor.flingWork }, goal: 'not said', met: true },
      tasks('scrolled and flung', moving),
      { id: 'TREE', what: `search, until it is counted, p95 of ${words.length}`, unit: 'ms', ours: quantile(searches, 0.95), peers: [{ name: 'median', value: median(searches) }, { name: 'the first, which opens all', value: all }], goal: 'at most 100 ms', met: quantile(searches, 0.95) <= 100 },
      tasks('searched', searching),
      { id: 'TREE', what: `one of them switched, until it is seen, median of ${rounds}`, unit: 'ms', ours: median(switches), peers: [{ name: 'slowest', value: Math.max(...switches) }], goal: 'not said', met: true },
      tasks('switched', switching),
      tasks('stepped by key', stepping),
    ];
    report(`The tree of an API of ${count.toLocaleString('en')} endpoints`, rows);
  } finally {
    await browser.close();
    await host.end();
  }
});
