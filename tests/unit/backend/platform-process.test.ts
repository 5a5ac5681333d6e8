import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { supervisePlatform, type PlatformNews, type RunningPlatform } from '../../../electron/backend/platform-process.ts';

/** A launcher whose processes die at the test's word. The real process is met in the integration tests. */
function launcherOf(plan: (count: number) => Error | null = () => null) {
  const launches: { token: string; key: string; die(reason: string): void; stopped: boolean }[] = [];
  return {
    launches,
    launch({ token, key }: { token: string; key: string }): Promise<RunningPlatform> {
      const listeners: ((reason: string) => void)[] = [];
      const made = { token, key, stopped: false, die: (reason: string) => listeners.forEach((listener) => listener(reason)) };
      launches.push(made);
      const failure = plan(launches.length);
      if (failure) return Promise.reject(failure);
      return Promise.resolve({
        url: `http://127.0.0.1:${1000 + launches.length}`, tenant_id: 't', environment_id: 'e',
        onExit: (listener) => void listeners.push(listener),
        stop() {
          made.stopped = true;
          return Promise.resolve();
        },
      });
    },
  };
}

function supervise(launcher: ReturnType<typeof launcherOf>) {
  const news: PlatformNews[] = [];
  const platform = supervisePlatform({ launcher, dataFolder: '/data', key: () => Promise.resolve('key'), tell: (said) => news.push(said), now: Date.now });
  return { news, platform, ready: () => platform.ready(new AbortController().signal, 5000) };
}
const outcome = (work: Promise<unknown>) => work.then((value) => ({ value }), (error: unknown) => ({ error }));

describe('supervisePlatform', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts it when it is first needed, once for all who ask', async () => {
    const launcher = launcherOf();
    const { ready, news } = supervise(launcher);
    expect(launcher.launches).toHaveLength(0);
    const both = Promise.all([ready(), ready()]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await both).map(({ url }) => url)).toEqual(['http://127.0.0.1:1001', 'http://127.0.0.1:1001']);
    expect(news.map(({ state }) => state)).toEqual(['starting', 'ready']);
    expect(launcher.launches[0]!.token).toMatch(/^[0-9a-f]{64}$/);
  });

  it('starts it again at once when it dies, says so, and keeps the token [F-27]', async () => {
    const launcher = launcherOf();
    const { ready, news } = supervise(launcher);
    const before = ready();
    await vi.advanceTimersByTimeAsync(0);
    launcher.launches[0]!.die('signal SIGKILL');
    const after = ready();
    await vi.advanceTimersByTimeAsync(500);
    expect((await after).url).toBe('http://127.0.0.1:1002');
    expect((await after).token).toBe((await before).token);
    expect(news.at(-1)).toMatchObject({ state: 'ready', notice: expect.stringContaining('signal SIGKILL') as string });
  });

  it('waits longer after each death, so that a crash loop is no storm [F-27]', async () => {
    const launcher = launcherOf();
    const { ready } = supervise(launcher);
    void ready();
    await vi.advanceTimersByTimeAsync(0);
    const times: number[] = [];
    let last = Date.now();
    for (let death = 0; death < 6; death++) {
      const before = launcher.launches.length;
      launcher.launches.at(-1)!.die('exit code 1');
      while (launcher.launches.length === before) await vi.advanceTimersByTimeAsync(100);
      times.push(Date.now() - last);
      last = Date.now();
    }
    expect(times).toEqual([500, 1000, 2000, 5000, 5000, 5000]);
  });

  it('gives up when it does not start, says what to do, and starts again when asked', async () => {
    let broken = true;
    const launcher = launcherOf(() => (broken ? new Error('the port is taken.') : null));
    const { platform, ready, news } = supervise(launcher);
    const first = outcome(ready());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await first).toMatchObject({ error: { code: 'unreachable' } });
    expect(launcher.launches).toHaveLength(5);
    expect(news.at(-1)).toMatchObject({ state: 'failed', notice: expect.stringContaining('the port is taken.') as string });
    expect(await outcome(ready())).toMatchObject({ error: { code: 'unreachable' } });
    broken = false;
    const restarted = platform.restart();
    await vi.advanceTimersByTimeAsync(0);
    await restarted;
    expect((await ready()).url).toBe('http://127.0.0.1:1006');
  });

  it('makes nobody wait longer than they are willing to', async () => {
    const launcher = { ...launcherOf(), launch: () => new Promise<RunningPlatform>(() => undefined) };
    const { platform } = supervise(launcher);
    const waited = outcome(platform.ready(new AbortController().signal, 500));
    await vi.advanceTimersByTimeAsync(500);
    expect(await waited).toMatchObject({ error: { code: 'unreachable' } });
  });

  it('does not start again what was stopped', async () => {
    const launcher = launcherOf();
    const { platform, ready } = supervise(launcher);
    void ready();
    await vi.advanceTimersByTimeAsync(0);
    await platform.stop();
    launcher.launches[0]!.die('exit code 0');
    await vi.runAllTimersAsync();
    expect(launcher.launches.map(({ stopped }) => stopped)).toEqual([true]);
  });
});
