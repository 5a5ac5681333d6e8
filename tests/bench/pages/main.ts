import { frames, painted, waitFor } from './frames.ts';
import { listRows } from './list-rows.ts';

/** One page for every bench that needs one: the address says what it shows, and the bench asks it through `window.bench`. */

export interface Bench {
  /** Makes the data and loads the code; nothing is drawn yet. Resolves with the count of rows, or what the page says. */
  prepare(): Promise<number>;
  /** Draws the list: milliseconds until its rows are on the screen. */
  mount(): Promise<number>;
  /** Lays the graph out, where there is one: milliseconds. */
  tidy?(): Promise<number>;
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

/** Is there any of it, seen from where the whole of it is seen? */
function isLookedAt(boxes: string): boolean {
  const viewport = root.querySelector('.react-flow__viewport');
  return root.querySelector(boxes) !== null && viewport !== null && !new DOMMatrix(getComputedStyle(viewport).transform).isIdentity;
}

if (shown === 'blueprint') {
  const { draw } = await import('./blueprint.tsx');
  draw(root);
} else if (/^grid-(floor-)?\d+$/.test(shown)) {
  const tasks = Number(shown.split('-').at(-1));
  const draw = shown.includes('floor') ? (await import('./grid-floor.ts')).drawFloor : (await import('./grid-ours.tsx')).drawGrid;
  window.bench = {
    prepare: () => Promise.resolve(tasks),
    async mount() {
      const start = performance.now();
      draw(root, tasks);
      await waitFor(() => root.querySelector('.grid-cell, td') !== null);
      await painted();
      return performance.now() - start;
    },
    scroll: () => Promise.reject(new Error('The bench scrolls this page by itself')),
  };
} else if (/^graph-(plain-)?\d+$/.test(shown)) {
  const { layGraph } = await import('./graph-page.tsx');
  let draw: (root: HTMLElement) => void = () => undefined;
  window.bench = {
    /** Resolves with the milliseconds that the layout took. */
    async prepare() {
      const { took, ours, plain } = await layGraph(Number(shown.split('-').at(-1)));
      draw = shown.includes('plain') ? plain : ours;
      return took;
    },
    async mount() {
      const start = performance.now();
      draw(root);
      await waitFor(() => isLookedAt('.graph-block, .react-flow__node'));
      await painted();
      return performance.now() - start;
    },
    scroll: () => Promise.reject(new Error('The bench pans this page by itself')),
  };
} else if (/^canvas-(plain-)?\d+$/.test(shown)) {
  const { makeGraph } = await import('./canvas-page.tsx');
  const graph = makeGraph(Number(shown.split('-').at(-1)));
  window.bench = {
    prepare: () => Promise.resolve(graph.nodes),
    async mount() {
      const start = performance.now();
      if (shown.includes('plain')) graph.plain(root);
      else graph.ours(root);
      await waitFor(() => isLookedAt('.graph-block[d], .react-flow__node'));
      await painted();
      return performance.now() - start;
    },
    tidy: () => graph.tidy(),
    scroll: () => Promise.reject(new Error('The bench drags this page by itself')),
  };
} else if (/^layout-(elk|dagre)-\d+$/.test(shown)) {
  const [, by, count] = shown.split('-');
  const { layOut } = await import('./layout-peers.ts');
  window.bench = {
    prepare: () => Promise.resolve(Number(count)),
    mount: () => Promise.resolve(0),
    tidy: () => layOut(by === 'elk' ? 'elk' : 'dagre', Number(count)),
    scroll: () => Promise.reject(new Error('There is nothing to scroll')),
  };
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
