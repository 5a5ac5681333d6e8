import { useEffect, useState } from 'react';
import { useScope } from '../../../state/session.ts';
import { searchRecipes } from '../../../state/recipes.ts';

const nothing: ReadonlyMap<string, string> = new Map();
/** Typing waits this long before the search follows, in milliseconds. */
const pause = 80;

/** What the search over texts of nodes finds under these words, by recipe, with the text around what was found. */
export function useRecipeSearch(text: string): ReadonlyMap<string, string> {
  const [found, setFound] = useState({ text: '', epoch: 0, hits: nothing });
  const { epoch } = useScope();
  const words = text.trim();
  useEffect(() => {
    if (words.length < 2) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const hits = await searchRecipes(words, controller.signal);
      if (!controller.signal.aborted) setFound({ text: words, epoch, hits });
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [words, epoch]);
  return found.text === words && found.epoch === epoch ? found.hits : nothing;
}
