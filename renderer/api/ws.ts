import { goesOn, maxFrameBytes, type ClientFrame, type HostFrame } from '../../shared/bridge.ts';
import { AppError, toErrorValue, type ErrorCode } from '../../shared/errors.ts';
import type { Capabilities, Host, HostEvent } from '../../shared/host.ts';
import { externalOnlyText, isExternal } from '../../shared/rules/external-address.ts';
import type { Reply, Subscriber } from '../../shared/rpc.ts';

const failed = (code: ErrorCode, message: string): Reply => ({ ok: false, error: toErrorValue(new AppError(code, message)) });
const lost = 'The connection to Trellis was lost. It is being restored; try again in a moment.';
const tooLarge = 'This is larger than Trellis can take (64 MB)';

/** Wait before each attempt to connect again, in milliseconds; the last one repeats. */
const waits = [100, 250, 500, 1000, 2000];

/** `'€'.length` is 1 and its UTF-8 is 3 bytes, so only a text in between has to be measured. */
const exceeds = (text: string) =>
  text.length > maxFrameBytes || (text.length * 3 > maxFrameBytes && new TextEncoder().encode(text).length > maxFrameBytes);

/**
 * The browser host, over a WebSocket. It resolves once the host has said hello. When the connection breaks, open calls fail
 * as `unreachable`, and it connects again by itself and subscribes anew to all that was subscribed.
 */
export function connectBySocket(address: string): Promise<Host> {
  const calls = new Map<number, (reply: Reply) => void>();
  const subscriptions = new Map<number, { readonly request: ClientFrame; readonly subscriber: Subscriber }>();
  const listeners = new Set<(event: HostEvent) => void>();
  let lastId = 0;
  let attempts = 0;
  let socket: WebSocket | undefined;
  let capabilities: Capabilities | undefined;

  const tell = (event: HostEvent) => {
    for (const listener of listeners) listener(event);
  };
  const send = (frame: ClientFrame) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  const settle = (id: number, reply: Reply) => {
    calls.get(id)?.(reply);
    calls.delete(id);
  };

  const host: Host = {
    get capabilities() {
      return capabilities as Capabilities; // said by hello, before anyone has the host
    },

    call(name, input, signal) {
      if (signal?.aborted) return Promise.resolve(failed('cancelled', 'Cancelled'));
      if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(failed('unreachable', lost));
      const id = ++lastId;
      const text = JSON.stringify({ type: 'call', id, name, input } satisfies ClientFrame);
      if (exceeds(text)) return Promise.resolve(failed('too_large', tooLarge));
      const open = socket;
      return new Promise((resolve) => {
        const cancel = () => {
          send({ type: 'cancel', id });
          settle(id, failed('cancelled', 'Cancelled'));
        };
        calls.set(id, (reply) => {
          signal?.removeEventListener('abort', cancel);
          resolve(reply);
        });
        signal?.addEventListener('abort', cancel, { once: true });
        open.send(text);
      });
    },

    subscribe(name, input, subscriber) {
      const id = ++lastId;
      const request: ClientFrame = { type: 'subscribe', id, name, input };
      subscriptions.set(id, { request, subscriber });
      send(request);
      return () => {
        if (subscriptions.delete(id)) send({ type: 'unsubscribe', id });
      };
    },

    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async openExternal(url) {
      if (!isExternal(new URL(url))) throw new AppError('invalid_input', externalOnlyText);
      window.open(url, '_blank', 'noopener,noreferrer');
    },
  };

  return new Promise((resolve, reject) => {
    const receive = (frame: HostFrame) => {
      switch (frame.type) {
        case 'hello': {
          const again = capabilities !== undefined;
          capabilities = frame.capabilities;
          attempts = 0;
          for (const { request } of subscriptions.values()) send(request);
          if (again) tell({ type: 'connection', connected: true });
          else resolve(host);
          return;
        }
        case 'reply':
          return settle(frame.id, frame.reply);
        case 'event':
          subscriptions.get(frame.id)?.subscriber.event(frame.event);
          return;
        case 'end': {
          const ended = subscriptions.get(frame.id);
          subscriptions.delete(frame.id);
          ended?.subscriber.end(frame.error);
          return;
        }
        case 'host':
          return tell(frame.event);
        case 'refused':
          throw new AppError('internal', frame.error.message);
      }
    };

    const open = () => {
      const opened = new WebSocket(address);
      socket = opened;
      let begun = '';
      opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
        if (data.startsWith(goesOn)) {
          begun += data.slice(goesOn.length);
          return;
        }
        const text = begun + data;
        begun = '';
        receive(JSON.parse(text) as HostFrame);
      });
      opened.addEventListener('close', ({ code }) => {
        const reply = code === 1009 ? failed('too_large', tooLarge) : failed('unreachable', lost);
        for (const id of calls.keys()) settle(id, reply);
        if (capabilities === undefined) return reject(new AppError('unreachable', 'Trellis is not running any more. Start it again, and open the address that it prints.'));
        if (attempts === 0) tell({ type: 'connection', connected: false });
        setTimeout(open, waits[Math.min(attempts++, waits.length - 1)]);
      });
    };
    open();
  });
}
