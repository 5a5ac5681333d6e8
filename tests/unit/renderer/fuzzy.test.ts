import { describe, expect, it } from 'vitest';
import { fuzzy } from '../../../renderer/components/fuzzy.ts';

const best = (query: string, ...texts: string[]) =>
  texts.flatMap((text) => {
    const match = fuzzy(query, text);
    return match ? [{ text, score: match.score }] : [];
  }).toSorted((a, b) => b.score - a.score).map(({ text }) => text);

describe('fuzzy', () => {
  it('needs every letter, in order', () => {
    expect(fuzzy('dga', 'Dags')).toBeNull();
    expect(fuzzy('ags', 'DAGs')?.at).toEqual([1, 2, 3]);
  });


  it('prefers the beginnings of words to letters here and there', () => expect(best('amo', 'Alarm once more', 'A metal bolt', 'Agent memories online')[0]).toBe('Agent memories online'));

  it('prefers what is written there to what is scattered', () => expect(best('role', 'Read only left end', 'User roles')).toEqual(['User roles', 'Read only left end']));

  it('prefers the shorter text', () => expect(best('agent', 'Agents of the world', 'Agents')).toEqual(['Agents', 'Agents of the world']));

  it('lets everything through without a query', () => expect(fuzzy('  ', 'Anything')).toEqual({ score: 0, at: [] }));
});
