import { useVirtualizer } from '@tanstack/react-virtual';
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useNow } from '../../../components/resource/use-now.ts';
import type { ResourceTableProps } from '../../../components/resource/resource-table.tsx';
import { RecipeCard } from './recipe-card.tsx';

/** Where recipes were found by the filter's text, if that is in their nodes. */
export const FoundInNodes = createContext<ReadonlyMap<string, string>>(new Map());

/** Pixels: the least width of a card, its height with the gap below it, and the gap. */
const narrowest = 248;
const tall = 204;
const gap = 12;
const edge = 16;

/** The place in the order of the card in which something happened. */
function placeOf(target: EventTarget): number | undefined {
  const at = (target as Element).closest<HTMLElement>('[data-at]')?.dataset['at'];
  return at === undefined ? undefined : Number(at);
}

/** How many cards stand side by side; it follows the width. */
function useColumns(scroller: React.RefObject<HTMLDivElement | null>): number {
  const [columns, setColumns] = useState(4);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setColumns(Math.max(1, Math.floor((element.clientWidth - 2 * edge + gap) / (narrowest + gap))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return columns;
}

/** Recipes as cards. It draws what is on the screen, so that 10,000 cost what 40 do. */
export function RecipeGallery(props: ResourceTableProps) {
  const { rows, order, selection, active, label, onActivate, onOpen, onToggle, onMenu, onScrolled } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const holdsFocus = useRef(false);
  const columns = useColumns(scroller);
  const found = useContext(FoundInNodes);
  const now = useNow();
  // It keeps its own state and changes under React's eyes, which is what it is for.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: Math.ceil(order.length / columns), getScrollElement: () => scroller.current, estimateSize: () => tall, overscan: 2,
    paddingStart: edge, paddingEnd: edge - gap, initialOffset: props.initialOffset ?? 0,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, columns]);

  const shown = useRef(active);
  useEffect(() => {
    if (shown.current === active) return;
    shown.current = active;
    if (active >= 0) virtualizer.scrollToIndex(Math.floor(active / columns));
  }, [active, columns, virtualizer]);
  // The focus follows the active card; when that is scrolled away, the gallery itself keeps it.
  useLayoutEffect(() => {
    if (!holdsFocus.current) return;
    const focused = document.activeElement;
    if (focused !== document.body && focused !== scroller.current && focused?.getAttribute('role') !== 'gridcell') return;
    (scroller.current?.querySelector<HTMLElement>(`[data-at="${active}"]`) ?? scroller.current)?.focus({ preventScroll: true });
  });

  const rowAt = (at: number) => rows[order[at]!]!;
  const click = (event: MouseEvent) => {
    const at = placeOf(event.target);
    if (at === undefined) return;
    const target = event.target as Element;
    if (target.closest('.table-check')) {
      event.preventDefault();
      return onToggle(at, event.shiftKey);
    }
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      event.preventDefault();
      return onToggle(at, event.shiftKey);
    }
    onActivate(at, false);
    if (!target.closest('a')) return;
    event.preventDefault();
    onOpen(rowAt(at));
  };
  const askMenu = (event: MouseEvent) => {
    const at = placeOf(event.target);
    if (at === undefined || !onMenu) return;
    event.preventDefault();
    // By the keyboard, it comes without a place of its own.
    const box = (event.target as Element).getBoundingClientRect();
    onMenu(at, event.clientX || box.left, event.clientY || box.bottom);
  };
  const page = columns * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / tall));
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = order.length - 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, PageDown: page, PageUp: -page, Home: -last, End: last }[event.key];
    if (step === undefined || last < 0) return;
    event.preventDefault();
    event.stopPropagation();
    onActivate(Math.max(0, Math.min(last, active + step)), event.shiftKey);
  };

  return (
    <div
      ref={scroller} className="table-scroll recipe-gallery" role="grid" aria-label={label} aria-multiselectable="true" aria-rowcount={Math.ceil(order.length / columns)} aria-colcount={columns}
      tabIndex={active >= 0 ? -1 : 0}
      onScroll={({ currentTarget }) => onScrolled?.(currentTarget.scrollTop)}
      onFocus={() => {
        holdsFocus.current = true;
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) holdsFocus.current = false;
      }}
      onKeyDown={press} onClick={click} onContextMenu={askMenu}
      onDoubleClick={(event) => {
        const at = placeOf(event.target);
        if (at !== undefined && !(event.target as Element).closest('.table-check')) onOpen(rowAt(at));
      }}
    >
      <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index} role="row" aria-rowindex={index + 1} className="recipe-row"
            style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {Array.from(order.subarray(index * columns, (index + 1) * columns), (position, step) => {
              const row = rows[position]!;
              const at = index * columns + step;
              return <RecipeCard key={row.id} row={row} at={at} selected={selection.has(row.id)} active={at === active} now={now} href={props.hrefOf(row)} found={found.get(row.id)} />;
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
