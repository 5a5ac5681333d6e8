import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import * as contract from '../../shared/contract/all.ts';
import { openCache } from '../../electron/backend/cache.ts';
import { secretIn } from '../../electron/backend/hiding.ts';
import { secretFields } from '../../electron/backend/redact.ts';
import { launchBrowser } from '../e2e/fixtures/hosts.ts';
import { seed, serveApp } from './app.ts';
import { report } from './figure.ts';
import { servePlatform, type PlatformLine } from './platform-process.ts';
import { childrenOf, cpu, memory, treeOf } from './processes.ts';
import { inFolder, range, toolRow } from './sample.ts';

/** P10: memory with 100,000 cached rows, what the app does while nobody uses it, and that it is silent while it is hidden. */

const cached = 100_000;
/** What was opened settles: code is compiled, the first health checks are done. */
const warmUpSeconds = 30;
/** The goal is of ten minutes: `TRELLIS_BENCH_IDLE=600` takes them. In the first ones the page's heap still grows by compiled code. */
const idleSeconds = Number(process.env['TRELLIS_BENCH_IDLE'] ?? 60);
const hiddenSeconds = 40;
const size = { viewport: { width: 1440, height: 900 } };

/** A browser, and the processes that it started. */
async function browse(): Promise<{ browser: Browser; pids: () => number[] }> {
  const before = new Set(childrenOf(process.pid));
  const browser = await launchBrowser();
  const root = childrenOf(process.pid).find((pid) => !before.has(pid))!;
  return { browser, pids: () => treeOf(root) };
}

async function blank(): Promise<{ pss: number; cpu: number }> {
  const { browser, pids } = await browse();
  const page = await (await browser.newContext(size)).newPage();
  await page.goto('about:blank');
  await pause(5000);
  const before = cpu(pids());
  await pause(15_000);
  const found = { pss: memory(pids()), cpu: ((cpu(pids()) - before) / 15) * 100 };
  await browser.close();
  return found;
}

/** Passes requests on to the platform, and counts them. */
async function countingWay(target: string): Promise<{ url: string; count: () => number; close(): void }> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    count++;
    const { method, headers, url = '/' } = incoming;
    incoming.pipe(forward(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Fills the cache of the one who will sign in there; the app is not running. */
function fillCache(file: string, profile: string, user: string, { tenant_id: tenant, environment_id: environment }: PlatformLine): void {
  const fieldsOf = secretFields(contract);
  const cache = openCache({ file, limitBytes: 256 * 1024 * 1024, isSecret: (name) => secretIn(fieldsOf(name)), isList: (name) => name.endsWith('.list'), now: Date.now });
  for (const page of range(cached / 1000)) {
    const rows = range(1000).map((n) => toolRow(page * 1000 + n));
    cache.write({ profile, user, tenant, environment, call: 'agentTools.list', input: JSON.stringify({ page }) }, { rows, total: rows.length }, cache.tick());
    cache.settle();
  }
  cache.close();
}

/** Calls of the bridge, made by the page over a socket of its own. */
const ask = (page: Page, calls: readonly (readonly [string, object])[]) =>
  page.evaluate(async (calls) => {
    const socket = new WebSocket(`ws://${location.host}/bridge`);
    const heard = () => new Promise<{ reply?: { ok: boolean } }>((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(JSON.parse(data as string) as { reply?: { ok: boolean } }), { once: true });
    });
    await heard(); // hello
    for (const [id, [name, input]] of calls.entries()) {
      const answer = heard();
      socket.send(JSON.stringify({ type: 'call', id, name, input }));
      const { reply } = await answer;
      if (!reply?.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`);
    }
    socket.close();
  }, calls);

const heapOf = async (devtools: CDPSession) => {
  for (let n = 0; n < 3; n++) await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
};

await inFolder(async (folder) => {
  const dataFolder = join(folder, 'data');
  await seed(dataFolder, { agentTools: 1000 });
  const platform = await servePlatform(join(dataFolder, 'platform'));
  const way = await countingWay(platform.url);
  const { user } = (await (await fetch(`${platform.url}/api/auth/session`, { headers: { authorization: `Bearer ${platform.token}` } })).json()) as { user: { id: string } };
  const profile = { id: 'bench', name: 'Bench', kind: 'remote', base_url: way.url };
  fillCache(join(dataFolder, 'cache.db'), profile.id, user.id, platform);
  const bare = await blank();
  const host = await serveApp(join(dataFolder));
  const { browser, pids } = await browse();
  try {
    const context = await browser.newContext(size);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(host.address('/settings'));
    await page.locator('#root > *').first().waitFor();
    await ask(page, [['profiles.save', profile], ['profiles.select', { id: profile.id }], ['session.signIn', { token: platform.token }]]);
    await page.goto(new URL('/agents/agent-tools', page.url()).href);
    await page.locator('tr[data-at="0"]').waitFor();
    await pause(warmUpSeconds * 1000);

    const ours = () => [...pids(), ...treeOf(host.pid), platform.pid];
    const [heap, busy, asked] = [await heapOf(devtools), cpu(ours()), way.count()];
    await pause(idleSeconds * 1000);
    const used = ((cpu(ours()) - busy) / idleSeconds) * 100;
    const inIdle = way.count() - asked;
    const growth = (await heapOf(devtools) - heap) / idleSeconds / 1000;
    const chromium = memory(pids());
    const [backend, served] = [memory([host.pid]), memory([platform.pid])];
    const whole = memory(ours());

    await page.evaluate(() => {
      for (const [name, value] of [['visibilityState', 'hidden'], ['hidden', true]] as const) Object.defineProperty(document, name, { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await pause(1000); // what is under way may end
    const before = way.count();
    await pause(hiddenSeconds * 1000);
    const hidden = way.count() - before;

    const floor = { name: 'blank Chromium', value: bare.pss };
    report(`Memory and idle: ${cached.toLocaleString('en')} cached rows, a list of 1,000 open; ${idleSeconds} s idle, ${hiddenSeconds} s hidden`, [
      {
        id: 'P10', what: 'memory of all: Chromium, backend, platform (PSS)', unit: 'MB', ours: whole, floor,
        peers: [{ name: 'of it Chromium', value: chromium }, { name: 'backend', value: backend }, { name: 'platform', value: served }],
        goal: `at most 1.25 × a blank Chromium; it is ${(whole / bare.pss).toFixed(2)} ×`, met: whole <= 1.25 * bare.pss,
      },
      {
        id: 'P10', what: 'memory of Chromium with the app in it (PSS)', unit: 'MB', ours: chromium, floor,
        goal: `at most 1.25 × a blank Chromium; it is ${(chromium / bare.pss).toFixed(2)} ×`, met: chromium <= 1.25 * bare.pss,
      },
      { id: 'P10', what: 'growth of the page’s heap while idle', unit: 'kB/s', ours: growth, goal: 'at most 1 kB/s', met: growth <= 1 },
      { id: 'P10', what: `CPU of all while idle; ${inIdle} requests meanwhile`, unit: '%', ours: used, floor: { name: 'blank Chromium', value: bare.cpu }, goal: 'at most 1 % of a core', met: used <= 1 },
      { id: 'P10', what: 'requests while hidden', unit: '', ours: hidden, goal: 'none', met: hidden === 0 },
    ]);
  } finally {
    await browser.close();
    await host.end();
    await platform.end();
    way.close();
  }
});
