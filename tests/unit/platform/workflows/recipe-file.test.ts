import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecipeFile, writeRecipeFile, type RecipeContent } from '../../../../electron/platform/workflows/recipe-file.ts';

const content: RecipeContent = {
  recipe: { name: 'Greet', description: 'Größe – naïve', from_a_newer_one: { kept: true } },
  versions: [{ version: 1, nodes: [{ id: 'a', type: 'from_the_future', data: { x: 1 } }], edges: [{ id: 'e', source: 'a', target: 'nobody' }] }],
};
type File = Record<string, unknown> & { encryption: Record<string, unknown>; content: string };
const changed = (text: string, change: (file: File) => void): string => {
  const file = JSON.parse(text) as File;
  change(file);
  return JSON.stringify(file);
};
/** The same text but for one bit of what the base64 stands for. */
const flipped = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at < 0 ? bytes.length + at : at]! ^= 1;
  return bytes.toString('base64');
};

describe('a recipe file in clear', () => {
  it('gives back what was written, with fields that nobody knows', async () => {
    expect(await readRecipeFile(await writeRecipeFile(content, undefined), undefined)).toMatchObject(content);
  });

  it('gives back any graph as it was, whatever stands in it', async () => {
    const part = fc.oneof(fc.jsonValue(), fc.record({ id: fc.string(), data: fc.jsonValue() }));
    const version = fc.record({ nodes: fc.oneof(fc.array(part), fc.dictionary(fc.string(), part)), edges: fc.array(part) });
    await fc.assert(fc.asyncProperty(fc.array(version, { maxLength: 4 }), async (versions) => {
      const json = JSON.parse(JSON.stringify(versions)) as RecipeContent['versions'];
      expect((await readRecipeFile(await writeRecipeFile({ recipe: { name: 'x' }, versions: json }, undefined), undefined)).versions).toEqual(json);
    }), { numRuns: 50 });
  });

  it('holds what versions share once, with a line for each part', async () => {
    const node = (number: number) => ({ id: `n${number}`, type: 'note', data: { text: 'x'.repeat(1000) } });
    const versions = Array.from({ length: 100 }, (_, index) => ({ version: index + 1, nodes: Array.from({ length: 100 }, (_, number) => node(number === 0 ? 1000 + index : number)), edges: [] }));
    const text = await writeRecipeFile({ recipe: { name: 'x' }, versions }, undefined);
    expect(text.length).toBeLessThan(300_000);
    expect(text.split('\n').length).toBeGreaterThan(199 + 100);
    expect((await readRecipeFile(text, undefined)).versions).toEqual(versions);
  });

  it('does not let a small file become a large recipe', async () => {
    const file = { format: 'trellis-recipe', version: 1, recipe: { name: 'x' }, parts: ['x'.repeat(1_000_000)], versions: [{ node_parts: Array.from({ length: 1000 }, () => 0) }] };
    await expect(readRecipeFile(JSON.stringify(file), undefined)).rejects.toMatchObject({ code: 'too_large', message: expect.stringMatching(/larger than 256 MB/) as string });
  });

  it.each<[string, string, RegExp]>([
    ['nothing of ours', '{"openapi": "3.1.0"}', /not a recipe file of Trellis/],
    ['no JSON', 'PK\u0003\u0004', /not a recipe file of Trellis/],
    ['a list', '[1]', /not a recipe file of Trellis/],
    ['one of a newer Trellis', '{"format": "trellis-recipe", "version": 2}', /newer Trellis .*Update/],
    ['one without versions', '{"format": "trellis-recipe", "version": 1, "recipe": {"name": "x"}}', /versions .*Get it anew/],
    ['one without a name', '{"format": "trellis-recipe", "version": 1, "recipe": {}, "versions": []}', /recipe\.name .*Get it anew/],
    ['one whose version has a part that is not there', '{"format": "trellis-recipe", "version": 1, "recipe": {"name": "x"}, "parts": [{}], "versions": [{"node_parts": [0, 1]}]}', /part that is not there/],
    ['one that ends too early', '{"format": "trellis-recipe", "version": 1, "recipe": {"name": "x', /not whole/],
  ])('says what it is, and what to do: %s', async (_what, text, message) => {
    await expect(readRecipeFile(text, undefined)).rejects.toMatchObject({ code: 'rejected', message: expect.stringMatching(message) as string });
  });
});

// Each phrase that is tried takes its time, by intention.
describe('a recipe file under a pass phrase', { timeout: 120_000 }, () => {
  const phrase = 'correct horse battery staple';

  it('holds nothing in clear, and gives all of it back for the phrase', async () => {
    const text = await writeRecipeFile(content, phrase);
    expect(text).not.toMatch(/Greet|from_the_future|correct|staple/);
    expect(await readRecipeFile(text, phrase)).toMatchObject(content);
    const [one, other] = [JSON.parse(text) as File, JSON.parse(await writeRecipeFile(content, phrase)) as File];
    for (const name of ['salt', 'nonce', 'check']) expect(one.encryption[name]).not.toBe(other.encryption[name]);
    expect(one.content).not.toBe(other.content);
  });

  it('takes a phrase that is typed in another form of Unicode for the same', async () => {
    expect(await readRecipeFile(await writeRecipeFile(content, 'na\u00efve'), 'nai\u0308ve')).toMatchObject(content);
  });

  it('says that the phrase is missing, or wrong', async () => {
    const text = await writeRecipeFile(content, phrase);
    for (const none of [undefined, '']) await expect(readRecipeFile(text, none)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/is encrypted. Enter the pass phrase/) as string });
    await expect(readRecipeFile(text, 'Correct horse battery staple')).rejects.toMatchObject({
      code: 'invalid_input', message: expect.stringMatching(/pass phrase is wrong/) as string, problems: [{ path: ['pass_phrase'] }],
    });
  });

  it('tells a file that was changed or cut from a wrong phrase', async () => {
    const text = await writeRecipeFile(content, phrase);
    const broken = { code: 'rejected', message: expect.stringMatching(/pass phrase is right, but the file was changed or is not whole/) as string };
    for (const change of [
      (file: File) => (file.content = flipped(file.content, 0)),
      (file: File) => (file.content = flipped(file.content, -1)),
      (file: File) => (file.content = file.content.slice(0, 40)),
      (file: File) => (file.content = ''),
      (file: File) => (file.encryption['nonce'] = flipped(file.encryption['nonce'] as string, 3)),
    ]) {
      await expect(readRecipeFile(changed(text, change), phrase)).rejects.toMatchObject(broken);
    }
    await expect(readRecipeFile(text.slice(0, -60), phrase)).rejects.toMatchObject({ code: 'rejected', message: expect.stringMatching(/not whole/) as string });
  });

  it('does not let a file say how much work it is to open', async () => {
    const text = await writeRecipeFile(content, phrase);
    for (const wrong of [{ n: 2 ** 30 }, { n: 1000 }, { r: 4096 }, { p: 1e9 }, { kdf: 'none' }, { cipher: 'aes-256-ecb' }, { salt: '' }, { check: 'AAAA' }, { more: 1 }]) {
      await expect(readRecipeFile(changed(text, (file) => Object.assign(file.encryption, wrong)), phrase)).rejects.toMatchObject({ code: 'rejected', message: expect.stringMatching(/not whole/) as string });
    }
  });
});
