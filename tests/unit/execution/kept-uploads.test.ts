import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uploadsIn, withUploads } from '../../../electron/execution/body-uploads.ts';
import { keepUploads, pieceBytes, type KeptUploads, type UploadBounds } from '../../../electron/execution/kept-uploads.ts';

let parent: string;
let folder: string;
let clock: number;
const bounds: UploadBounds = { fileBytes: 100, allBytes: 200, ofOwner: 3, idle: 1000 };
const fail = (line: string) => {
  throw new Error(line);
};
const keep = (changes: Partial<UploadBounds> = {}): KeptUploads => keepUploads(folder, { now: () => clock, log: fail, bounds: { ...bounds, ...changes } });
const files = () => (existsSync(folder) ? readdirSync(folder) : []);

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'trellis-uploads-'));
  folder = join(parent, 'uploads');
  clock = 0;
});
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

async function whole(kept: KeptUploads, owner: string, text: string, filename = 'a.txt'): Promise<string> {
  const { upload_id } = await kept.begin(owner, { filename, size: Buffer.byteLength(text) });
  if (text !== '') await kept.write(owner, upload_id, 0, Buffer.from(text));
  return upload_id;
}
const textOf = async (kept: KeptUploads, owner: string, id: string) => Buffer.concat((await kept.attach(owner, id).open().toArray()) as Buffer[]).toString();

describe('an uploaded file', () => {
  it('comes in pieces, in their order, and is read as often as it is asked for', async () => {
    const kept = keep();
    const { upload_id: id, piece_bytes } = await kept.begin('ann', { filename: 'a.txt', size: 6 });
    expect(piece_bytes).toBe(pieceBytes);
    expect(await kept.write('ann', id, 0, Buffer.from('abc'))).toMatchObject({ received: 3, size: 6 });
    expect(() => kept.attach('ann', id)).toThrow('3 of 6 bytes');
    await expect(kept.write('ann', id, 0, Buffer.from('abc'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(kept.write('ann', id, 3, Buffer.from('defg'))).rejects.toMatchObject({ code: 'too_large' });
    const both = await Promise.allSettled([kept.write('ann', id, 3, Buffer.from('def')), kept.write('ann', id, 3, Buffer.from('xyz'))]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([await textOf(kept, 'ann', id), await textOf(kept, 'ann', id)]).toEqual(['abcdef', 'abcdef']);
    expect(await textOf(kept, 'ann', await whole(kept, 'ann', ''))).toBe('');
  });

  it.each([['../../x', 'x'], ['..\\..\\boot.ini', 'boot.ini'], ['a\0b', 'ab'], ['/', 'file'], ['é'.repeat(4096), 'é'.repeat(127)]])('has no part in where it lies by its name, %j [F-13]', async (filename, shown) => {
    const kept = keep();
    const id = await whole(kept, 'ann', 'text', filename);
    expect(kept.find('ann', id).filename).toBe(shown);
    expect(files()).toEqual([id]);
    expect(readdirSync(parent)).toEqual(['uploads']);
  });

  it('is nobody else’s', async () => {
    const kept = keep();
    const id = await whole(kept, 'ann', 'text');
    expect(() => kept.find('bob', id)).toThrow('not kept any more');
    expect(() => kept.attach('bob', id)).toThrow('not kept any more');
    await expect(kept.write('bob', id, 4, Buffer.alloc(0))).rejects.toMatchObject({ code: 'not_found' });
    kept.discard('bob', id);
    kept.forget('bob');
    expect(await textOf(kept, 'ann', id)).toBe('text');
    kept.discard('ann', id);
    expect(() => kept.attach('ann', id)).toThrow('not kept any more');
    await expect.poll(files).toEqual([]);
  });

  it('is no larger than the bound, and makes room for others of its owner, but for nobody else’s', async () => {
    const kept = keep();
    await expect(kept.begin('ann', { filename: 'a', size: 101 })).rejects.toMatchObject({ code: 'too_large' });
    const first = await whole(kept, 'ann', 'x'.repeat(100));
    await expect(Promise.resolve(kept.find('ann', first))).resolves.toMatchObject({ received: 100 });
    await whole(kept, 'bob', 'y'.repeat(100));
    await expect(kept.begin('carl', { filename: 'c', size: 1 })).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('no room') as string });
    const second = await whole(kept, 'ann', 'z'.repeat(50));
    expect(() => kept.find('ann', first)).toThrow('not kept any more');
    const rest = [await whole(kept, 'ann', '1'), await whole(kept, 'ann', '2'), await whole(kept, 'ann', '3')];
    expect(() => kept.find('ann', second)).toThrow('not kept any more');
    expect(rest.map((id) => kept.find('ann', id).received)).toEqual([1, 1, 1]);
  });

  it('makes room for anybody’s when nobody asked for it in a long time', async () => {
    const kept = keep();
    const old = await whole(kept, 'ann', 'x'.repeat(100));
    clock = 900;
    const recent = await whole(kept, 'bob', 'y'.repeat(100));
    clock = 1500;
    await whole(kept, 'carl', 'z');
    expect(() => kept.find('ann', old)).toThrow('not kept any more');
    expect(kept.find('bob', recent).received).toBe(100);
  });

  it('is gone at the end, and after a crash with the next start', async () => {
    const kept = keep();
    await whole(kept, 'ann', 'text');
    kept.close();
    expect(readdirSync(parent)).toEqual([]);
    mkdirSync(folder);
    writeFileSync(join(folder, 'left-behind'), 'text');
    keep();
    expect(readdirSync(parent)).toEqual([]);
  });
});

describe('a body', () => {
  it('says which uploads it is made of, and takes others in their place', () => {
    const form = { type: 'form-data', content: [{ name: 'a', value: 'b' }, { name: 'f', upload: '1' }, { name: 'g', upload: '2', filename: 'g' }] };
    expect([uploadsIn(form), uploadsIn({ type: 'binary', upload: '1' }), uploadsIn({ type: 'raw', content: '{"upload":"1"}' }), uploadsIn(null)]).toEqual([['1', '2'], ['1'], [], []]);
    expect(withUploads(form, new Map([['1', 'x']]))).toEqual({ type: 'form-data', content: [{ name: 'a', value: 'b' }, { name: 'f', upload: 'x' }, { name: 'g', upload: '2', filename: 'g' }] });
    expect(withUploads({ type: 'binary', upload: '1' }, new Map([['1', 'x']]))).toEqual({ type: 'binary', upload: 'x' });
  });
});
