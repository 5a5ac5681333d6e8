import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { withNewer, withPage } from '../../../../renderer/state/list-pages.ts';
import { follow, listNow, type Source } from '../../../../renderer/state/lists.ts';
import { takeSession } from '../../../../renderer/state/session.ts';
import { memberSession } from '../memory-host.ts';
import { cached, fresh, manualHost, refused } from './manual-host.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id).join(' ');

test('puts a page in the place of the one before, and shows a row that moved to another page once', () => {
  expect(ids(withPage(rows('a', 'b', 'c', 'd', 'e'), 1, 2, rows('C', 'D')))).toBe('a b C D e');
  expect(ids(withPage(rows('a', 'b', 'c', 'd'), 1, 2, rows('b', 'c'), 3))).toBe('a b c');
  expect(ids(withPage([], 0, 2, rows('a', 'b'), 9))).toBe('a b');
  expect(ids(withPage(rows('a', 'b', 'c', 'd'), 0, 2, rows('b', 'c'), 3))).toBe('b c d');
});

test('puts newer rows in their own places, and leaves out those that stand nowhere', () => {
  expect(withNewer([{ id: 'a' }, { id: 'b', n: 1 }], [{ id: 'b', n: 2 }, { id: 'z' }])).toEqual([{ id: 'a' }, { id: 'b', n: 2 }]);
});

const paged: Source = { group: 'dags', input: { limit: 2 }, live: true, paged: true };
const answer = (...names: string[]) => ({ dags: names.map((dag_id) => ({ dag_id })), total_entries: 5 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin(source: Source = paged) {
  resetAppState();
  const host = manualHost();
  setHost(host);
  takeSession(memberSession);
  const stop = follow(source);
  onTestFinished(stop);
  return {
    stop, host,
    now: () => ids(listNow(source).data),
    /** Offsets that are asked for now. */
    open: () => host.watches.filter(({ stopped }) => !stopped).map(({ input: { input } }) => input['offset'] ?? 0),
    say: (reply: ReturnType<typeof fresh>) => host.watches.at(-1)!.subscriber.event(reply),
  };
}

test('reads a long list page by page, one at a time, and shows what is there while it grows [S-001]', () => {
  const { now, open, say, stop } = begin();
  say(fresh(answer('a', 'b')));
  expect([now(), listNow(paged).total, listNow(paged).loading]).toEqual(['a b', 5, false]);
  expect(open()).toEqual([0, 2]);
  say(cached(answer('c', 'x')));
  expect([now(), open()]).toEqual(['a b c x', [0, 2]]);
  say(fresh(answer('c', 'd')));
  expect([now(), open()]).toEqual(['a b c d', [0, 4]]);
  say(fresh(answer('e')));
  expect([now(), open()]).toEqual(['a b c d e', [0]]);
  vi.advanceTimersByTime(5000);
  expect(open()).toEqual([0, 2]);
  stop();
  expect(open()).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(open()).toEqual([]);
});

test('keeps what it has when a page fails, says so, and tries that page again', () => {
  const { now, open, say } = begin();
  say(fresh(answer('a', 'b')));
  say(refused('server', 'Out of order'));
  expect(now()).toBe('a b');
  expect(listNow(paged).error?.error.message).toBe('Out of order');
  expect(open()).toEqual([0]);
  vi.advanceTimersByTime(5000);
  expect(open()).toEqual([0, 2]);
  say(fresh(answer('c', 'd')));
  expect(now()).toBe('a b c d');
});

test('keeps the later pages while the first is answered anew', () => {
  const { now, host, say } = begin();
  say(fresh(answer('a', 'b')));
  say(fresh(answer('c', 'd')));
  say(fresh(answer('e')));
  host.watches[0]!.subscriber.event(fresh({ dags: [{ dag_id: 'a', is_paused: true }, { dag_id: 'b' }], total_entries: 5 }));
  expect(now()).toBe('a b c d e');
  expect(listNow(paged).data[0]!['is_paused']).toBe(true);
});

test('shows what changed last in a long list at once, wherever it stands, and follows it only where there are more pages than one', () => {
  const newest: Source = { ...paged, newest: { order_by: '-last', limit: 1 } };
  const short = begin(newest);
  short.say(fresh({ dags: [{ dag_id: 'a' }], total_entries: 1 }));
  expect(short.open()).toEqual([0]);
  short.stop();
  const { host, say, stop } = begin(newest);
  const rows = () => listNow(newest).data.map(({ id, last }) => `${id}${typeof last === 'number' ? last : ''}`).join(' ');
  const watch = () => host.watches.find(({ input: { input } }) => input['order_by'] === '-last');
  host.watches[0]!.subscriber.event(fresh(answer('a', 'b')));
  expect(watch()!.input.input).toMatchObject({ order_by: '-last', limit: 1 });
  host.watches.find(({ input: { input } }) => input['offset'] === 2)!.subscriber.event(fresh(answer('c', 'd')));
  say(fresh(answer('e')));
  watch()!.subscriber.event(cached({ dags: [{ dag_id: 'd', last: 1 }], total_entries: 5 }));
  expect(rows()).toBe('a b c d e');
  watch()!.subscriber.event(fresh({ dags: [{ dag_id: 'd', last: 2 }], total_entries: 5 }));
  expect(rows()).toBe('a b c d2 e');
  stop();
  expect(watch()!.stopped).toBe(true);
});
