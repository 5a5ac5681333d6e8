import type { HostFrame, PreloadBridge } from '../../shared/bridge.ts';
import { AppError, toErrorValue, type ErrorValue } from '../../shared/errors.ts';
import type { Host, HostEvent } from '../../shared/host.ts';
import type { Reply, Subscriber } from '../../shared/rpc.ts';

/** The desktop host, through the object that the preload exposes. */
export function connectByPreload(bridge: PreloadBridge): Host {
  const subscribers = new Map<number, Subscriber>();
  const listeners = new Set<(event: HostEvent) => void>();
  let lastId = 0;

  const end = (id: number, error?: ErrorValue) => {
    const ended = subscribers.get(id);
    subscribers.delete(id);
    ended?.end(error);
  };

  bridge.listen((text) => {
    const frame = JSON.parse(text) as HostFrame;
    if (frame.type === 'event') subscribers.get(frame.id)?.event(frame.event);
    if (frame.type === 'end') end(frame.id, frame.error);
    if (frame.type === 'host') for (const listener of listeners) listener(frame.event);
  });

  return {
    capabilities: bridge.capabilities,

    call(name, input, signal) {
      if (signal?.aborted) return Promise.resolve(cancelled);
      const id = ++lastId;
      const answer = replyOf(name, bridge.call(id, name, JSON.stringify(input ?? {})));
      if (!signal) return answer;
      const { promise: given, resolve } = Promise.withResolvers<Reply>();
      const cancel = () => {
        bridge.cancel(id);
        resolve(cancelled);
      };
      signal.addEventListener('abort', cancel, { once: true });
      return Promise.race([answer, given]).finally(() => signal.removeEventListener('abort', cancel));
    },

    subscribe(name, input, subscriber) {
      const id = ++lastId;
      subscribers.set(id, subscriber);
      void replyOf(name, bridge.subscribe(id, name, JSON.stringify(input ?? {}))).then((reply) => reply.ok || end(id, reply.error));
      return () => {
        if (subscribers.delete(id)) bridge.unsubscribe(id);
      };
    },

    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    openExternal: (url) => bridge.openExternal(url),
  };
}

const cancelled: Reply = { ok: false, error: { code: 'cancelled', message: 'Cancelled' } };

/** The reply in a text of the bridge; it rejects only where no channel has that name. */
function replyOf(name: string, text: Promise<string>): Promise<Reply> {
  return text.then(
    (json) => JSON.parse(json) as Reply,
    (cause: unknown) => ({ ok: false, error: toErrorValue(new AppError('unknown_call', `Trellis does not answer ${name}`, { cause })) }),
  );
}
