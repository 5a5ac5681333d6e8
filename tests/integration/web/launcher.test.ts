import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childLauncher } from '../../../electron/web/launcher.ts';
import type { RunningPlatform } from '../../../electron/backend/platform-process.ts';

let dataFolder: string;
let log: string[];
const running: RunningPlatform[] = [];
const key = randomBytes(32).toString('base64');

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'trellis-launch-'));
  log = [];
});
afterEach(async () => {
  for (const platform of running.splice(0)) await platform.stop();
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function launch(): Promise<RunningPlatform> {
  const platform = await childLauncher((line) => log.push(line)).launch({ dataFolder, token: 'the-token', key });
  running.push(platform);
  return platform;
}
const session = (url: string, token = 'the-token') => fetch(`${url}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } });
const pid = () => (JSON.parse(readFileSync(join(dataFolder, 'owner.json'), 'utf8')) as { pid: number }).pid;

describe('the launcher of the browser host', () => {
  it('starts the platform, which answers to its token alone, and stops it', async () => {
    const platform = await launch();
    expect(platform.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await session(platform.url)).status).toBe(200);
    expect((await session(platform.url, 'another')).status).toBe(401);
    const gone = new Promise((resolve) => platform.onExit(resolve));
    await platform.stop();
    expect(await gone).toBe('exit code 0');
    await expect(session(platform.url)).rejects.toThrow('fetch failed');
  });

  it('tells when it was killed, and starts it again on the same data [F-27]', async () => {
    const first = await launch();
    const gone = new Promise((resolve) => first.onExit(resolve));
    process.kill(pid(), 'SIGKILL');
    expect(await gone).toBe('signal SIGKILL');
    const second = await launch();
    expect(second.tenant_id).toBe(first.tenant_id);
  });

  it('says why it does not start', async () => {
    await launch();
    await expect(launch()).rejects.toMatchObject({ code: 'unreachable', message: expect.stringMatching(/ended at once \(exit code 2\): Another platform/) as string });
  });

  it('shows its secrets to nobody who lists processes', async () => {
    await launch();
    const shown = readFileSync(`/proc/${pid()}/cmdline`, 'utf8') + readFileSync(`/proc/${pid()}/environ`, 'utf8');
    expect(shown).not.toContain('the-token');
    expect(shown).not.toContain(key);
    expect(log.join()).not.toContain('the-token');
  });

  it('never leaves the platform behind when its host is killed', async () => {
    const script = `import { childLauncher } from ${JSON.stringify(new URL('../../../electron/web/launcher.ts', import.meta.url).href)};
      const platform = await childLauncher(() => {}).launch(${JSON.stringify({ dataFolder, token: 't', key })});
      console.log(platform.url); setInterval(() => {}, 1000);`;
    const host = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [url] = (await once(host.stdout, 'data')) as [Buffer];
    expect((await session(url.toString().trim(), 't')).status).toBe(200);
    host.kill('SIGKILL');
    await expect.poll(() => session(url.toString().trim(), 't').then(() => 'answers', () => 'gone'), { timeout: 10_000 }).toBe('gone');
  });
});
