import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import { connect, encode, type Connection } from '../hosting/connection.ts';
import { frameId, maxFrameBytes } from '../../shared/bridge.ts';
import type { Contract } from '../../shared/contract/define.ts';
import { AppError, toErrorValue } from '../../shared/errors.ts';
import { callsOf, type Transport } from '../../shared/rpc.ts';
import { isOwn } from './origin.ts';

/** The channel of a call or a subscription: the contract is the list of channels. */
export const channelOf = (name: string) => `trellis:${name}`;
export const cancelChannel = channelOf('cancel');
export const unsubscribeChannel = channelOf('unsubscribe');
export const openExternalChannel = channelOf('open-external');
/** On which events, ends and the host's own words go to a window. */
export const frameChannel = channelOf('frame');

type AnyIpcEvent = Pick<IpcMainInvokeEvent | IpcMainEvent, 'sender' | 'senderFrame'>;

/** Whether a message comes from the main frame of a page of ours, and not from a frame or page that got in. */
export function isTrusted({ sender, senderFrame }: AnyIpcEvent): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isOwn(senderFrame.url);
}

/**
 * Answers the windows: one channel per call of the contract. Nothing that a window sends throws in here; what is malformed,
 * too large or not from our page gets an error as its reply [F-16].
 */
export function answerWindows(options: {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'on'>;
  readonly contract: Contract;
  readonly transport: Transport;
  readonly openExternal: (address: unknown) => Promise<void>;
}): void {
  const { ipcMain, contract, transport } = options;
  const connections = new WeakMap<WebContents, Connection>();
  const seen = new WeakSet<WebContents>();

  /** A window's connection lasts as long as its document: a reload numbers its calls anew. */
  const connectionOf = (contents: WebContents): Connection => {
    const open = connections.get(contents);
    if (open) return open;
    const connection = connect(transport, (frame) => {
      if (!contents.isDestroyed()) contents.send(frameChannel, encode(frame));
    });
    connections.set(contents, connection);
    if (seen.has(contents)) return connection;
    seen.add(contents);
    const end = () => {
      connections.get(contents)?.close();
      connections.delete(contents);
    };
    contents.once('destroyed', end);
    contents.on('render-process-gone', end);
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) end();
    });
    return connection;
  };

  for (const [name, { kind }] of callsOf(contract)) {
    ipcMain.handle(channelOf(name), async (event, id: unknown, text: unknown) => {
      try {
        const { number, input } = read(event, id, text);
        const connection = connectionOf(event.sender);
        if (kind !== 'stream') return encode(await connection.call(number, name, input));
        connection.subscribe(number, name, input);
        return encode({ ok: true, data: null, meta: { source: 'platform' } });
      } catch (thrown) {
        return encode({ ok: false, error: toErrorValue(thrown) });
      }
    });
  }

  const stop = (channel: string, verb: 'cancel' | 'unsubscribe') =>
    ipcMain.on(channel, (event, id: unknown) => {
      const number = frameId.safeParse(id);
      if (number.success && isTrusted(event)) connections.get(event.sender)?.[verb](number.data);
    });
  stop(cancelChannel, 'cancel');
  stop(unsubscribeChannel, 'unsubscribe');

  ipcMain.handle(openExternalChannel, (event, address: unknown) => {
    if (!isTrusted(event)) throw foreign();
    return options.openExternal(address);
  });
}

const foreign = () => new AppError('forbidden', 'Trellis answers only its own page');

function read(event: AnyIpcEvent, id: unknown, text: unknown): { number: number; input: unknown } {
  if (!isTrusted(event)) throw foreign();
  const number = frameId.safeParse(id);
  if (!number.success || typeof text !== 'string') throw new AppError('invalid_input', 'Not a message that Trellis knows');
  if (text.length > maxFrameBytes) throw new AppError('too_large', 'This is larger than Trellis can take (64 MB)');
  try {
    return { number: number.data, input: JSON.parse(text) };
  } catch (cause) {
    throw new AppError('invalid_input', 'Not a message that Trellis knows', { cause });
  }
}
