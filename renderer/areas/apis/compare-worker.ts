import { diffLines } from '../../components/diff/diff-lines.ts';
import { diffJson, type Difference } from '../../components/diff/differences.ts';

/** Compares two texts beside the page and beside the answer that it shows; it ends with the comparison, and gives back what it took. */

export type CompareRequest = { readonly side: 0 | 1; readonly text: string } | { readonly as: 'json' | 'text' };
export type CompareReply = { readonly differences: readonly Difference[] } | { readonly problem: string };

const pieces: readonly [string[], string[]] = [[], []];

function differencesAs(kind: 'json' | 'text'): readonly Difference[] {
  const [before, after] = pieces.map((some) => some.splice(0).join(''));
  return kind === 'json' ? diffJson(JSON.parse(before!), JSON.parse(after!)) : diffLines(before!, after!);
}

self.addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  if ('side' in data) return void pieces[data.side].push(data.text);
  const reply = (): CompareReply => {
    try {
      return { differences: differencesAs(data.as) };
    } catch (thrown) {
      return { problem: String(thrown) };
    }
  };
  self.postMessage(reply());
});
