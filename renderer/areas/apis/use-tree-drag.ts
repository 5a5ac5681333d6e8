import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** Lines are dragged by the pointer itself and not by the browser's own dragging, which ends when the line that it began on scrolls out of sight. */

/** Pixels that the pointer goes before a press is a drag. */
const threshold = 5;
/** Pixels from an edge within which the lines scroll, and by how much at most each time. */
const edge = 36;
const fastest = 18;
/** Milliseconds over a closed group until it opens. */
const patience = 600;

/** Where the pointer is: over which line, at which share of its height, or over something outside by its `data-drop`. */
export interface DragPlace {
  readonly at: number;
  readonly share: number;
  readonly outside: string | undefined;
}

export interface TreeDrag<T> {
  /** What is dragged, while something is. */
  readonly dragged: T | undefined;
  readonly place: DragPlace | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

interface DragOptions<T> {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Follows the pointer. */
  readonly chip: RefObject<HTMLElement | null>;
  readonly height: number;
  /** What a press on a line takes along; undefined where nothing can be dragged. */
  readonly take: (at: number) => T | undefined;
  readonly onRest: (place: DragPlace) => void;
  readonly onDrop: (dragged: T, place: DragPlace) => void;
}

export function useTreeDrag<T>(options: DragOptions<T>): TreeDrag<T> {
  const [drag, setDrag] = useState<{ readonly dragged: T; readonly place: DragPlace }>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as Element;
    const line = target.closest<HTMLElement>('[data-at]');
    if (event.button !== 0 || !line || target.closest('button, input') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    end.current?.();
    end.current = follow(event.nativeEvent, Number(line.dataset['at']), latest, setDrag);
  };
  return { dragged: drag?.dragged, place: drag?.place, onPointerDown };
}

const swallow = (event: Event) => event.stopPropagation();

/** Follows the pointer from a press on a line until it is let go, taken away, or Escape; returns how to give up. */
function follow<T>(press: globalThis.PointerEvent, from: number, latest: RefObject<DragOptions<T>>, tell: (drag: { dragged: T; place: DragPlace } | undefined) => void): () => void {
  let dragged: T | undefined;
  let place: DragPlace | undefined;
  let [x, y] = [press.clientX, press.clientY];
  let over: Element | null = null;
  let frame = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const stop = new AbortController();

  const look = () => {
    const { scroller, chip, height, onRest } = latest.current;
    const element = scroller.current;
    if (dragged === undefined || !element) return;
    if (chip.current) chip.current.style.translate = `${x + 12}px ${y + 8}px`;
    const { top } = element.getBoundingClientRect();
    const inLines = (y - top + element.scrollTop) / height;
    const outside = over?.closest<HTMLElement>('[data-drop]')?.dataset['drop'];
    const at = Math.max(0, Math.floor(inLines));
    // Thirds and halves of a line are told apart, and no finer.
    const next: DragPlace = { at, share: Math.floor((inLines - at) * 8) / 8 + 1 / 16, outside };
    if (place?.at === next.at && place.share === next.share && place.outside === next.outside) return;
    if (place?.at !== next.at) {
      clearTimeout(rest);
      rest = setTimeout(() => onRest(next), patience);
    }
    place = next;
    tell({ dragged, place });
  };
  const scroll = () => {
    const element = latest.current.scroller.current;
    if (!element || dragged === undefined) return;
    const { top, bottom } = element.getBoundingClientRect();
    const depth = y < top + edge ? y - top - edge : y > bottom - edge && !over?.closest('[data-drop]') ? y - bottom + edge : 0;
    if (depth !== 0) {
      element.scrollTop += Math.max(-fastest, Math.min(fastest, depth / 2));
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  const finish = () => {
    stop.abort();
    clearTimeout(rest);
    cancelAnimationFrame(frame);
    if (dragged !== undefined) tell(undefined);
    dragged = undefined;
  };

  const { signal } = stop;
  window.addEventListener('pointermove', (event) => {
    [x, y, over] = [event.clientX, event.clientY, event.target as Element | null];
    if (dragged === undefined) {
      if (Math.hypot(x - press.clientX, y - press.clientY) < threshold) return;
      dragged = latest.current.take(from);
      if (dragged === undefined) return finish();
      window.getSelection()?.removeAllRanges();
      frame = requestAnimationFrame(scroll);
    }
    look();
  }, { signal });
  window.addEventListener('pointerup', () => {
    const [what, where] = [dragged, place];
    finish();
    if (what === undefined) return;
    // The click that follows is no click on the line.
    window.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
    if (where) latest.current.onDrop(what, where);
  }, { signal });
  window.addEventListener('pointercancel', finish, { signal });
  window.addEventListener('blur', finish, { signal });
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    finish();
  }, { signal, capture: true });
  return finish;
}
