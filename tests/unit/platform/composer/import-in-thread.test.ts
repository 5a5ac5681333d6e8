import * as workers from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { importInThread } from '../../../../electron/platform/composer/openapi/import-in-thread.ts';
import { petsV3 } from './documents.ts';

const never = new AbortController().signal;
/** How many threads this process has begun so far. */
function threads(): number {
  const one = new workers.Worker('', { eval: true });
  void one.terminate();
  return one.threadId;
}
const nested = (levels: number) => `{"openapi":"3.0.0","info":{"title":"T"},"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"example":${'['.repeat(levels)}${']'.repeat(levels)}}}}}}}}`;
/** Reading it takes far longer than any test. */
const slow = `openapi: 3.0.0\npaths:\n${Array.from({ length: 200_000 }, (_, at) => `  /p${at}: {}\n`).join('')}`;

describe('the thread that reads documents [F-12]', () => {
  it('reads one', async () => {
    expect(await importInThread(petsV3, never)).toMatchObject({ api: { name: 'Pets' } });
  });

  it('is kept for the next, which meets nothing of the last, and is there for two at once', async () => {
    const names = async (...documents: string[]) => (await Promise.all(documents.map((document) => importInThread(document, never).catch((error: Error) => error.message)))).map((read) => (typeof read === 'string' ? 'refused' : read.api['name']));
    const others = petsV3.replace('Pets', 'Others');
    expect(await names(petsV3)).toEqual(['Pets']);
    const before = threads();
    for (let turn = 0; turn < 5; turn += 1) expect(await names(others)).toEqual(['Others']);
    expect(await names('hello')).toEqual(['refused']);
    expect(await names(petsV3)).toEqual(['Pets']);
    expect(threads()).toBe(before + 1); // that with which they are counted
    expect(await names(petsV3, others)).toEqual(['Pets', 'Others']);
  });

  it('says in words what it cannot read', async () => {
    await expect(importInThread('hello', never)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('it is not an object') as string });
  });

  it('survives 10,000 levels, in JSON and in YAML', async () => {
    expect((await importInThread(nested(10_000), never).catch((error: unknown) => error)) as object).toSatisfy(
      (result: { endpoints?: unknown[]; code?: string }) => result.endpoints?.length === 1 || result.code === 'invalid_input',
    );
    await expect(importInThread(`openapi: 3.0.0\nx: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`, never)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('gives up after its time', async () => {
    await expect(importInThread(slow, never, { timeout_ms: 300 })).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('longer than 0.3 s') as string });
  });

  it('gives up beyond its memory', async () => {
    await expect(importInThread(slow, never, { memory_mb: 24, timeout_ms: 60_000 })).rejects.toMatchObject({ code: 'too_large' });
  });

  it('ends when it is cancelled, and does not begin when it was before', async () => {
    const controller = new AbortController();
    const reading = importInThread(slow, controller.signal, { timeout_ms: 60_000 });
    setImmediate(() => controller.abort());
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    await expect(importInThread(petsV3, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });
});
