import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCache, type Cache, type CacheKey } from '../../../electron/backend/cache.ts';
import { isSecretName } from '../../../electron/backend/redact.ts';
import { temporaryFolder } from './folders.ts';

const key: CacheKey = { profile: 'p', user: 'u', tenant: 't', environment: 'e', call: 'agents.list', input: '{}' };
const rows = (...names: string[]) => ({ rows: names.map((name, index) => ({ id: String(index), name })) });

function cacheIn(folder: string, changes: Partial<Parameters<typeof openCache>[0]> = {}): Cache {
  const cache = openCache({
    file: path.join(folder, 'cache.db'), limitBytes: 64 * 1024 * 1024, isSecret: () => isSecretName, isList: (call) => call.endsWith('.list'), now: Date.now, ...changes,
  });
  onTestFinished(() => cache.close());
  return cache;
}
const keep = (cache: Cache, data: unknown, changes: Partial<CacheKey> = {}) => {
  cache.write({ ...key, ...changes }, data, cache.tick());
  cache.settle();
};
const found = (cache: Cache, text: string, changes: { user?: string; tenant?: string; environment?: string } = {}) =>
  cache.search({ profile: 'p', user: changes.user ?? 'u' }, { text, tenant: changes.tenant ?? 't', environment: changes.environment, limit: 20 }).map(({ title }) => title);

describe('what is kept', () => {
  it('is read back with its time, also after a restart', () => {
    const folder = temporaryFolder();
    const cache = cacheIn(folder, { now: () => Date.UTC(2030, 0, 1) });
    keep(cache, rows('a'));
    expect(cache.read(key)).toMatchObject({ data: rows('a'), json: JSON.stringify(rows('a')), as_of: '2030-01-01T00:00:00.000Z' });
    cache.close();
    expect(cacheIn(folder).read(key)?.data).toEqual(rows('a'));
  });

  it.each(['profile', 'user', 'tenant', 'environment', 'call', 'input'] as const)('is not read for another %s [F-24]', (part) => {
    const cache = cacheIn(temporaryFolder());
    keep(cache, rows('a'));
    expect(cache.read({ ...key, [part]: 'other' })).toBeNull();
  });

  it('is not overwritten by the late answer to an earlier question [F-24]', () => {
    const cache = cacheIn(temporaryFolder());
    const early = cache.tick();
    const late = cache.tick();
    cache.write(key, rows('new'), late);
    cache.write(key, rows('old'), early);
    cache.settle();
    expect(cache.read(key)?.data).toEqual(rows('new'));
    expect(found(cache, 'old')).toEqual([]);
  });

  it('is overwritten although the clock was set back meanwhile', () => {
    const folder = temporaryFolder();
    const before = cacheIn(folder, { now: () => 2e12 });
    keep(before, rows('before'));
    before.close();
    const after = cacheIn(folder, { now: () => 1e12 });
    keep(after, rows('after'));
    expect(after.read(key)?.data).toEqual(rows('after'));
  });

  it('holds no secret, neither in the file nor in its index', () => {
    const folder = temporaryFolder();
    const cache = cacheIn(folder);
    keep(cache, { rows: [{ id: '1', name: 'a', api_key: 'canary-one', auth: { credentials: { value: 'canary-two' } } }] });
    expect(cache.read(key)?.data).toMatchObject({ rows: [{ api_key: { $secret: true } }] });
    expect(found(cache, 'canary')).toEqual([]);
    cache.close();
    for (const file of readdirSync(folder)) expect(readFileSync(path.join(folder, file), 'latin1')).not.toContain('canary');
  });

  it('stays under its limit, the longest unused going first', () => {
    let time = 0;
    const cache = cacheIn(temporaryFolder(), { limitBytes: 100_000, now: () => ++time });
    const large = { rows: [{ id: '1', name: 'x'.repeat(9000) }] };
    for (let index = 0; index < 10; index++) keep(cache, large, { input: String(index) });
    cache.read({ ...key, input: '0' });
    for (let index = 10; index < 14; index++) keep(cache, large, { input: String(index) });
    expect(cache.stats().bytes).toBeLessThanOrEqual(100_000);
    expect(cache.read({ ...key, input: '0' })).not.toBeNull();
    expect(cache.read({ ...key, input: '1' })).toBeNull();
    expect(cache.read({ ...key, input: '13' })).not.toBeNull();
  });

  it('does not take an answer that would push out a quarter of the rest', () => {
    const cache = cacheIn(temporaryFolder(), { limitBytes: 1000 });
    keep(cache, { rows: [{ id: '1', name: 'x'.repeat(300) }] });
    expect(cache.read(key)).toBeNull();
  });

  it('is gone from the file after a wipe of its user, and only that', () => {
    const folder = temporaryFolder();
    const cache = cacheIn(folder);
    keep(cache, rows('canary'));
    keep(cache, rows('other'), { user: 'v' });
    cache.wipe('p', 'u');
    expect(cache.read(key)).toBeNull();
    expect(found(cache, 'canary')).toEqual([]);
    expect(found(cache, 'other', { user: 'v' })).toEqual(['other']);
    for (const file of readdirSync(folder)) expect(readFileSync(path.join(folder, file), 'latin1')).not.toContain('canary');
    cache.wipe('p', null);
    expect(cache.stats()).toMatchObject({ answers: 0, bytes: 0 });
  });
});

describe('search', () => {
  it('finds by the beginnings of words, in any script, names before texts', () => {
    const cache = cacheIn(temporaryFolder());
    keep(cache, { rows: [
      { id: '1', name: 'Nightly import', description: 'loads invoices' },
      { id: '2', name: 'Größe prüfen' },
      { id: '3', name: 'Other', description: 'night shift' },
      { id: '4', name: 'night' },
    ] });
    expect(found(cache, 'night')).toEqual(['night', 'Nightly import', 'Other']);
    expect(found(cache, 'imp nig')).toEqual(['Nightly import']);
    expect(found(cache, 'gros')).toEqual([]);
    expect(found(cache, 'größ')).toEqual(['Größe prüfen']);
    expect(found(cache, 'prufen')).toEqual(['Größe prüfen']);
    expect(cache.search({ profile: 'p', user: 'u' }, { text: 'invoice', tenant: 't', limit: 5 })).toMatchObject([{ group: 'agents', id: '1', excerpt: '1 · loads invoices' }]);
  });

  it('knows when rows that did not change were answered last', () => {
    let time = Date.UTC(2030, 0, 1);
    const cache = cacheIn(temporaryFolder(), { now: () => time });
    keep(cache, rows('alpha'));
    time += 60_000;
    keep(cache, rows('alpha'));
    const [hit] = cache.search({ profile: 'p', user: 'u' }, { text: 'alpha', tenant: 't', limit: 5 });
    expect(hit?.as_of).toBe('2030-01-01T00:01:00.000Z');
    expect(cache.read(key)?.as_of).toBe('2030-01-01T00:01:00.000Z');
  });

  it('finds a row again that another answer had taken out, although its own answer did not change', () => {
    const cache = cacheIn(temporaryFolder());
    keep(cache, rows('alpha', 'beta'));
    keep(cache, rows('alpha'), { input: '{"name":"alpha"}' });
    keep(cache, { rows: [] }, { input: '{"name":"alpha"}' });
    keep(cache, rows('alpha', 'beta'));
    expect(found(cache, 'alpha')).toEqual(['alpha']);
    cache.forgetRow(key, '1');
    expect(found(cache, 'beta')).toEqual([]);
    keep(cache, rows('alpha', 'beta'));
    expect(found(cache, 'beta')).toEqual(['beta']);
  });

  it.each(['"', '*', 'a" OR b:"', 'NEAR(', '-', '   ', 'title:x', '\0'])('takes %j for words, never for syntax', (text) => {
    const cache = cacheIn(temporaryFolder());
    keep(cache, rows('alpha'));
    expect(() => found(cache, text)).not.toThrow();
  });

  it('never leaves a tenant or user, and an environment only for rows without one [F-24]', () => {
    const cache = cacheIn(temporaryFolder());
    keep(cache, rows('alpha here'));
    keep(cache, rows('alpha tenant'), { tenant: 'other' });
    keep(cache, rows('alpha user'), { user: 'other' });
    keep(cache, rows('alpha environment'), { environment: 'other' });
    keep(cache, rows('alpha everywhere'), { environment: '', call: 'roles.list' });
    expect(found(cache, 'alpha', { environment: 'e' }).toSorted()).toEqual(['alpha everywhere', 'alpha here']);
    expect(found(cache, 'alpha').toSorted()).toEqual(['alpha environment', 'alpha everywhere', 'alpha here']);
    expect(found(cache, 'alpha', { tenant: 'none' })).toEqual([]);
    expect(found(cache, 's1')).toEqual([]);
  });

  it('follows the list: renamed and deleted rows', () => {
    const cache = cacheIn(temporaryFolder());
    keep(cache, rows('one', 'two', 'three'));
    keep(cache, rows('uno', 'two'));
    expect([...found(cache, 'one'), ...found(cache, 'uno'), ...found(cache, 'two'), ...found(cache, 'three')]).toEqual(['uno', 'two']);
    cache.forgetRow(key, '1');
    expect(found(cache, 'two')).toEqual([]);
  });

  it('indexes a long list in slices, and finds its last row', () => {
    const cache = cacheIn(temporaryFolder());
    keep(cache, { rows: Array.from({ length: 1234 }, (_, index) => ({ id: String(index), name: `row number${index}` })) });
    expect(found(cache, 'number1233')).toEqual(['row number1233']);
    expect(found(cache, 'row')).toHaveLength(20);
  });
});

describe('a file that cannot be used [F-2]', () => {
  const damages: [string, (file: string) => void][] = [
    ['garbage', (file) => writeFileSync(file, 'this is no database, and long enough to look like a header of one'.repeat(100))],
    ['truncated', (file) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
    ['with a damaged page', (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0xff, 4096, 4096 * 3);
      writeFileSync(file, bytes);
    }],
    ['of a newer version', (file) => {
      const db = new DatabaseSync(file);
      db.exec('PRAGMA user_version = 99');
      db.close();
    }],
  ];

  it.each(damages)('%s: is set aside and named, and the cache goes on', (_name, harm) => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'cache.db');
    const before = cacheIn(folder);
    keep(before, rows('a'));
    before.close();
    harm(file);
    const cache = cacheIn(folder);
    cache.read(key);
    keep(cache, rows('b'));
    expect(cache.read(key)?.data).toEqual(rows('b'));
    const aside = readdirSync(folder).find((name) => name.startsWith('cache.db.damaged-') && !name.endsWith('-wal') && !name.endsWith('-shm'));
    expect(aside).toBeDefined();
    expect(cache.stats().problem).toContain(aside);
  });

  it('a folder that cannot be written: lives in memory, and says so', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'cache.db');
    mkdirSync(file); // a folder in the file's place cannot be written by anybody, not even root
    const cache = cacheIn(folder);
    keep(cache, rows('a'));
    expect(cache.read(key)?.data).toEqual(rows('a'));
    expect(cache.stats().problem).toContain(file);
  });

  it('a full disk: reads go on, and the problem is named', () => {
    const folder = temporaryFolder();
    const cache = cacheIn(folder);
    keep(cache, rows('a'));
    cache.close();
    // A page limit is what a full disk is to SQLite: SQLITE_FULL.
    const db = new DatabaseSync(path.join(folder, 'cache.db'));
    const pages = Number(Object.values(db.prepare('PRAGMA page_count').get()!)[0]);
    db.close();
    const full = cacheIn(folder, { pageLimit: pages });
    full.write({ ...key, input: 'large' }, { rows: [{ id: '1', name: 'x'.repeat(1_000_000) }] }, full.tick());
    expect(full.read(key)?.data).toEqual(rows('a'));
    expect(full.read({ ...key, input: 'large' })).toBeNull();
    expect(full.stats().problem).toContain('full');
    expect(existsSync(path.join(folder, 'cache.db'))).toBe(true);
  });
});
