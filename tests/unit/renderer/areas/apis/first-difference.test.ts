import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstDifference } from '../../../../../renderer/areas/apis/first-difference.ts';

// What is read elsewhere comes a piece at a time; so does this.
// oxlint-disable-next-line require-await
async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += length) yield text.slice(from, from + length);
}
const isFresh = () => false;

it('finds the first place in which two texts differ, in whichever pieces they come', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.constantFrom('a', 'b'), { maxLength: 30 }), fc.array(fc.constantFrom('a', 'b'), { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), async (one, other, length, otherLength) => {
    const found = await firstDifference(inPieces(one.join(''), length), inPieces(other.join(''), otherLength), 'text', isFresh);
    const at = Array.from({ length: Math.max(one.length, other.length) }, (_, place) => place).find((place) => one[place] !== other[place]);
    expect(found?.where).toBe(at === undefined ? undefined : `body, character ${at + 1}`);
    expect(found === undefined || (one.join('').startsWith(found.before!.slice(0, at)) && other.join('').startsWith(found.after!.slice(0, at)))).toBe(true);
  }));
});

it('shows what stands around the place, and not more', async () => {
  const text = (word: string) => `${'x'.repeat(300_000)}${word}${'y'.repeat(300_000)}`;
  const found = await firstDifference(inPieces(text('one'), 65_536), inPieces(text('two'), 50_000), 'text', isFresh);
  expect(found).toEqual({ kind: 'changed', where: 'body, character 300,001', before: `…${'x'.repeat(60)}one${'y'.repeat(237)}…`, after: `…${'x'.repeat(60)}two${'y'.repeat(237)}…` });
});

it('reads no further than the difference, and stops when nobody waits for it any more', async () => {
  let read = 0;
  // oxlint-disable-next-line require-await
  async function* endless(letter: string) {
    for (;;) {
      read += 1;
      yield letter.repeat(1000);
    }
  }
  await firstDifference(endless('a'), endless('b'), 'text', isFresh);
  expect(read).toBe(2);
  let isStale = false;
  setTimeout(() => {
    isStale = true;
  });
  // oxlint-disable-next-line require-await
  async function* slow() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      yield 'same';
    }
  }
  expect(await firstDifference(slow(), slow(), 'text', () => isStale)).toBeUndefined();
});
