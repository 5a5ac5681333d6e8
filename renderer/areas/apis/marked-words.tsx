import type { ReactNode } from 'react';

/** Any of the words of a filter, or undefined where there is none. */
export function wordPattern(text: string): RegExp | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return words.length === 0 ? undefined : new RegExp(`(${words.toSorted((a, b) => b.length - a.length).join('|')})`, 'i');
}

/** A text with what is looked for marked in it. */
export function marked(text: string, pattern: RegExp | undefined): ReactNode {
  if (!pattern?.test(text)) return text;
  // Every other piece is what the pattern has caught.
  // oxlint-disable-next-line react/no-array-index-key -- a piece has nothing but its place
  return text.split(pattern).map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece));
}
