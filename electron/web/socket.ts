import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { connect, encode } from '../hosting/connection.ts';
import { clientFrame, frameId, goesOn, pieceLength, type ClientFrame, type HostFrame } from '../../shared/bridge.ts';
import { AppError, toErrorValue } from '../../shared/errors.ts';
import type { Capabilities } from '../../shared/host.ts';
import type { Transport } from '../../shared/rpc.ts';

/** Speaks the frames of `shared/bridge.ts` over one WebSocket. What is not a frame is refused by name; nothing throws. */
export function serveSocket(socket: WebSocket, transport: Transport, capabilities: Capabilities): void {
  const send = (frame: HostFrame) => {
    if (socket.readyState !== socket.OPEN) return;
    const text = encode(frame);
    let from = 0;
    for (; text.length - from > pieceLength; from = to(text, from)) socket.send(goesOn + text.slice(from, to(text, from)));
    socket.send(from === 0 ? text : text.slice(from));
  };
  const connection = connect(transport, send);

  const receive = (frame: ClientFrame) => {
    switch (frame.type) {
      case 'call':
        void connection.call(frame.id, frame.name, frame.input).then((reply) => send({ type: 'reply', id: frame.id, reply }));
        return;
      case 'subscribe':
        return connection.subscribe(frame.id, frame.name, frame.input);
      case 'cancel':
        return connection.cancel(frame.id);
      case 'unsubscribe':
        return connection.unsubscribe(frame.id);
    }
  };

  socket.on('message', (data, isBinary) => {
    const message = isBinary ? undefined : parse((data as Buffer).toString('utf8'));
    const parsed = clientFrame.safeParse(message);
    if (parsed.success) receive(parsed.data);
    else send(refusal(parsed.error, message));
  });
  socket.on('error', () => socket.terminate()); // a broken or oversized frame; the page connects again
  socket.on('close', () => connection.close());
  send({ type: 'hello', capabilities });
}

/** Where a piece ends that begins at `from`: never between the two halves of a character. */
function to(text: string, from: number): number {
  const end = from + pieceLength;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A malformed call still gets its reply if it says which call it is. */
function refusal(problem: z.ZodError, frame: unknown): HostFrame {
  const where = problem.issues[0]?.path.join('.');
  const error = toErrorValue(new AppError('invalid_input', where ? `Not a message that Trellis knows: ${where} is wrong` : 'Not a message that Trellis knows'));
  const id = frameId.safeParse((frame as { id?: unknown } | null | undefined)?.id);
  return id.success ? { type: 'reply', id: id.data, reply: { ok: false, error } } : { type: 'refused', error };
}
