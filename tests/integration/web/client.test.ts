import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { startWebServer, type WebServer } from '../../../electron/web/server.ts';
import { connectBySocket } from '../../../renderer/api/ws.ts';
import type { Host, HostEvent } from '../../../shared/host.ts';
import { sampleTransport } from '../../unit/hosting/sample-contract.ts';

/** The page's side of the browser host, against the real server; only the cookie is put in by hand, as a browser would. */
let folder: string;
let server: WebServer;
let cookie: string;
let transport: ReturnType<typeof sampleTransport>;
const sockets: NodeSocket[] = [];

const start = (port = 0) =>
  startWebServer({ transport, pageFolder: folder, capabilities: { nativeMenu: false, deepLinks: false, openExternal: false, alerts: false, os: 'mac' }, port, secret: 's' });

async function signIn(): Promise<void> {
  const response = await fetch(server.address(), { redirect: 'manual' });
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-client-'));
  transport = sampleTransport();
  server = await start();
  await signIn();
  vi.stubGlobal('WebSocket', class extends NodeSocket {
    constructor(address: string) {
      super(address, { headers: { cookie, origin: new URL(address).origin.replace('ws', 'http') } });
      this.on('error', () => undefined); // a browser's socket has no error that throws
      sockets.push(this);
    }
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const socket of sockets.splice(0)) socket.removeAllListeners('close').terminate();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const connect = () => connectBySocket(`${server.origin.replace('http', 'ws')}/bridge`);
const collect = (host: Host, to: number) => {
  const seen: unknown[] = [];
  const stop = host.subscribe('sample.count', { to }, { event: (event) => seen.push(event), end: (error) => seen.push(error?.code ?? 'end') });
  return { seen, stop };
};

describe('the page over a socket', () => {
  it('has what the host can do, calls, and subscribes', async () => {
    const host = await connect();
    expect(host.capabilities.os).toBe('mac');
    expect(await host.call('sample.echo', { text: 'hi' })).toEqual({ ok: true, data: { text: 'hi' }, meta: { source: 'platform' } });
    expect(await host.call('sample.nothing', {})).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
    const { seen } = collect(host, 2);
    await expect.poll(() => seen).toEqual([1, 2, 'end']);
  });

  it('takes a large answer, which comes in pieces, as one', async () => {
    const host = await connect();
    const text = `a${'🙂'.repeat(1_000_000)}`;
    expect(await host.call('sample.echo', { text })).toMatchObject({ ok: true, data: { text } });
  });

  it('cancels in the host what it does not want any more', async () => {
    const host = await connect();
    const controller = new AbortController();
    const reply = host.call('sample.wait', undefined, controller.signal);
    await expect.poll(() => transport.seen.calls).toBe(1);
    controller.abort();
    expect(await reply).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await expect.poll(() => transport.seen.aborted).toBe(1);
    expect(await host.call('sample.echo', { text: 'x' }, controller.signal)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(transport.seen.calls).toBe(1);
  });

  it('unsubscribes in the host', async () => {
    const host = await connect();
    const { stop } = collect(host, 0);
    await host.call('sample.echo', { text: 'x' });
    stop();
    await expect.poll(() => transport.seen.aborted).toBe(1);
  });

  it('sends nothing that is too large, and stays connected [F-16]', async () => {
    const host = await connect();
    expect(await host.call('sample.echo', { text: 'x'.repeat(100 * 1024 * 1024) })).toMatchObject({ ok: false, error: { code: 'too_large' } });
    expect(await host.call('sample.echo', { text: 'hi' })).toMatchObject({ ok: true });
  });

  it('fails what was open when the connection breaks, connects again, and subscribes anew [F-27]', async () => {
    const host = await connect();
    const events: HostEvent[] = [];
    host.listen((event) => events.push(event));
    const { stop } = collect(host, 0);
    const open = host.call('sample.wait', {});
    await expect.poll(() => transport.seen.calls).toBe(1);
    sockets[0]?.terminate();
    expect(await open).toMatchObject({ ok: false, error: { code: 'unreachable' } });
    expect(await host.call('sample.echo', { text: 'x' })).toMatchObject({ ok: false, error: { code: 'unreachable' } });
    await expect.poll(() => events).toEqual([{ type: 'connection', connected: false }, { type: 'connection', connected: true }]);
    expect(await host.call('sample.echo', { text: 'back' })).toMatchObject({ ok: true });
    await expect.poll(() => transport.seen.aborted).toBe(2); // what the first connection had open
    stop();
    await expect.poll(() => transport.seen.aborted).toBe(3); // the subscription that was made anew
  });

  it('says what to do when there is no host', async () => {
    cookie = '';
    await expect(connect()).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('Start it again') as string });
  });
});
