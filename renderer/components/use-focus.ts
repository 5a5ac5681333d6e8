import { useEffect, useRef, type RefObject } from 'react';

/** Gives the focus to an element when it comes, as what the user is about to write in. */
export function useFocus<E extends HTMLElement>(wanted = true): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (wanted) element.current?.focus();
  }, [wanted]);
  return element;
}
