/** Which windows can be seen: while none can, nothing is polled. */
export interface Visibility {
  /** True until the first window says otherwise. */
  any(): boolean;
  tell(window: string, visible: boolean): void;
  /** Calls back when the first window becomes visible again; returns how to stop. */
  onShown(listener: () => void): () => void;
}

export function createVisibility(): Visibility {
  const windows = new Map<string, boolean>();
  const listeners = new Set<() => void>();
  const any = () => windows.size === 0 || [...windows.values()].includes(true);
  return {
    any,
    tell(window, visible) {
      const before = any();
      windows.delete(window);
      windows.set(window, visible);
      // Windows come and go without a word; the hidden ones of long ago are forgotten.
      if (windows.size > 100) windows.delete(windows.keys().next().value!);
      if (!before && any()) for (const listener of listeners) listener();
    },
    onShown(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
