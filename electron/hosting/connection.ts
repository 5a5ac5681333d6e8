import { AppError, toErrorValue } from '../../shared/errors.ts';
import type { HostFrame } from '../../shared/bridge.ts';
import { jsonOf } from '../../shared/reply-text.ts';
import type { Reply, Transport, Unsubscribe } from '../../shared/rpc.ts';

/** One window's side of the bridge in a host: what it has asked for and not yet been told. */
export interface Connection {
  call(id: number, name: string, input: unknown): Promise<Reply>;
  cancel(id: number): void;
  subscribe(id: number, name: string, input: unknown): void;
  unsubscribe(id: number): void;
  /** The window is gone: everything it had asked for is abandoned. */
  close(): void;
}

/** More than any window needs at once; beyond it a page is out of control. */
const maxOpen = 5000;

/** Ties a window to the transport that answers it; `send` carries events and ends back to the window. */
export function connect(transport: Transport, send: (frame: HostFrame) => void): Connection {
  const calls = new Map<number, AbortController>();
  const subscriptions = new Map<number, Unsubscribe>();

  return {
    async call(id, name, input) {
      const refused = refusal(calls, id);
      if (refused) return { ok: false, error: toErrorValue(refused) };
      const controller = new AbortController();
      calls.set(id, controller);
      try {
        return await transport.call(name, input, controller.signal);
      } finally {
        calls.delete(id);
      }
    },

    cancel: (id) => calls.get(id)?.abort(),

    subscribe(id, name, input) {
      const refused = refusal(subscriptions, id);
      if (refused) return send({ type: 'end', id, error: toErrorValue(refused) });
      let ended = false;
      const unsubscribe = transport.subscribe(name, input, {
        event: (event) => send({ type: 'event', id, event }),
        end: (error) => {
          ended = true;
          subscriptions.delete(id);
          send({ type: 'end', id, error });
        },
      });
      if (!ended) subscriptions.set(id, unsubscribe);
    },

    unsubscribe(id) {
      subscriptions.get(id)?.();
      subscriptions.delete(id);
    },

    close() {
      for (const controller of calls.values()) controller.abort();
      for (const unsubscribe of subscriptions.values()) unsubscribe();
      calls.clear();
      subscriptions.clear();
    },
  };
}

function refusal(open: ReadonlyMap<number, unknown>, id: number): AppError | undefined {
  if (open.has(id)) return new AppError('invalid_input', `The number ${id} is in use`);
  if (open.size >= maxOpen) return new AppError('rejected', 'Too many requests are open at once');
  return undefined;
}

/** A frame as text. An answer that is too large for one string becomes an error that says so. */
export function encode(value: HostFrame | Reply): string {
  try {
    if ('ok' in value) return jsonOf(value);
    if (value.type === 'reply') return `{"type":"reply","id":${value.id},"reply":${jsonOf(value.reply)}}`;
    if (value.type === 'event') return `{"type":"event","id":${value.id},"event":${jsonOf(value.event) ?? 'null'}}`;
    return JSON.stringify(value);
  } catch (thrown) {
    const error = toErrorValue(
      thrown instanceof RangeError
        ? new AppError('too_large', 'The answer is too large to show; ask for less of it')
        : new AppError('internal', 'The answer cannot be written as JSON', { cause: thrown }),
    );
    if ('ok' in value) return JSON.stringify({ ok: false, error });
    if (value.type === 'reply') return JSON.stringify({ type: 'reply', id: value.id, reply: { ok: false, error } });
    return JSON.stringify('id' in value ? { type: 'end', id: value.id, error } : { type: 'refused', error });
  }
}
