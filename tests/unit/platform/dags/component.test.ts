import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { platform, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

describe('a component', () => {
  it('runs by itself, with params and what stands for results', async () => {
    const p = platform();
    const run = (component: Record<string, unknown>, more: Record<string, unknown> = {}) => p.call('securedDags.executeComponent', { client_id: 'c', component, ...more }) as unknown as Promise<unknown>;
    expect(await run({ operator: 'transform', expression: 'params.x + tasks.a.result' }, { params: { x: 1 }, input: { a: 2 } })).toMatchObject({ result: 3 });
    expect(await run({ operator: 'vector_search', collection: 'docs', query: 'q' })).toMatchObject({ result: null, error: 'no documents in this test' });
    await expect(run({ operator: 'http' })).rejects.toThrow('component.url is required');
    await expect(run({ operator: 'bash' })).rejects.toThrow('component.operator must be one of');
  });
});
