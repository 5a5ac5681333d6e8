import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { removeEndpoints } from '../../../../renderer/state/endpoint-changes.ts';
import { follow, listNow } from '../../../../renderer/state/lists.ts';
import { takeSession } from '../../../../renderer/state/session.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { undoWindow } from '../../../../renderer/state/undo.ts';
import { memberSession, memoryHost, type MemoryHost } from '../memory-host.ts';

const ids = ['a', 'b', 'c', 'd'];
const source = { group: 'composerEndpoints', input: { api_id: 'shop' } };

let host: MemoryHost;
let stop: () => void;

beforeEach(async () => {
  resetAppState();
  host = memoryHost({ composerEndpoints: ids.map((id) => ({ id, api_id: 'shop', name: id, method: 'GET', path: `/${id}` })) });
  setHost(host);
  takeSession(memberSession);
  stop = follow(source);
  await vi.waitUntil(() => listNow(source).data.length === ids.length);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const some = () => listNow(source).data.slice(0, 3);
const writes = () => host.calls.filter(({ name }) => !name.endsWith('.list'));

test('deletes several endpoints by one call [C-123]', async () => {
  removeEndpoints(some(), 'now');
  await expect.poll(() => listNow(source).data.map(({ id }) => id)).toEqual(['d']);
  expect(writes().map(({ name, input }) => [name, input['ids'], input['action']])).toEqual([['composerEndpoints.bulkUpdate', ['a', 'b', 'c'], 'delete']]);
  expect(host.rows.get('composerEndpoints')!.map(({ id }) => id)).toEqual(['d']);
});

test('sends nothing while it can be undone, and one call once it cannot', async () => {
  vi.useFakeTimers();
  removeEndpoints(some());
  expect(useToasts.get().toasts.map(({ message }) => message)).toEqual(['3 endpoints deleted']);
  useToasts.get().toasts.at(-1)!.action!.run();
  await vi.advanceTimersByTimeAsync(undoWindow * 2);
  expect(writes()).toEqual([]);
  removeEndpoints(some());
  await vi.advanceTimersByTimeAsync(undoWindow - 1);
  expect(writes()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(writes()).toHaveLength(1);
});

test('brings back the ones that could not be deleted, with what the platform says', async () => {
  host.failures.set('composerEndpoints.bulkUpdate', { code: 'rejected', message: 'Not today' });
  removeEndpoints(some(), 'now');
  await expect.poll(() => useToasts.get().toasts.map(({ details }) => details)).toEqual(['a: Not today\nb: Not today\nc: Not today']);
  expect(listNow(source).data).toHaveLength(4);
});
