/** So many at the same time; who comes later waits in order. */
export interface Slots {
  /** Resolves with what gives the slot back, to be called once. */
  take(): Promise<() => void>;
}

export function slots(count: number): Slots {
  let free = count;
  const waiting: ((release: () => void) => void)[] = [];
  const release = () => {
    const next = waiting.shift();
    if (next) next(release);
    else free += 1;
  };
  return {
    take() {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(release);
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
