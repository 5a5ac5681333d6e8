import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serverEvents } from '../../../electron/backend/server-events.ts';

const read = async (chunks: string[]) => {
  const events = [];
  for await (const event of serverEvents(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) events.push(event);
  return events;
};

describe('serverEvents', () => {
  it('reads events, comments and ids, with any line end, cut anywhere', async () => {
    const text = ': hello\n\nid: 1\ndata: {"a":1}\r\n\r\ndata: x\rdata:y\r\revent: e\ndata: ü\n\n';
    const expected = [{ type: 'message', id: '1', data: '{"a":1}' }, { type: 'message', id: '1', data: 'x\ny' }, { type: 'e', id: '1', data: 'ü' }];
    expect(await read([text])).toEqual(expected);
    expect(await read(Array.from(text.matchAll(/[^]/g), ([letter]) => letter))).toEqual(expected);
  });

  it('drops an event that was cut', async () => expect(await read(['data: a\n\ndata: b\n'])).toEqual([{ type: 'message', id: null, data: 'a' }]));

  it('refuses an endless event', async () => {
    const chunk = 'x'.repeat(1024 * 1024);
    await expect(read(Array.from({ length: 20 }, () => chunk))).rejects.toMatchObject({ code: 'bad_answer' });
  });
});
