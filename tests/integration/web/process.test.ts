import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-host-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** The browser host as a process, and all that it has said. */
function start(...args: string[]) {
  const child = spawn(process.execPath, ['electron/web/main.ts', '--data', folder, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const said = { text: '' };
  child.stdout.on('data', (data: Buffer) => (said.text += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said.text += data.toString()));
  return { child, said, ended: once(child, 'exit') as Promise<[number | null, string | null]> };
}
const address = /http:\/\/127\.0\.0\.1:(\d+)\/\?key=[\w-]+/;
const patience = { timeout: 20_000 };

describe('the browser host', () => {
  it('prints its address, and ends when it is asked to', async () => {
    const host = start();
    await expect.poll(() => host.said.text, patience).toMatch(address);
    host.child.kill('SIGTERM');
    expect(await host.ended).toEqual([0, null]);
  });

  it('leads a second start to the first, with an address that lets in [F-3]', async () => {
    const first = start();
    await expect.poll(() => first.said.text, patience).toMatch(address);
    const second = start();
    expect(await second.ended).toEqual([0, null]);
    expect(second.said.text).toMatch(/already runs/);
    expect(address.exec(second.said.text)?.[1]).toBe(address.exec(first.said.text)?.[1]);
    expect(second.said.text).not.toMatch(/SQLITE|locked/i);
    const response = await fetch(address.exec(second.said.text)?.[0] ?? '', { redirect: 'manual' });
    expect(response.status).toBe(303);
  });

  it('starts again at once on the data of one that was killed [F-3]', async () => {
    const first = start();
    await expect.poll(() => first.said.text, patience).toMatch(address);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start();
    await expect.poll(() => second.said.text, patience).toMatch(address);
    expect(second.said.text).not.toMatch(/already runs/);
  });

  it.each([[['--port', 'x'], '--port must be a number'], [['--port', '70000'], '--port must be a number'], [['--what'], '--what']])('refuses %j in one line', async (args, text) => {
    const host = start(...args);
    expect((await host.ended)[0]).toBe(1);
    expect(host.said.text).toContain(text);
    expect(host.said.text.trim().split('\n')).toHaveLength(1);
  });
});
