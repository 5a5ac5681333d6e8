import { useMemo } from 'react';
import { useListView } from '../../components/resource/use-list-view.ts';
import { useHasMore } from '../../state/dags.ts';
import { useOffline } from '../../state/platform.ts';

/** `%` stands for anything, as in the platform's patterns. */
const isPattern = (text: string) => text.includes('%');

/** The pattern whose DAGs are all that the text can mean: the text itself, or its longest word, since the words may stand in any order. */
export function patternOf(text: string): string {
  if (isPattern(text)) return text.trim();
  return text.split(/\s+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

interface DagPattern {
  /** What the platform is asked for; undefined where what is loaded is filtered here alone. */
  readonly dag_id_pattern: string | undefined;
  /** The pattern says all that the text does: nothing is left to filter here. */
  readonly isWhole: boolean;
}

/** The filter's text as the platform is asked for it [C-147]: where it has more DAGs than are loaded, or where the text is a pattern. */
export function useDagPattern(): DagPattern {
  const [{ text }] = useListView('dags');
  const hasMore = useHasMore();
  const offline = useOffline();
  const pattern = patternOf(text);
  const isAsked = pattern !== '' && !offline && (hasMore || isPattern(text));
  return useMemo(() => ({ dag_id_pattern: isAsked ? pattern : undefined, isWhole: isAsked && isPattern(pattern) }), [isAsked, pattern]);
}
