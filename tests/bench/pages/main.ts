import { frames, painted, waitFor } from './frames.ts';
import { listRows } from './list-rows.ts';

/** One page for every bench that needs one: the address says what it shows, and the bench asks it through `window.bench`. */

export interface Bench {
  /** Makes the data and loads the code of the list; nothing is drawn yet. Resolves with the count of rows. */
  prepare(): Promise<number>;
  /** Draws the list: milliseconds until its rows are on the screen. */
  mount(): Promise<number>;
  /** Scrolls by `step` CSS pixels in each of `count` frames: milliseconds between them. */
  scroll(step: number, count: number): Promise<number[]>;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

export type Draw = (root: HTMLElement, rows: ReturnType<typeof listRows>) => void;

const lists: Readonly<Record<string, () => Promise<{ draw: Draw }>>> = {
  ours: () => import('./list-ours.tsx'),
  recycler: () => import('./list-recycler.ts'),
  tanstack: () => import('./list-tanstack.tsx'),
};

const root = document.getElementById('root') as HTMLElement;
const shown = new URLSearchParams(location.search).get('show') ?? '';

if (shown === 'blueprint') {
  const { draw } = await import('./blueprint.tsx');
  draw(root);
} else if (shown in lists) {
  await import('./list.css');
  const { draw } = await lists[shown]!();
  let rows: ReturnType<typeof listRows> = [];
  window.bench = {
    async prepare() {
      rows = listRows();
      return rows.length;
    },
    async mount() {
      const start = performance.now();
      draw(root, rows);
      await waitFor(() => root.querySelector('tbody tr:nth-child(20) td:nth-child(8)') !== null);
      await painted();
      return performance.now() - start;
    },
    async scroll(step, count) {
      const scroller = root.querySelector('.table-scroll') as HTMLElement;
      return frames(count, () => {
        scroller.scrollTop += step;
      });
    },
  };
}
