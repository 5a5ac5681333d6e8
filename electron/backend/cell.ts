/** One value that changes and can be followed: the latest is what counts, a slow follower skips what was between. */
export interface Cell<T> {
  get(): T;
  set(value: T): void;
  /** The value now, then each change, until the signal is aborted. */
  follow(signal: AbortSignal): AsyncGenerator<T, void>;
}

export function cell<T>(initial: T): Cell<T> {
  let value = initial;
  let version = 0;
  const waiting = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      version++;
      for (const wake of waiting) wake();
    },
    async *follow(signal) {
      let seen = -1;
      while (!signal.aborted) {
        if (seen === version) await change(waiting, signal);
        else {
          seen = version;
          yield value;
        }
      }
    },
  };
}

/** Things that happen, told to whoever follows; a follower that falls behind by more than `backlog` loses the oldest. */
export interface Channel<T> {
  send(event: T): void;
  follow(signal: AbortSignal): AsyncGenerator<T, void>;
}

export function channel<T>(backlog = 1000): Channel<T> {
  const followers = new Set<(event: T) => void>();
  return {
    send(event) {
      for (const tell of followers) tell(event);
    },
    async *follow(signal) {
      const queue: T[] = [];
      const waiting = new Set<() => void>();
      const tell = (event: T) => {
        queue.push(event);
        if (queue.length > backlog) queue.shift();
        for (const wake of waiting) wake();
      };
      followers.add(tell);
      try {
        while (!signal.aborted) {
          if (queue.length === 0) await change(waiting, signal);
          else yield queue.shift()!;
        }
      } finally {
        followers.delete(tell);
      }
    },
  };
}

/** Resolves at the next wake, or when the signal is aborted. */
function change(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      waiting.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    waiting.add(wake);
    signal.addEventListener('abort', wake);
    if (signal.aborted) wake();
  });
}
