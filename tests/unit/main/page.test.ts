import { describe, expect, it } from 'vitest';
import { answerWindows, cancelChannel, channelOf, frameChannel, openExternalChannel, unsubscribeChannel } from '../../../electron/main/ipc.ts';
import { connectByPreload } from '../../../renderer/api/ipc.ts';
import type { PreloadBridge } from '../../../shared/bridge.ts';
import type { HostEvent } from '../../../shared/host.ts';
import { sample, sampleTransport } from '../hosting/sample-contract.ts';
import { FakeContents, FakeIpcMain } from './fake-electron.ts';

/** The page's side of the desktop host, joined to main's by what Electron does between the two. */
function join() {
  const transport = sampleTransport();
  const ipc = new FakeIpcMain();
  const contents = new FakeContents();
  const opened: unknown[] = [];
  answerWindows({ ipcMain: ipc.asIpcMain, contract: sample, transport, openExternal: (address) => Promise.resolve(void opened.push(address)) });
  const listeners = new Set<(frame: string) => void>();
  contents.send = (channel, text) => {
    if (channel === frameChannel) for (const listener of listeners) listener(text);
  };
  const bridge: PreloadBridge = {
    capabilities: { nativeMenu: true, deepLinks: true, openExternal: true, alerts: true, os: 'linux' },
    call: (id, name, input) => ipc.invoke(channelOf(name), contents, id, input) as Promise<string>,
    subscribe: (id, name, input) => ipc.invoke(channelOf(name), contents, id, input) as Promise<string>,
    cancel: (id) => ipc.post(cancelChannel, contents, id),
    unsubscribe: (id) => ipc.post(unsubscribeChannel, contents, id),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openExternal: (url) => ipc.invoke(openExternalChannel, contents, url) as Promise<void>,
  };
  return { host: connectByPreload(bridge), transport, contents, opened };
}

describe('the page over IPC', () => {
  it('calls, and is told of unknown names', async () => {
    const { host } = join();
    expect(await host.call('sample.echo', { text: 'hi' })).toEqual({ ok: true, data: { text: 'hi' }, meta: { source: 'platform' } });
    expect(await host.call('sample.nothing', {})).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
    expect(await host.call('sample.echo', undefined)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('cancels at once, in the host too', async () => {
    const { host, transport } = join();
    const controller = new AbortController();
    const reply = host.call('sample.wait', {}, controller.signal);
    await expect.poll(() => transport.seen.calls).toBe(1);
    controller.abort();
    expect(await reply).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await expect.poll(() => transport.seen.aborted).toBe(1);
  });

  it('subscribes, unsubscribes, and is told when there is no such subscription', async () => {
    const { host, transport } = join();
    const seen: unknown[] = [];
    const subscriber = { event: (event: unknown) => seen.push(event), end: (error?: { code: string }) => seen.push(error?.code ?? 'end') };
    host.subscribe('sample.count', { to: 2 }, subscriber);
    await expect.poll(() => seen).toEqual([1, 2, 'end']);
    host.subscribe('sample.nothing', {}, subscriber);
    host.subscribe('sample.count', { to: 'x' }, subscriber);
    await expect.poll(() => seen.slice(3)).toEqual(expect.arrayContaining(['unknown_call', 'invalid_input']));
    const stop = host.subscribe('sample.count', { to: 0 }, subscriber);
    await host.call('sample.echo', { text: 'x' });
    stop();
    await expect.poll(() => transport.seen.aborted).toBe(1);
  });

  it('hears the host, and opens addresses through it', async () => {
    const { host, contents, opened } = join();
    const events: HostEvent[] = [];
    host.listen((event) => events.push(event));
    contents.send(frameChannel, JSON.stringify({ type: 'host', event: { type: 'navigate', path: '/dags' } }));
    expect(events).toEqual([{ type: 'navigate', path: '/dags' }]);
    await host.openExternal('https://example.com');
    expect(opened).toEqual(['https://example.com']);
  });
});
