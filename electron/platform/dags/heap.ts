/** Things in an order of their own, of which the first one is at hand. */
export interface Heap<T> {
  readonly size: number;
  peek(): T | undefined;
  push(one: T): void;
  pop(): T | undefined;
}

/** A binary heap: adding and taking cost the logarithm of its size. */
export function createHeap<T>(before: (a: T, b: T) => boolean): Heap<T> {
  const all: T[] = [];

  function swap(a: number, b: number): void {
    [all[a], all[b]] = [all[b]!, all[a]!];
  }

  function rise(at: number): void {
    for (let child = at; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!before(all[child]!, all[parent]!)) return;
      swap(child, parent);
      child = parent;
    }
  }

  function sink(): void {
    for (let parent = 0; ;) {
      let first = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) if (child < all.length && before(all[child]!, all[first]!)) first = child;
      if (first === parent) return;
      swap(first, parent);
      parent = first;
    }
  }

  return {
    get size() {
      return all.length;
    },
    peek: () => all[0],
    push(one) {
      all.push(one);
      rise(all.length - 1);
    },
    pop() {
      const last = all.length - 1;
      if (last > 0) swap(0, last);
      const first = all.pop();
      sink();
      return first;
    },
  };
}
