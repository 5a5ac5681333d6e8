import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type JSX, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { useCommand } from '../../state/commands.ts';
import { useSettings } from '../../state/settings.ts';
import { EndpointLine } from './endpoint-line.tsx';
import { targetAt, type Moved, type Target } from './endpoint-moves.ts';
import { keyOf, type TreeLine } from './endpoint-tree.ts';
import { wordPattern } from './marked-words.tsx';
import { chipOf, DropMark } from './tree-drop.tsx';
import { useTreeDrag, type DragPlace } from './use-tree-drag.ts';
import './endpoint-tree.css';

export interface TreeHandle {
  focus(): void;
  /** The line on which the keys act. */
  active(): TreeLine | undefined;
}

interface EndpointTreeProps {
  readonly ref: Ref<TreeHandle>;
  readonly lines: readonly TreeLine[];
  readonly selection: ReadonlySet<string>;
  /** The selected endpoints, also those in groups that are closed. */
  readonly chosen: readonly Row[];
  /** What is looked for: each word is marked. */
  readonly words: string;
  /** What can be done with a line, as a right click or Shift+F10 shows it. */
  readonly renderMenu: (line: TreeLine) => JSX.Element;
  /** Why endpoints cannot be enabled or disabled now. */
  readonly toSwitch: string | undefined;
  /** Why nothing can be dragged now. */
  readonly toMove: string | undefined;
  readonly onMove: (moved: Moved, target: Target) => void;
  /** Let go over the way to other APIs. */
  readonly onMoveOut: (moved: Moved) => void;
  readonly onTurn: (prefix: string) => void;
  readonly onToggle: (line: TreeLine) => void;
  readonly onOpen: (row: Row) => void;
}

/** The virtualizer keeps a record per item: lines are drawn in blocks, so that a quarter of them is enough. */
const block = 4;

/** Scrolls as little as it takes to show a line in full. */
function reveal(scroller: HTMLElement | null, top: number, height: number): void {
  if (!scroller) return;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + height > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = top + height - scroller.clientHeight;
}

/** The tree as a grid: of its lines only those on the screen are drawn. */
export function EndpointTree({ ref, lines, selection, chosen, words, renderMenu, toSwitch, toMove, onMove, onMoveOut, onTurn, onToggle, onOpen }: EndpointTreeProps) {
  const [asked, setAsked] = useState<{ readonly line: TreeLine; readonly left: number; readonly top: number }>();
  const pattern = useMemo(() => wordPattern(words), [words]);
  const scroller = useRef<HTMLDivElement>(null);
  const holdsFocus = useRef(false);
  const [activeKey, setActiveKey] = useState('');
  const active = useMemo(() => Math.max(0, lines.findIndex((line) => keyOf(line) === activeKey)), [lines, activeKey]);
  const line = lines[active];
  const height = useSettings(({ density }) => density === 'comfortable') ? 36 : 28;
  // It keeps its own state and changes under React's eyes, which is what it is for.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({ count: Math.ceil(lines.length / block), getScrollElement: () => scroller.current, estimateSize: () => height * block, overscan: 1 });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const blocks = virtualizer.getVirtualItems();
  const from = (blocks[0]?.index ?? 0) * block;
  const to = Math.min(lines.length, ((blocks.at(-1)?.index ?? -1) + 1) * block);

  const focusLine = () => (scroller.current?.querySelector<HTMLElement>(`[data-at="${active}"]`) ?? scroller.current)?.focus({ preventScroll: true });
  useImperativeHandle(ref, () => ({ focus: focusLine, active: () => line }));
  useEffect(() => reveal(scroller.current, active * height, height), [active, height]);
  useLayoutEffect(() => {
    if (holdsFocus.current && !(document.activeElement instanceof HTMLButtonElement)) focusLine();
  });

  const go = (to: number) => {
    const next = lines[Math.max(0, Math.min(lines.length - 1, to))];
    if (!next) return;
    holdsFocus.current = true;
    setActiveKey(keyOf(next));
  };
  const open = () => {
    if (line?.kind === 'branch') onTurn(line.prefix);
    else if (line) onOpen(line.row);
  };
  useCommand('list.next', () => go(active + 1));
  useCommand('list.previous', () => go(active - 1));
  useCommand('list.open', line ? open : null);
  useCommand('list.select', line ? () => onToggle(line) : null);

  const parentOf = (at: number) => {
    const level = lines[at]?.level ?? 1;
    return lines.findLastIndex((other, place) => place < at && other.level < level);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !line) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 1);
    const moves: Partial<Record<string, () => void>> = {
      ArrowRight: () => (line.kind === 'branch' && !line.open ? onTurn(line.prefix) : go(active + 1)),
      ArrowLeft: () => (line.kind === 'branch' && line.open ? onTurn(line.prefix) : go(Math.max(0, parentOf(active)))),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      PageDown: () => go(active + page),
      PageUp: () => go(active - page),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const at = Number(target.closest<HTMLElement>('[data-at]')?.dataset['at'] ?? Number.NaN);
    const hit = lines[at];
    if (!hit || target.closest('button')) return;
    setActiveKey(keyOf(hit));
    if (target.closest('.endpoint-check') || event.ctrlKey || event.metaKey) {
      event.preventDefault();
      return onToggle(hit);
    }
    if (hit.kind === 'branch') return onTurn(hit.prefix);
    if (!target.closest('a')) return;
    event.preventDefault();
    onOpen(hit.row);
  };
  const askMenu = (event: MouseEvent) => {
    const element = (event.target as Element).closest<HTMLElement>('[data-at]');
    const hit = lines[Number(element?.dataset['at'] ?? Number.NaN)];
    if (!element || !hit) return;
    event.preventDefault();
    setActiveKey(keyOf(hit));
    const { left, bottom } = element.getBoundingClientRect();
    // A menu that was asked for by key has no place of its own.
    setAsked({ line: hit, ...(event.button === 2 ? { left: event.clientX, top: event.clientY } : { left: left + height, top: bottom }) });
  };
  const closeMenu = () => {
    setAsked(undefined);
    focusLine();
  };
  const chip = useRef<HTMLDivElement>(null);
  const { dragged, place, onPointerDown } = useTreeDrag<Moved>({
    scroller, chip, height,
    take(at) {
      const taken = toMove === undefined ? lines[at] : undefined;
      if (taken?.kind === 'branch') return { group: taken };
      return taken && { rows: selection.has(taken.row.id) ? chosen : [taken.row] };
    },
    onRest({ at, outside }) {
      const over = lines[at];
      if (outside === undefined && over?.kind === 'branch' && !over.open) onTurn(over.prefix);
    },
    onDrop(moved, { at, share, outside }: DragPlace) {
      const target = outside === undefined ? targetAt(lines, at, share, moved) : undefined;
      if (outside !== undefined) return onMoveOut(moved);
      if (!target) return;
      // The keys go on with what was moved.
      if ('rows' in moved) setActiveKey(moved.rows[0]!.id);
      onMove(moved, target);
    },
  });
  const target = dragged && place && place.outside === undefined ? targetAt(lines, place.at, place.share, dragged) : undefined;
  return (
    <>
      <div
        ref={scroller} className="endpoint-scroll" data-dragging={dragged !== undefined || undefined} role="treegrid" aria-label="Endpoints" aria-rowcount={lines.length} aria-multiselectable="true" tabIndex={-1}
        onKeyDown={press} onClick={click} onContextMenu={askMenu} onPointerDown={onPointerDown} onDragStart={(event) => event.preventDefault()}
        onFocus={() => {
          holdsFocus.current = true;
        }}
        onBlur={(event) => {
          if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) holdsFocus.current = false;
        }}
      >
        <div role="presentation" className="endpoint-lines">
          <div role="presentation" style={{ height: from * height }} />
          {lines.slice(from, to).map((one, step) => (
            <EndpointLine
              key={keyOf(one)} line={one} pattern={pattern} at={from + step} active={from + step === active}
              selected={one.kind === 'leaf' && selection.has(one.row.id)} toSwitch={toSwitch}
            />
          ))}
          <div role="presentation" style={{ height: (lines.length - to) * height }} />
          {target && <DropMark lines={lines} at={place!.at} target={target} height={height} />}
        </div>
        {asked && <RowMenu left={asked.left} top={asked.top} onClose={closeMenu}>{renderMenu(asked.line)}</RowMenu>}
      </div>
      {dragged && <div className="endpoint-drop-out" data-drop="api" data-over={place?.outside !== undefined || undefined}>Drop here to move to another API…</div>}
      {dragged && <div ref={chip} className="endpoint-drag-chip" data-refused={(target === undefined && place?.outside === undefined) || undefined}>{chipOf(dragged)}</div>}
    </>
  );
}
