import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';

export interface ServerEvent {
  /** `message` unless the server says otherwise. */
  readonly type: string;
  readonly id: string | null;
  readonly data: string;
}

/** One event longer than this many characters is refused. */
const limit = 8 * 1024 * 1024;

/** The events of a text/event-stream body (WHATWG HTML, section 9.2). Throws `bad_answer` at one that is too long. */
export async function* serverEvents(body: Readable): AsyncGenerator<ServerEvent> {
  body.setEncoding('utf8');
  let rest = '';
  let data: string[] = [];
  let type = '';
  let id: string | null = null;
  let size = 0;
  for await (const chunk of body as AsyncIterable<string>) {
    rest += chunk;
    // A CR at the very end may be the first half of a CRLF.
    const whole = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, whole).split(/\r\n|\n|\r/);
    rest = lines.pop()! + rest.slice(whole);
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { type: type || 'message', id, data: data.join('\n') };
        data = [];
        type = '';
        size = 0;
        continue;
      }
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (name === 'data') {
        data.push(value);
        size += value.length;
      } else if (name === 'event') type = value;
      else if (name === 'id' && !value.includes('\0')) id = value;
    }
    if (size + rest.length > limit) throw new AppError('bad_answer', 'The platform sends an event that is too long');
  }
}
