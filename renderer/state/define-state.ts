import { produce } from 'immer';
import { create } from 'zustand';

/** A store whose actions are functions of the module that owns it; `set` takes a recipe that changes a draft. */
export interface State<T> {
  (): T;
  <S>(selector: (state: T) => S): S;
  get(): T;
  set(recipe: (draft: T) => void): void;
  /** Calls the listener after each change; returns how to stop. */
  subscribe(listener: (state: T, before: T) => void): () => void;
}

const resets = new Set<() => void>();

/**
 * Makes a store and registers its beginning, so that one action wipes them all [S-004]. `initial` is asked anew at each
 * reset: a store whose counter must never go back says so there.
 */
export function defineState<T extends object>(initial: () => T): State<T> {
  const store = create<T>()(initial);
  resets.add(() => store.setState(initial(), true));
  const use = ((selector?: (state: T) => unknown) => (selector ? store(selector) : store())) as State<T>;
  return Object.assign(use, {
    get: store.getState,
    set: (recipe: (draft: T) => void) => store.setState(produce(store.getState(), (draft) => recipe(draft as T)), true),
    subscribe: store.subscribe,
  });
}

/** Puts every store back to how it began [S-004]. */
export function resetAppState(): void {
  for (const reset of resets) reset();
}
