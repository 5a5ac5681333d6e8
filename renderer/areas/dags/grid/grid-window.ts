import { useCallback, useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/** The part of a grid that is drawn; `last` is the first that is not. */
export interface GridWindow {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstRun: number;
  readonly lastRun: number;
  /** As many rows as are drawn at a height: a row that comes into sight takes the elements of one that has left it. */
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

/** Rows and runs that are drawn beyond what is seen. Rows come and go in steps of as many. */
const margin = 4;
/** Runs come and go in steps of as many. */
const runStep = 8;

const down = (value: number, step: number) => Math.max(0, Math.floor(value / step) * step);

/** What is seen of so many rows and runs from a place in the scroller. It has the same size at every place, so that what comes can take the elements of what leaves. */
export function windowAt(place: { readonly top: number; readonly left: number; readonly height: number; readonly width: number }, { row, run, names, head }: GridSizes, rows: number, runs: number): GridWindow {
  const slots = Math.ceil(Math.max(0, place.height - head) / row) + 3 * margin;
  const runSlots = Math.ceil(Math.max(0, place.width - names) / run) + 2 * margin + runStep;
  const firstRow = Math.min(Math.max(0, rows - slots), down(place.top / row - margin, margin));
  const firstRun = Math.min(Math.max(0, runs - runSlots), down(place.left / run - margin, runStep));
  return { firstRow, lastRow: Math.min(rows, firstRow + slots), firstRun, lastRun: Math.min(runs, firstRun + runSlots), slots };
}

/** Milliseconds without a move until it rests. */
const restsAfter = 200;

/** Whether a scroller moves, or has just moved. */
export function useIsScrolling(scrollerRef: RefObject<HTMLElement | null>): boolean {
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    const element = scrollerRef.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setScrolling(false), restsAfter);
      setScrolling(true);
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => {
      clearTimeout(timer);
      element?.removeEventListener('scroll', note);
    };
  }, [scrollerRef]);
  return isScrolling;
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
