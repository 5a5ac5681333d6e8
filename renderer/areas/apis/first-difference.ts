import type { Difference } from '../../components/diff/differences.ts';
import { handOver } from './answer-client.ts';

/** Characters that are shown before the place, and from it on. */
const [before, behind] = [60, 240];

/**
 * The first place in which two texts differ, of which no more is held than the pieces that are being read; undefined
 * where there is none. The second text is read only as far as the first one was.
 */
export async function firstDifference(one: unknown, other: unknown, kind: 'json' | 'text', isStale: () => boolean): Promise<Difference | undefined> {
  const [left, right] = [reader(one, kind, isStale), reader(other, kind, isStale)];
  let [mine, theirs, last] = ['', '', ''];
  let characters = 0;
  try {
    for (;;) {
      if (mine === '') mine = (await left.next()).value ?? '';
      if (theirs === '') theirs = (await right.next()).value ?? '';
      if (isStale() || (mine === '' && theirs === '')) return undefined;
      const length = Math.min(mine.length, theirs.length);
      if (mine.slice(0, length) === theirs.slice(0, length) && length > 0) {
        last = (last + mine.slice(Math.max(0, length - before), length)).slice(-before);
        characters += length;
        [mine, theirs] = [mine.slice(length), theirs.slice(length)];
        continue;
      }
      let at = 0;
      while (at < length && mine[at] === theirs[at]) at += 1;
      const context = (last + mine.slice(0, at)).slice(-before);
      const shown = async (rest: string, more: AsyncGenerator<string, void>) => {
        const text = rest.length >= behind ? rest : rest + ((await more.next()).value ?? '');
        return `${characters + at > before ? '…' : ''}${context}${text.slice(0, behind)}${text.length > behind ? '…' : ''}`;
      };
      return { kind: 'changed', where: `body, character ${(characters + at + 1).toLocaleString()}`, before: await shown(mine.slice(at), left), after: await shown(theirs.slice(at), right) };
    }
  } finally {
    await Promise.all([left.return(), right.return()]);
  }
}

/** The pieces of a text one after another, none of them empty. */
async function* reader(value: unknown, kind: 'json' | 'text', isStale: () => boolean): AsyncGenerator<string, void> {
  if (typeof value === 'object' && value !== null && Symbol.asyncIterator in value) {
    for await (const piece of value as AsyncIterable<string>) if (piece !== '') yield piece;
    return;
  }
  // An answer that came whole is small.
  const pieces: string[] = [];
  await handOver(value, kind, (piece) => void pieces.push(piece), isStale);
  yield* pieces.filter((piece) => piece !== '');
}
