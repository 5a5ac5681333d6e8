import { useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';

/** Browsers cannot scroll over more pixels than some 30 million: beyond these, the bar stands for more than it shows. */
export const longestScroll = 8_000_000;
/** Rows that are there above and below what is in sight. */
const beside = 20;

export interface TallScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  /** Pixels: how high the part in sight is, where the bar stands, and how long it is. */
  readonly view: number;
  readonly top: number;
  readonly length: number;
  /** How far down the rows are for the bar's place, in pixels of rows. */
  readonly offset: number;
  /** The rows that are wanted on the page. */
  readonly first: number;
  readonly last: number;
  /** 0 where the bar stands at the beginning, 1 at the end. */
  readonly share: number;
  /** Brings a row into sight, if it is not: to the nearest edge, or with what stands around it. */
  readonly show: (row: number, where?: 'edge' | 'middle') => void;
  /** Puts the bar at a share of its way. */
  readonly showShare: (share: number) => void;
  readonly showEnd: () => void;
}

/** Milliseconds after which scrolling has ended. */
const rest = 150;

/**
 * Scrolling over any number of rows of one height, of which only those in sight are on the page. Where the bar stands for
 * more than it shows, a wheel still moves by pixels of rows, and the bar is set right once it rests; only a jump of the bar
 * is scaled. Heights are in pixels.
 */
export function useTallScroll(count: number, height: number): TallScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, offset: 0 });
  const [view, setView] = useState(600);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const seen = new ResizeObserver(() => setView(element.clientHeight));
    seen.observe(element);
    return () => {
      seen.disconnect();
      clearTimeout(timer.current);
    };
  }, []);

  const whole = count * height;
  const length = Math.min(whole, longestScroll);
  const isScaled = whole > longestScroll;
  const scale = isScaled ? (whole - view) / Math.max(1, length - view) : 1;
  const most = Math.max(0, whole - view);
  const { top } = place;
  const offset = isScaled ? Math.min(place.offset, most) : top;
  const to = (wanted: number) => {
    const next = Math.max(0, Math.min(most, wanted));
    const element = scroller.current!;
    element.scrollTop = next / scale;
    setPlace({ top: element.scrollTop, offset: next });
  };
  const scrolled = (now: number) => {
    const moved = now - top;
    if (!isScaled) return setPlace({ top: now, offset: now });
    // What `to` has done is told here, too, rounded.
    if (Math.abs(moved) < 1) return;
    const isJump = Math.abs(moved) > 2 * view || now <= 0 || now >= length - view - 1;
    const next = isJump ? now * scale : Math.max(0, Math.min(most, offset + moved));
    setPlace({ top: now, offset: next });
    clearTimeout(timer.current);
    if (!isJump) timer.current = setTimeout(() => to(next), rest);
  };
  return {
    scroller, view, top, length, offset,
    onScroll: ({ currentTarget }) => scrolled(currentTarget.scrollTop),
    first: Math.max(0, Math.min(count, Math.floor(offset / height)) - beside),
    last: Math.min(count, Math.ceil((offset + view) / height) + beside),
    share: most === 0 ? 0 : Math.min(1, offset / most),
    show(row, where = 'edge') {
      const wanted = row * height;
      if (wanted >= offset && wanted + height <= offset + view) return;
      if (where === 'middle') to(wanted - view / 3);
      else to(wanted < offset ? wanted : wanted + height * 3 - view);
    },
    showShare: (wanted) => to(wanted * most),
    showEnd: () => to(most),
  };
}
