import { beforeEach, describe, expect, test } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { bodyBase64, bodyBlob } from '../../../../renderer/state/answer-body.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../renderer/state/session.ts';
import { fresh, manualHost, refused } from '../lists/manual-host.ts';
import { memberSession } from '../memory-host.ts';

const body = Buffer.from(Uint8Array.from({ length: 2_500_000 }, (_, at) => at * 7));
let asked: Record<string, unknown>[];
let goneFrom: number;

beforeEach(() => {
  resetAppState();
  asked = [];
  goneFrom = Infinity;
  setHost({
    ...manualHost(),
    call: (_name, given) => {
      const input = given as { offset: number; length: number };
      asked.push(given as Record<string, unknown>);
      if (input.offset >= goneFrom) return Promise.resolve(refused('server', 'The body is gone'));
      const end = input.offset + input.length;
      return Promise.resolve(fresh({ base64: body.subarray(input.offset, end).toString('base64'), offset: input.offset, next: end < body.length ? end : null, total_bytes: body.length }));
    },
  });
  takeSession(memberSession);
});

describe('an answer that is kept in a file', () => {
  test('is read in pieces, and every byte of it is saved', async () => {
    const blob = await bodyBlob('x1', 'image/png');
    expect(blob.type).toBe('image/png');
    expect(Buffer.from(await blob.arrayBuffer()).equals(body)).toBe(true);
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({ tenant_id: 't1', environment_id: 'e1', execution_id: 'x1', offset: 0, encoding: 'base64' });
    expect(Buffer.from(await bodyBase64('x1'), 'base64').equals(body)).toBe(true);
  });

  test('is not saved in part where it goes away meanwhile', async () => {
    goneFrom = 1_000_000;
    await expect(bodyBlob('x1', 'text/plain')).rejects.toMatchObject({ code: 'server', message: 'The body is gone' });
  });
});
