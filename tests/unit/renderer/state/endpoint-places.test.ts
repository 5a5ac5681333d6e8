import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Place } from '../../../../shared/contract/composer.ts';
import type { Row } from '../../../../shared/contract/entity.ts';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { arrange } from '../../../../renderer/state/endpoint-places.ts';
import { follow, listNow } from '../../../../renderer/state/lists.ts';
import { takeSession } from '../../../../renderer/state/session.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { memberSession, memoryHost, type MemoryHost } from '../memory-host.ts';

const row = (id: string): Row => ({ id, api_id: 'shop', name: id, method: 'GET', path: `/${id}` });
const api: Row = { id: 'shop', name: 'Shop' };
const source = { group: 'composerEndpoints', input: { api_id: 'shop' } };

let host: MemoryHost;
let stop: () => void;

beforeEach(async () => {
  resetAppState();
  host = memoryHost({ composerEndpoints: ['a', 'b', 'c'].map(row), composerApis: [api] });
  setHost(host);
  takeSession(memberSession);
  stop = follow(source);
  await vi.waitUntil(() => listNow(source).data.length === 3);
});
afterEach(() => stop());

const stored = () => host.rows.get('composerEndpoints')!.map(({ id, folder, position }) => [id, folder ?? null, position ?? null]);
const sent = (name: string) => host.calls.filter((call) => call.name === name);
const move = (of: string, ...places: Place[]) => {
  const rows = listNow(source).data.filter(({ id }) => places.some((place) => place.id === id));
  return arrange({ api, of: [of], rows, places, said: () => `${of} moved` });
};
const undo = () => useToasts.get().toasts.at(-1)!.action!.run();

test('puts many endpoints somewhere in one call, and shows it at once [S-009]', async () => {
  const moving = move('a', { id: 'a', folder: 'One' }, { id: 'b', folder: 'One', position: 2 });
  expect(listNow(source).data.map(({ folder }) => folder)).toEqual(['One', 'One', undefined]);
  await moving;
  expect(sent('composerEndpoints.arrange')).toHaveLength(1);
  expect(stored()).toEqual([['a', 'One', null], ['b', 'One', 2], ['c', null, null]]);
});

test('takes steps of the same endpoint that follow one another back together', async () => {
  await move('a', { id: 'a', position: 2 }, { id: 'b', position: 1 });
  await move('a', { id: 'a', position: 3 }, { id: 'c', position: 2.5 });
  expect(useToasts.get().toasts).toHaveLength(1);
  undo();
  await expect.poll(stored).toEqual([['a', null, null], ['b', null, null], ['c', null, null]]);
  await expect.poll(() => listNow(source).data.map(({ position }) => position)).toEqual([null, null, null]);
});

test('shows everything where it was when the platform refuses it, and offers no undo', async () => {
  host.failures.set('composerEndpoints.arrange', { code: 'rejected', message: 'Not today' });
  expect(await move('a', { id: 'a', folder: 'One' })).toBe(false);
  expect(listNow(source).data).toEqual(['a', 'b', 'c'].map(row));
  expect(useToasts.get().toasts).toEqual([]);
});

test('asks a platform without such a call once for each', async () => {
  host.failures.set('composerEndpoints.arrange', { code: 'rejected', message: 'Unknown method: arrange-endpoints' });
  await move('a', { id: 'a', folder: 'One' }, { id: 'b', position: 1 });
  expect(sent('composerEndpoints.update').map(({ input }) => input['id'])).toEqual(['a', 'b']);
  expect(stored()).toEqual([['a', 'One', null], ['b', null, 1], ['c', null, null]]);
});

test('moves an endpoint out of the list of its API [C-120]', async () => {
  await move('a', { id: 'a', api_id: 'other' });
  expect(listNow(source).data.map(({ id }) => id)).toEqual(['b', 'c']);
  undo();
  await expect.poll(() => listNow(source).data.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
});
