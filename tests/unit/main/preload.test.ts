import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { PreloadConfigFactory } from 'electron-vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import config from '../../../electron.vite.config.ts';
import type { PreloadBridge } from '../../../shared/bridge.ts';

/** The preload as it is built, run against the two objects of Electron that it uses. */
interface Said { readonly verb: string; readonly channel: string; readonly args: readonly unknown[] }
let folder: string;
let source: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-preload-'));
  if (typeof config !== 'object' || !('preload' in config) || !config.preload) throw new Error('There is no preload in electron.vite.config.ts');
  const outDir = folder;
  const built = await new PreloadConfigFactory({ ...config.preload, build: { ...config.preload.build, outDir } }, { logLevel: 'silent' }, {}).build();
  await build({ ...built, configFile: false });
  source = readFileSync(join(folder, 'index.cjs'), 'utf8');
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(platform = 'linux') {
  const exposed: [string, PreloadBridge][] = [];
  const said: Said[] = [];
  const listeners = new Map<string, ((event: unknown, ...args: unknown[]) => void)[]>();
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, api: PreloadBridge) => exposed.push([name, api]) },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => Promise.resolve(void said.push({ verb: 'invoke', channel, args })),
      send: (channel: string, ...args: unknown[]) => void said.push({ verb: 'send', channel, args }),
      on: (channel: string, listener: () => void) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off: (channel: string, listener: () => void) => void listeners.set(channel, (listeners.get(channel) ?? []).filter((other) => other !== listener)),
    },
  };
  const required: string[] = [];
  const require = (name: string) => {
    required.push(name);
    return electron;
  };
  runInNewContext(source, { require, process: { platform }, module: { exports: {} }, exports: {} });
  return { exposed, said, listeners, required };
}

describe('the preload [F-17]', () => {
  it('is CommonJS, since a sandboxed page loads nothing else', () => {
    expect(source).not.toMatch(/^\s*(import|export)\s/m);
    expect(run().required).toEqual(['electron']);
  });

  it('exposes one object, frozen, with the typed verbs and nothing raw', () => {
    const { exposed } = run();
    expect(exposed.map(([name]) => name)).toEqual(['trellis']);
    const [, api] = exposed[0]!;
    expect(Object.keys(api).toSorted()).toEqual(['call', 'cancel', 'capabilities', 'listen', 'openExternal', 'subscribe', 'unsubscribe']);
    expect(Object.isFrozen(api)).toBe(true);
    expect(Object.isFrozen(api.capabilities)).toBe(true);
    expect(api.capabilities).toEqual({ nativeMenu: true, deepLinks: true, openExternal: true, alerts: true, os: 'linux' });
  });

  it('speaks on channels of its own alone, whatever it is given', () => {
    const { exposed, said } = run();
    const [, api] = exposed[0]!;
    void api.call(1, 'dags.list', '{}');
    void api.call(2, '../ELECTRON_BROWSER_REQUIRE', '{}');
    void api.subscribe(3, 'session.follow', '{}');
    api.cancel(1);
    api.unsubscribe(3);
    void api.openExternal('https://example.com');
    expect(said.map(({ verb, channel }) => `${verb} ${channel}`)).toEqual([
      'invoke trellis:dags.list', 'invoke trellis:../ELECTRON_BROWSER_REQUIRE', 'invoke trellis:session.follow',
      'send trellis:cancel', 'send trellis:unsubscribe', 'invoke trellis:open-external',
    ]);
  });

  it('hands on frames without the event that brought them, until it is told to stop', () => {
    const { exposed, listeners } = run();
    const heard: unknown[][] = [];
    const stop = exposed[0]![1].listen((...args: unknown[]) => heard.push(args));
    listeners.get('trellis:frame')?.[0]?.({ sender: 'secret' }, '{"type":"end","id":1}');
    stop();
    expect(heard).toEqual([['{"type":"end","id":1}']]);
    expect(listeners.get('trellis:frame')).toEqual([]);
  });

  it.each([['darwin', 'mac'], ['win32', 'windows'], ['linux', 'linux']])('names the system of %s', (platform, os) => {
    expect(run(platform).exposed[0]![1].capabilities.os).toBe(os);
  });
});
