import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerWindows, cancelChannel, channelOf, frameChannel, openExternalChannel, unsubscribeChannel } from '../../../electron/main/ipc.ts';
import type { HostFrame } from '../../../shared/bridge.ts';
import type { Reply } from '../../../shared/rpc.ts';
import { sample, sampleTransport } from '../hosting/sample-contract.ts';
import { FakeContents, FakeIpcMain } from './fake-electron.ts';

const echo = channelOf('sample.echo');
let ipc: FakeIpcMain;
let transport: ReturnType<typeof sampleTransport>;
let opened: unknown[];

beforeEach(() => {
  ipc = new FakeIpcMain();
  transport = sampleTransport();
  opened = [];
  answerWindows({
    ipcMain: ipc.asIpcMain, contract: sample, transport,
    openExternal: (address) => {
      opened.push(address);
      return Promise.resolve();
    },
  });
});

const invoke = async (channel: string, contents: FakeContents, ...args: unknown[]) => JSON.parse((await ipc.invoke(channel, contents, ...args)) as string) as Reply;
const codeOf = (reply: Reply) => (reply.ok ? 'ok' : reply.error.code);
const frames = (contents: FakeContents) => contents.sent.filter(({ channel }) => channel === frameChannel).map(({ text }) => JSON.parse(text) as HostFrame);

describe('calls', () => {
  it('has one channel per call of the contract, and no other that answers', () => {
    expect([...ipc.handlers.keys()]).toEqual(['trellis:sample.echo', 'trellis:sample.wait', 'trellis:sample.count', openExternalChannel]);
  });

  it('answers a call', async () => {
    expect(await invoke(echo, new FakeContents(), 1, '{"text":"hi"}')).toEqual({ ok: true, data: { text: 'hi' }, meta: { source: 'platform' } });
  });

  it('cancels a call', async () => {
    const contents = new FakeContents();
    const reply = invoke(channelOf('sample.wait'), contents, 1, '{}');
    ipc.post(cancelChannel, contents, 1);
    expect(codeOf(await reply)).toBe('cancelled');
  });

  it('sends events and the end of a subscription to its window alone', async () => {
    const [one, other] = [new FakeContents(), new FakeContents()];
    await invoke(echo, other, 1, '{"text":"hi"}');
    await invoke(channelOf('sample.count'), one, 7, '{"to":2}');
    await expect.poll(() => frames(one)).toEqual([{ type: 'event', id: 7, event: 1 }, { type: 'event', id: 7, event: 2 }, { type: 'end', id: 7 }]);
    expect(frames(other)).toEqual([]);
  });

  it('ends a subscription that is given up', async () => {
    const contents = new FakeContents();
    await invoke(channelOf('sample.count'), contents, 7, '{"to":0}');
    ipc.post(unsubscribeChannel, contents, 7);
    await expect.poll(() => transport.seen.aborted).toBe(1);
  });

  it.each(['did-start-navigation', 'render-process-gone', 'destroyed'])('gives up what a window wanted on %s [F-27]', async (event) => {
    const contents = new FakeContents();
    const reply = invoke(channelOf('sample.wait'), contents, 1, '{}');
    contents.emit(event, { isMainFrame: true, isSameDocument: false });
    expect(codeOf(await reply)).toBe('cancelled');
    expect(codeOf(await invoke(echo, contents, 1, '{"text":"again"}'))).toBe('ok');
  });

  it('keeps what a window wanted when only its path changes', async () => {
    const contents = new FakeContents();
    void invoke(channelOf('sample.wait'), contents, 1, '{}');
    contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    expect(transport.seen.aborted).toBe(0);
  });
});

describe('abuse', () => {
  it('answers only the main frame of its own page [F-16][F-19]', async () => {
    const contents = new FakeContents();
    const text = '{"text":"hi"}';
    for (const frame of [null, { url: 'app://trellis/' }, { url: 'https://evil.example/' }]) {
      expect(codeOf(JSON.parse((await ipc.invokeFrom(frame, echo, contents, 1, text)) as string) as Reply)).toBe('forbidden');
    }
    for (const url of ['https://evil.example/', 'app://trellis.evil/', 'app://evil@trellis/', 'file:///etc/passwd', 'data:text/html,x', '']) {
      expect(codeOf(await invoke(echo, new FakeContents(url), 1, text))).toBe('forbidden');
      await expect(ipc.invoke(openExternalChannel, new FakeContents(url), 'https://example.com')).rejects.toThrow('only its own page');
    }
    expect(transport.seen.calls).toBe(0);
    expect(opened).toEqual([]);
  });

  it('answers 10,000 malformed calls on each channel with typed errors and stays alive [F-16]', { timeout: 120_000 }, async () => {
    const contents = new FakeContents();
    const argument = fc.oneof(fc.anything(), fc.json(), fc.constantFrom('{}', '[]', 'null', '{', '"', '{"__proto__":{"a":1}}', '{"text":1}'));
    const codes = new Set<string>();
    for (const channel of [echo, channelOf('sample.count')]) {
      await fc.assert(
        fc.asyncProperty(argument, argument, fc.array(fc.anything()), async (id, text, more) => {
          const reply = await invoke(channel, contents, id, text, ...more);
          codes.add(codeOf(reply));
          ipc.post(cancelChannel, contents, id);
          ipc.post(unsubscribeChannel, contents, id);
        }),
        { numRuns: 10_000 },
      );
    }
    expect([...codes].filter((code) => !['ok', 'invalid_input'].includes(code))).toEqual([]);
    expect(codes).toContain('invalid_input');
    expect(codeOf(await invoke(echo, contents, 1_000_001, '{"text":"still here"}'))).toBe('ok');
  });

  it('refuses 100 MB and stays alive [F-16]', async () => {
    const contents = new FakeContents();
    expect(codeOf(await invoke(echo, contents, 1, `{"text":"${'x'.repeat(100 * 1024 * 1024)}"}`))).toBe('too_large');
    expect(codeOf(await invoke(echo, contents, 2, '{"text":"still here"}'))).toBe('ok');
  });

  it('refuses a number that is in use', async () => {
    const contents = new FakeContents();
    void invoke(channelOf('sample.wait'), contents, 1, '{}');
    expect(codeOf(await invoke(echo, contents, 1, '{"text":"hi"}'))).toBe('invalid_input');
  });
});
