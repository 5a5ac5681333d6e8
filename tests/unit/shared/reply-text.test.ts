import { expect, it, vi } from 'vitest';
import { dataText, jsonOf, replyOfText } from '../../../shared/reply-text.ts';

const meta = { source: 'cache', as_of: '2030-01-01T00:00:00.000Z' } as const;
const text = '{"rows":[{"name":"Größe \\"x\\""}],"total":1}';

it('writes a reply of known text as it would be written anew, without parsing it', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const reply = replyOfText(text, meta);
  const written = jsonOf(reply);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  expect(written).toBe(JSON.stringify({ ok: true, data: JSON.parse(text) as unknown, meta }));
});

it('has the data for who reads it here, parsed once', () => {
  const reply = replyOfText(text, meta);
  if (!reply.ok) throw new Error('A reply of text is no failure');
  expect(reply.data).toEqual({ rows: [{ name: 'Größe "x"' }], total: 1 });
  expect(reply.data).toBe(reply.data);
  expect(dataText(reply)).toBe(text);
});

it('says the same of a reply that it compared before as of one that it did not', () => {
  const reply = { ok: true, data: undefined, meta: { source: 'platform' } } as const;
  expect(dataText(reply)).toBe('null');
  expect(JSON.parse(jsonOf(reply))).toEqual({ ok: true, data: null, meta: { source: 'platform' } });
  expect(jsonOf({ ok: false, error: { code: 'timeout', message: 'Too late' } })).toBe('{"ok":false,"error":{"code":"timeout","message":"Too late"}}');
});
