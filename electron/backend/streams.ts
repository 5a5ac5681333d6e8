import type { Readable } from 'node:stream';
import { errorOfAnswer } from '../../shared/contract/answer.ts';
import type { Stream } from '../../shared/contract/define.ts';
import { toWire } from '../../shared/contract/request.ts';
import { AppError } from '../../shared/errors.ts';
import { openStream } from './remote.ts';
import { pause } from './retry.ts';
import type { Connection, Fields } from './send.ts';
import { serverEvents } from './server-events.ts';

/** Milliseconds between two questions to a platform that has no event streams. */
const pollInterval = 2000;
/** Milliseconds before a stream that was cut is opened again, doubled each time up to the second. */
const waits = { first: 1000, most: 15_000 };
const bodyLimit = 8 * 1024 * 1024;

/**
 * What the platform sends on a subscription: server-sent events, taken up again after a cut; or, from a platform that answers
 * with JSON instead, that answer each time it has changed. Ends when the stream does, or at an event of the type `end`; one of
 * the type `error` is its failure.
 */
export async function* platformStream(
  stream: Stream,
  input: Fields,
  { connection, signal }: { connection: () => Promise<Connection>; signal: AbortSignal },
): AsyncGenerator {
  const wire = toWire(stream.request!, input);
  let lastEventId: string | undefined;
  let wait = waits.first;
  let polled: string | undefined;

  while (!signal.aborted) {
    try {
      const open = await connection();
      const within = AbortSignal.any([signal, open.ended]);
      const { status, headers, body } = await openStream(stream, wire, { connection: open, signal: within, lastEventId });
      const type = headers['content-type'] ?? '';
      if (status >= 400) throw errorOfAnswer(stream, status, jsonOf(await textOf(body)));
      if (!type.includes('text/event-stream')) {
        const text = await textOf(body);
        if (text !== polled) yield eventOf(stream, text);
        polled = text;
        await pause(pollInterval, signal);
        continue;
      }
      wait = waits.first;
      for await (const { type, id, data } of serverEvents(body)) {
        if (id !== null) lastEventId = id;
        if (type === 'end') return;
        if (type === 'error') throw errorOfAnswer(stream, 500, jsonOf(data));
        yield eventOf(stream, data);
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!isCut(error)) throw error;
      await pause(wait, signal);
      wait = Math.min(wait * 2, waits.most);
    }
  }
}

/** The connection was lost, rather than that the platform refused. */
const isCut = (error: unknown) => (error instanceof AppError ? error.code === 'unreachable' : (error as { code?: string }).code !== undefined);

function eventOf(stream: Stream, text: string): unknown {
  const parsed = stream.event.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new AppError('bad_answer', stream.fallback, { details: `The platform sent an event that is not what was expected: ${parsed.error.issues[0]?.message ?? ''}` });
}

/** A body that is no JSON says nothing. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function textOf(body: Readable): Promise<string> {
  body.setEncoding('utf8');
  let text = '';
  for await (const chunk of body as AsyncIterable<string>) {
    text += chunk;
    if (text.length > bodyLimit) throw new AppError('too_large', 'The answer is over the limit');
  }
  return text;
}
