import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { archiveOf, filesOfArchive, isArchive } from '../../../../electron/platform/composer/interchange/archive.ts';

const all = () => true;
const zipOf = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files)).toString('base64');

describe('an archive', () => {
  it('has its files back, in any script, and is the same whenever it is packed', () => {
    const files = new Map([['a/é ü.bru', 'grüße 漢字'], ['bruno.json', '{}']]);
    const zip = archiveOf(files);
    expect(isArchive(zip)).toBe(true);
    expect(filesOfArchive(zip, all)).toEqual(files);
    expect(archiveOf(files)).toBe(zip);
    expect([...filesOfArchive(zip, (path) => path.endsWith('.json')).keys()]).toEqual(['bruno.json']);
  });

  it.each(['../../etc/passwd', 'a/../../b.bru', '/etc/passwd', 'C:\\x.bru', '..\\x.bru', 'a\\..\\..\\x', 'a\0b.bru'])('with the path %j is refused, also where nobody wants the file [F-13]', (path) => {
    expect(() => filesOfArchive(zipOf({ 'bruno.json': new Uint8Array(2), [path]: new Uint8Array(1) }), (name) => name === 'bruno.json')).toThrow(/leads out of its folder/);
  });

  it('that unpacks to too much is refused before it is unpacked [F-12][F-13]', { timeout: 180_000 }, () => {
    const half = new Uint8Array(34_000_000);
    const bomb = zipOf({ 'a.bru': half, 'b.bru': half });
    expect(bomb.length).toBeLessThan(200_000);
    expect(() => filesOfArchive(bomb, all)).toThrow(/unpacks to more than 64 MB/);
    expect(filesOfArchive(bomb, (path) => path === 'a.bru').size, 'what nobody wants is not unpacked').toBe(1);
    expect(() => filesOfArchive(zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}`, new Uint8Array()]))), all)).toThrow(/more than 10,000 files/);
  });

  it('that lies about how much it holds fills no more than it says [F-12]', () => {
    const zip = Buffer.from(zipSync({ 'a.bru': new Uint8Array(1_000_000) }));
    const directory = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    zip.writeUInt32LE(100, directory + 24);
    expect(filesOfArchive(zip.toString('base64'), all).get('a.bru')?.length ?? 0).toBeLessThanOrEqual(100);
  });

  it.each(['UEsDB', 'UEsDBAAA', archiveOf(new Map([['a', 'b']])).slice(0, 60)])('that is broken is refused: %s', (zip) => {
    expect(() => filesOfArchive(zip, all)).toThrow(/no zip that can be read/);
  });
});
