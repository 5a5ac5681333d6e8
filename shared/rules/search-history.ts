import { searchHistoryKept } from './constants.ts';

/** The searches, newest first, each once, 50 at most [K-014]. */
export function remembered(history: readonly string[], search: string): string[] {
  const text = search.trim();
  if (text === '') return [...history];
  return [text, ...history.filter((past) => past !== text)].slice(0, searchHistoryKept);
}
