import { useCallback, useSyncExternalStore, type RefObject } from 'react';

/** The part of a grid that is drawn; `last` is the first that is not. */
export interface GridWindow {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstRun: number;
  readonly lastRun: number;
  /** As many rows as are ever drawn at a height: a row that comes into sight takes the place of one that has left it. */
  readonly slots: number;
}

/** CSS pixels. */
export interface GridSizes {
  readonly row: number;
  readonly run: number;
  /** Of the names of the tasks, which stay at the left. */
  readonly names: number;
  /** Of the runs' bars, which stay at the top. */
  readonly head: number;
}

/** Rows and runs that are drawn beyond what is seen. Rows come and go in steps of as many, runs in blocks. */
const margin = 4;
/** Runs that are drawn together: one that comes into sight leaves those of other blocks as they are. */
export const blockRuns = 8;

/** What is seen of so many rows and runs from a place in the scroller. */
export function windowAt(place: { readonly top: number; readonly left: number; readonly height: number; readonly width: number }, { row, run, names, head }: GridSizes, rows: number, runs: number): GridWindow {
  const down = (value: number, step = margin) => Math.floor(value / step) * step;
  const up = (value: number, step = margin) => Math.ceil(value / step) * step;
  return {
    firstRow: Math.max(0, Math.min(rows, down(place.top / row) - margin)),
    lastRow: Math.max(0, Math.min(rows, up((place.top + place.height - head) / row) + margin)),
    firstRun: Math.max(0, Math.min(runs, down(place.left / run - margin, blockRuns))),
    lastRun: Math.max(0, Math.min(runs, up((place.left + place.width - names) / run + margin, blockRuns))),
    slots: Math.ceil(Math.max(0, place.height) / row) + 4 * margin,
  };
}

/** Follows a scroller; a new window comes only when another row or run is to be drawn. */
export function useGridWindow(scrollerRef: RefObject<HTMLDivElement | null>, sizes: GridSizes, rows: number, runs: number): GridWindow {
  const follow = useCallback((tell: () => void) => {
    const element = scrollerRef.current;
    if (!element) return () => undefined;
    element.addEventListener('scroll', tell, { passive: true });
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', tell);
      observer.disconnect();
    };
  }, [scrollerRef]);
  // A text, because two windows with the same ends are the same window.
  const ends = useSyncExternalStore(follow, () => {
    const element = scrollerRef.current;
    if (!element) return '0 0 0 0 1';
    const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = element;
    const { firstRow, lastRow, firstRun, lastRun, slots } = windowAt({ top, left, height, width }, sizes, rows, runs);
    return `${firstRow} ${lastRow} ${firstRun} ${lastRun} ${slots}`;
  });
  const [firstRow, lastRow, firstRun, lastRun, slots] = ends.split(' ').map(Number) as [number, number, number, number, number];
  return { firstRow, lastRow, firstRun, lastRun, slots };
}
