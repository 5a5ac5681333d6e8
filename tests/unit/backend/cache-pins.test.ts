import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCache, type Cache, type CacheKey } from '../../../electron/backend/cache.ts';
import { isSecretName } from '../../../electron/backend/redact.ts';
import { temporaryFolder } from './folders.ts';

const place = { profile: 'p', user: 'u', tenant: 't', environment: 'e' };
const key = (id: string): CacheKey => ({ ...place, call: 'workflowRecipes.get', input: JSON.stringify({ id }) });

function cacheOf(limitBytes = 100_000, folder = temporaryFolder()): Cache {
  let time = 0;
  const cache = openCache({ file: path.join(folder, 'cache.db'), limitBytes, isSecret: () => isSecretName, isList: (call) => call.endsWith('.list'), now: () => ++time });
  onTestFinished(() => cache.close());
  return cache;
}
const keep = (cache: Cache, id: string, size: number) => {
  cache.write(key(id), { id, text: 'x'.repeat(size) }, cache.tick());
  cache.settle();
};
const pin = (cache: Cache, row: string) => cache.pins.put(place, { group: 'workflowRecipes', row, title: row, with_runs: false });

describe('what is pinned', () => {
  it('stays whatever else has to go, and goes like the rest once it is unpinned', () => {
    const cache = cacheOf();
    keep(cache, 'pinned', 9000);
    const { id } = pin(cache, 'pinned');
    expect(cache.pins.hold(id, key('pinned'))).toBe(true);
    for (let at = 0; at < 20; at++) keep(cache, String(at), 9000);
    expect(cache.read(key('0'))).toBeNull();
    expect(cache.read(key('pinned'))).not.toBeNull();
    expect(cache.stats().bytes).toBeLessThanOrEqual(100_000);
    expect(cache.stats().pinned_bytes).toBeGreaterThan(9000);
    expect(cache.pins.list(place)).toMatchObject([{ row: 'pinned', group: 'workflowRecipes', with_runs: false, bytes: cache.stats().pinned_bytes }]);

    cache.pins.drop(id);
    for (let at = 20; at < 40; at++) keep(cache, String(at), 9000);
    expect(cache.read(key('pinned'))).toBeNull();
    expect(cache.stats().pinned_bytes).toBe(0);
  });

  it('is renewed where it stands, and lets go of what is not part of it any more', () => {
    const cache = cacheOf();
    for (const id of ['new', 'old']) keep(cache, id, 100);
    const { id } = pin(cache, 'new');
    for (const of of ['new', 'old']) cache.pins.hold(id, key(of));
    keep(cache, 'new', 200);
    cache.pins.holdOnly(id, [key('new')]);
    const { pinned_bytes } = cache.stats();
    expect(pinned_bytes).toBeGreaterThan(200);
    expect(pinned_bytes).toBeLessThan(300);
  });

  it('is refused where it would not fit, and what it had taken is let go', () => {
    const cache = cacheOf();
    const { id } = pin(cache, 'large');
    const most = () => {
      for (let at = 0; at < 12; at++) {
        keep(cache, `part ${at}`, 9000);
        cache.pins.hold(id, key(`part ${at}`));
      }
    };
    expect(most).toThrow('would not fit into the cache');
    expect(cache.stats().pinned_bytes).toBe(0);
  });

  it('cannot be what the cache did not take', () => {
    const cache = cacheOf();
    const { id } = pin(cache, 'huge');
    keep(cache, 'huge', 90_000);
    expect(cache.pins.hold(id, key('huge'))).toBe(false);
  });

  it('stays when the cache is cleared, and when it is opened again', () => {
    const folder = temporaryFolder();
    const cache = cacheOf(100_000, folder);
    for (const id of ['pinned', 'other']) keep(cache, id, 100);
    const { id } = pin(cache, 'pinned');
    cache.pins.hold(id, key('pinned'));
    cache.pins.settle(id, { stamp: 'v1', problem: null });
    cache.clear();
    expect(cache.read(key('other'))).toBeNull();
    expect(cache.read(key('pinned'))).not.toBeNull();
    cache.close();
    const again = cacheOf(100_000, folder);
    expect(again.pins.list(place)).toMatchObject([{ row: 'pinned', stamp: 'v1', problem: null, kept_at: expect.any(Number) as number }]);
    expect(again.read(key('pinned'))).not.toBeNull();
  });

  it('is gone from the file with its user, and is nobody else’s', () => {
    const folder = temporaryFolder();
    const cache = cacheOf(100_000, folder);
    cache.write(key('a'), { id: 'a', text: 'canary' }, cache.tick());
    const { id } = pin(cache, 'a');
    cache.pins.hold(id, key('a'));
    expect(cache.pins.list({ profile: 'p', user: 'other' })).toEqual([]);
    cache.wipe('p', 'u');
    expect(cache.pins.list(place)).toEqual([]);
    expect(cache.read(key('a'))).toBeNull();
    for (const file of readdirSync(folder)) expect(readFileSync(path.join(folder, file), 'latin1')).not.toContain('canary');
  });

  it('a smaller limit takes effect at once, and leaves it alone', () => {
    const cache = cacheOf();
    for (let at = 0; at < 8; at++) keep(cache, String(at), 9000);
    const { id } = pin(cache, '0');
    cache.pins.hold(id, key('0'));
    cache.setLimit(30_000);
    expect(cache.stats()).toMatchObject({ limit_bytes: 30_000 });
    expect(cache.stats().bytes).toBeLessThanOrEqual(30_000);
    expect(cache.read(key('0'))).not.toBeNull();
    expect(cache.read(key('7'))).not.toBeNull();
    expect(cache.read(key('1'))).toBeNull();
  });
});

describe('what stands inside of rows that are listed without it', () => {
  const list: CacheKey = { ...place, call: 'workflowRecipes.list', input: '{}' };
  const listed = (cache: Cache, ...names: string[]) => {
    cache.write(list, { rows: names.map((name, at) => ({ id: String(at), name })) }, cache.tick());
    cache.settle();
  };
  const search = (cache: Cache, text: string, group?: string) => cache.search(place, { text, tenant: 't', environment: 'e', group, limit: 20 });

  it('is found with it, and asked for only where it is not known as of now', () => {
    const cache = cacheOf();
    cache.write(list, { rows: [{ id: '0', name: 'Digest' }] }, cache.tick());
    expect(cache.undescribed(place, 'workflowRecipes', [{ id: '0', stamp: 'v1' }])).toBeNull(); // on its way
    cache.settle();
    expect(cache.undescribed(place, 'workflowRecipes', [{ id: '0', stamp: 'v1' }, { id: 'gone', stamp: 'v1' }])).toEqual(['0']);
    cache.describe(place, 'workflowRecipes', [{ id: '0', stamp: 'v1', text: 'Fetch headlines · Summarise them' }]);
    expect(cache.undescribed(place, 'workflowRecipes', [{ id: '0', stamp: 'v1' }])).toEqual([]);
    expect(cache.undescribed(place, 'workflowRecipes', [{ id: '0', stamp: 'v2' }])).toEqual(['0']);
    expect(search(cache, 'headl digest')).toMatchObject([{ id: '0', title: 'Digest' }]);
    expect(search(cache, 'summarise')).toMatchObject([{ excerpt: 'Fetch headlines · Summarise them' }]);

    listed(cache, 'Renamed');
    expect(search(cache, 'headlines renamed')).toHaveLength(1);
    listed(cache);
    expect(search(cache, 'headlines')).toEqual([]);
  });

  it('is read from the nodes where the list has them', () => {
    const cache = cacheOf();
    cache.write(list, { rows: [{ id: '0', name: 'Digest', nodes: [{ id: 'n', data: { label: 'Translate' } }] }] }, cache.tick());
    cache.settle();
    expect(search(cache, 'translate')).toMatchObject([{ id: '0' }]);
  });

  it('of one group is found without the others', () => {
    const cache = cacheOf();
    listed(cache, 'Digest');
    cache.write({ ...list, call: 'agents.list' }, { rows: [{ id: '7', name: 'Digest' }] }, cache.tick());
    cache.settle();
    expect(search(cache, 'digest')).toHaveLength(2);
    expect(search(cache, 'digest', 'workflowRecipes')).toMatchObject([{ group: 'workflowRecipes', id: '0' }]);
    expect(search(cache, 'digest', 'agents" OR "x')).toEqual([]);
  });
});
