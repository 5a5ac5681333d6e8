import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Pin } from '../../../shared/contract/pins.ts';
import { AppError } from '../../../shared/errors.ts';
import { openCache } from '../../../electron/backend/cache.ts';
import { keyOf } from '../../../electron/backend/cached.ts';
import { createPins, type Pinnable } from '../../../electron/backend/pins.ts';
import type { Fields } from '../../../electron/backend/send.ts';
import { temporaryFolder } from './folders.ts';

const owner = { profile: 'p', user: 'u' };
const scope = { tenant_id: 't', environment_id: 'e' };

/** A thing of two parts. */
const parts: Pinnable = {
  async keep({ row }, read, tell) {
    tell(0, 'Part 1 of 2');
    const { name, stamp } = (await read('things.get', { id: row })) as { name: string; stamp: string };
    tell(0.5, 'Part 2 of 2');
    await read('things.part', { id: row });
    return { title: name, stamp };
  },
  stampOf: ({ stamp }) => String(stamp),
  changed: (group, { id }) => (group === 'things' ? String(id) : undefined),
};

/** Pins over a real cache, and a platform that answers with what `platform` says of a call and a row. */
function pinsOf(platform: (call: string, row: string, signal: AbortSignal) => unknown, limitBytes = 1_000_000) {
  const cache = openCache({ file: path.join(temporaryFolder(), 'cache.db'), limitBytes, isSecret: () => () => false, isList: () => false, now: Date.now });
  const asked: string[] = [];
  const now = { away: false, owner: owner as typeof owner | null };
  const pins = createPins({
    kinds: { things: parts }, pins: cache.pins, owner: () => now.owner, parse: (_call, input) => input, away: () => now.away,
    async ask(call, input, signal) {
      const row = String(input['id']);
      asked.push(`${call} ${row}`);
      const data = await platform(call, row, signal);
      cache.write(keyOf(owner, call, input), data, cache.tick());
      cache.settle();
      return { data, meta: { source: 'platform' } };
    },
  });
  const ended = new AbortController();
  const seen: (readonly Pin[])[] = [];
  const follow = async () => {
    const events = pins.local.streams.get('pins.follow')!({}, { signal: ended.signal } as never) as AsyncIterable<{ pins: Pin[] }>;
    for await (const event of events) seen.push(event.pins);
  };
  const followed = follow().catch(() => undefined);
  onTestFinished(async () => {
    pins.close();
    ended.abort();
    await followed;
    cache.close();
  });
  const call = (name: string, input: Fields) => pins.local.calls.get(`pins.${name}`)!(input, {} as never);
  const add = (row: string) => call('add', { group: 'things', row, title: `Thing ${row}`, with_runs: false, ...scope });
  /** The pin of a row, as it was told last. */
  const pin = (row: string) => seen.at(-1)?.find((one) => one.row === row);
  const until = (row: string, state: Pin['state']) => vi.waitFor(() => expect(pin(row)?.state).toBe(state), { timeout: 10_000 });
  return { pins, cache, asked, now, seen, call, add, pin, until, held: () => cache.stats().pinned_bytes };
}
const thing = (name = 'A thing', stamp = 'v1') => ({ name, stamp, text: 'x'.repeat(2000) });

it('reads all parts of what is pinned, tells how far it is, and keeps it under the name that it has by now', async () => {
  const { add, pin, until, asked, seen, held } = pinsOf(() => thing());
  add('1');
  await until('1', 'kept');
  expect(asked).toEqual(['things.get 1', 'things.part 1']);
  expect(pin('1')).toMatchObject({ title: 'A thing', problem: null, progress: 0, note: null, tenant_id: 't', environment_id: 'e' });
  expect(pin('1')!.as_of).not.toBeNull();
  expect(pin('1')!.bytes).toBe(held());
  expect(held()).toBeGreaterThan(4000);
  expect(seen.flat().some(({ state, progress, note }) => state === 'keeping' && progress === 0.5 && note === 'Part 2 of 2')).toBe(true);
});

it('reads one pin after the other, and those that wait say so', async () => {
  const gate = Promise.withResolvers<unknown>();
  const { add, until, asked } = pinsOf((_call, row) => (row === '1' ? gate.promise : thing()));
  add('1');
  add('2');
  await until('1', 'keeping');
  await until('2', 'waiting');
  gate.resolve(thing());
  await until('2', 'kept');
  expect(asked).toEqual(['things.get 1', 'things.part 1', 'things.get 2', 'things.part 2']);
});

it('waits while the platform is away, also where it went in the middle, and goes on once it is back', async () => {
  const state = { isDown: true };
  const { add, until, now, pins, asked, pin } = pinsOf(() => {
    if (state.isDown) throw new AppError('unreachable', 'The platform cannot be reached.');
    return thing();
  });
  now.away = true;
  add('1');
  await until('1', 'waiting');
  now.away = false;
  pins.refresh();
  await vi.waitFor(() => expect(asked).toEqual(['things.get 1']), { timeout: 10_000 });
  await until('1', 'waiting');
  expect(pin('1')!.problem).toBeNull();
  state.isDown = false;
  pins.refresh();
  await until('1', 'kept');
  expect(asked).toEqual(['things.get 1', 'things.get 1', 'things.part 1']); // it was not asked again and again
});

it('says why one failed, leaves what it had, and reads it again when that is asked for', async () => {
  const state = { fails: false };
  const { add, until, call, pin, held } = pinsOf(() => {
    if (state.fails) throw new AppError('forbidden', 'You may not read this.');
    return thing();
  });
  add('1');
  await until('1', 'kept');
  const before = held();
  state.fails = true;
  call('renew', { group: 'things', row: '1' });
  await until('1', 'failed');
  expect(pin('1')).toMatchObject({ problem: 'You may not read this.', title: 'A thing' });
  expect(held()).toBe(before);
  state.fails = false;
  call('renew', { group: 'things', row: '1' });
  await until('1', 'kept');
});

it('lets go of what was deleted on the platform', async () => {
  const { add, seen, pin } = pinsOf(() => {
    throw new AppError('not_found', 'There is no such thing.');
  });
  add('1');
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2));
  await vi.waitFor(() => expect(pin('1')).toBeUndefined());
});

it('says which limit to raise where a part is more than the cache takes', async () => {
  const { add, until, pin, held } = pinsOf(() => ({ ...thing(), text: 'x'.repeat(60_000) }), 100_000);
  add('1');
  await until('1', 'failed');
  expect(pin('1')!.problem).toContain('Raise the limit in Settings, Storage');
  expect(held()).toBe(0);
});

it('ends at once when it is unpinned meanwhile, and keeps nothing of it', async () => {
  const signals: AbortSignal[] = [];
  const { add, until, call, pin, held } = pinsOf((_call, _row, signal) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  add('1');
  await until('1', 'keeping');
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  call('remove', { group: 'things', row: '1' });
  expect(signals[0]!.aborted).toBe(true);
  await vi.waitFor(() => expect(pin('1')).toBeUndefined());
  expect(held()).toBe(0);
});

it('reads anew what was changed here, and what a list shows as another than was kept; many changes at once are one', async () => {
  const state = { stamp: 'v1' };
  const { add, until, pins, asked, pin } = pinsOf(() => thing('A thing', state.stamp));
  add('1');
  await until('1', 'kept');
  pins.listed('things.list', scope, { rows: [{ id: '1', stamp: 'v1' }] });
  expect(pin('1')!.state).toBe('kept');
  state.stamp = 'v2';
  for (let time = 0; time < 3; time++) pins.touched('things', { id: '1' });
  pins.touched('things', { id: 'another' });
  pins.touched('others', { id: '1' });
  await until('1', 'waiting');
  await until('1', 'kept');
  expect(asked).toHaveLength(4);
  state.stamp = 'v3';
  pins.listed('things.list', { ...scope, tenant_id: 'another' }, { rows: [{ id: '1', stamp: 'v3' }] });
  expect(pin('1')!.state).toBe('kept');
  pins.listed('things.list', scope, { rows: [{ id: '1', stamp: 'v3' }] });
  await until('1', 'waiting');
  await until('1', 'kept');
  expect(asked).toHaveLength(6);
});

it('refuses what cannot be pinned, and whoever is not signed in', () => {
  const { call, now, add } = pinsOf(() => thing());
  expect(() => call('add', { group: 'others', row: '1', title: '', with_runs: false, ...scope })).toThrow('Nothing of this kind can be pinned.');
  now.owner = null;
  expect(() => add('1')).toThrow('Sign in first.');
});
