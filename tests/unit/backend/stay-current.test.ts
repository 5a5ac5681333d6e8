import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCache } from '../../../electron/backend/cache.ts';
import { keyOf } from '../../../electron/backend/cached.ts';
import { stayCurrent } from '../../../electron/backend/stay-current.ts';
import type { Question } from '../../../electron/backend/watch.ts';
import { temporaryFolder } from './folders.ts';

const reader = { profile: 'p', user: 'u' };
const scope = { tenant_id: 't', environment_id: 'e' };

function setUp(watched: (question: Question) => boolean = () => false) {
  const cache = openCache({ file: `${temporaryFolder()}/cache.db`, limitBytes: 1e6, isSecret: () => () => false, isList: (name) => name.endsWith('.list'), now: Date.now });
  for (const input of [{ ...scope, limit: 10 }, { ...scope, limit: 20 }, { ...scope, limit: 30 }, { ...scope, tenant_id: 'other' }]) {
    cache.write(keyOf(reader, 'dags.list', input), { rows: [] }, cache.tick());
  }
  cache.settle();
  const asked: Question[] = [];
  const current = stayCurrent({ cache, isWatched: watched, ask: (question) => Promise.resolve(asked.push(question)) });
  onTestFinished(() => {
    current.close();
    cache.close();
  });
  return { cache, current, asked };
}

describe('lists that nobody looks at', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are read anew once after changes that come together, the latest two of their tenant', () => {
    const { current, asked } = setUp();
    for (let change = 0; change < 5; change++) current.touched(reader, 'dags', scope);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(asked).toEqual([{ call: 'dags.list', input: { ...scope, limit: 30 } }, { call: 'dags.list', input: { ...scope, limit: 20 } }]);
    vi.advanceTimersByTime(60_000);
    expect(asked).toHaveLength(2);
  });

  it('are those of the group that the change is about, whose own the call is not', () => {
    const { current, asked } = setUp();
    current.touched(reader, 'securedDags', scope);
    current.touched(reader, 'agents', scope);
    vi.advanceTimersByTime(300);
    expect(asked.map(({ call }) => call)).toEqual(['dags.list', 'dags.list']);
  });

  it('are left as they are where the cache cannot be read, and the app goes on', () => {
    const { cache, current, asked } = setUp();
    cache.close();
    current.touched(reader, 'dags', scope);
    expect(() => vi.advanceTimersByTime(300)).not.toThrow();
    expect(asked).toEqual([]);
  });

  it('are left to who watches them, and to nobody once it is closed', () => {
    const { current, asked } = setUp(({ input }) => input['limit'] === 30);
    current.touched(reader, 'dags', scope);
    vi.advanceTimersByTime(300);
    expect(asked).toEqual([{ call: 'dags.list', input: { ...scope, limit: 20 } }]);
    current.touched(reader, 'dags', scope);
    current.close();
    vi.advanceTimersByTime(300);
    expect(asked).toHaveLength(1);
  });
});
