import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type JSX, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { pathOf } from '../../state/areas.ts';
import { useCommand } from '../../state/commands.ts';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useSettings } from '../../state/settings.ts';
import type { TreeLine } from './endpoint-tree.ts';
import { RowMenu } from './endpoint-menu.tsx';
import { marked, wordPattern } from './marked-words.tsx';
import { MethodBadge } from './method-badge.tsx';
import { isEnabled, switchEndpoints } from './switch-endpoints.ts';

export interface TreeHandle {
  focus(): void;
  /** The endpoint on which the keys act; undefined on a group. */
  active(): Row | undefined;
}

interface EndpointTreeProps {
  readonly ref: Ref<TreeHandle>;
  readonly lines: readonly TreeLine[];
  readonly selection: ReadonlySet<string>;
  /** What is looked for: each word is marked. */
  readonly words: string;
  /** What can be done with an endpoint, as a right click or Shift+F10 shows it. */
  readonly renderMenu: (row: Row) => JSX.Element;
  /** Why endpoints cannot be enabled or disabled now. */
  readonly toSwitch: string | undefined;
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

const keyOf = (line: TreeLine) => (line.kind === 'leaf' ? line.row.id : `group ${line.prefix}`);

/** The tree as a grid: of its lines only those on the screen are drawn. */
export function EndpointTree({ ref, lines, selection, words, renderMenu, toSwitch, onTurn, onToggle, onOpen }: EndpointTreeProps) {
  const [asked, setAsked] = useState<{ readonly row: Row; readonly left: number; readonly top: number }>();
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
  useImperativeHandle(ref, () => ({ focus: focusLine, active: () => (line?.kind === 'leaf' ? line.row : undefined) }));
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
    if (!element || hit?.kind !== 'leaf') return;
    event.preventDefault();
    setActiveKey(keyOf(hit));
    const { left, bottom } = element.getBoundingClientRect();
    // A menu that was asked for by key has no place of its own.
    setAsked({ row: hit.row, ...(event.button === 2 ? { left: event.clientX, top: event.clientY } : { left: left + height, top: bottom }) });
  };
  const closeMenu = () => {
    setAsked(undefined);
    focusLine();
  };
  return (
    <div
      ref={scroller} className="endpoint-scroll" role="treegrid" aria-label="Endpoints" aria-rowcount={lines.length} aria-multiselectable="true" tabIndex={-1}
      onKeyDown={press} onClick={click} onContextMenu={askMenu}
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
          <Line
            key={keyOf(one)} line={one} pattern={pattern} at={from + step} active={from + step === active}
            selected={one.kind === 'leaf' && selection.has(one.row.id)} toSwitch={toSwitch}
          />
        ))}
        <div role="presentation" style={{ height: (lines.length - to) * height }} />
      </div>
      {asked && <RowMenu left={asked.left} top={asked.top} onClose={closeMenu}>{renderMenu(asked.row)}</RowMenu>}
    </div>
  );
}

interface LineProps {
  readonly line: TreeLine;
  readonly at: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly pattern: RegExp | undefined;
  readonly toSwitch: string | undefined;
}

/**
 * Drawn anew only when it changes. It has no style of its own and as few elements as it can: what browsers cannot share
 * between lines is worked out for each of them while the tree is flung.
 */
const Line = memo(function Line({ line, at, active, selected, pattern, toSwitch }: LineProps) {
  const common = { 'data-at': at, role: 'row', 'aria-level': line.level, 'aria-rowindex': at + 1, tabIndex: active ? 0 : -1, className: active ? 'endpoint-line endpoint-active' : 'endpoint-line' } as const;
  if (line.kind === 'branch') {
    return (
      <div {...common} aria-expanded={line.open}>
        <span role="gridcell" className="endpoint-group">
          <span className="tr-mono">{marked(line.prefix, pattern)}</span> <span className="resource-count">{line.count.toLocaleString()}</span>
        </span>
      </div>
    );
  }
  const { row } = line;
  const on = isEnabled(row);
  const title = titleOf(row);
  return (
    <div {...common} aria-selected={selected}>
      <span role="gridcell" className="endpoint-check"><input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={`Select ${title}`} /></span>
      <span role="gridcell" className="endpoint-path">
        <MethodBadge method={textOf(row['method']) || 'GET'} />
        <a className="tr-mono" href={pathOf('composerEndpoints', row.id)} tabIndex={-1}>{marked(textOf(row['path']), pattern)}</a>
      </span>
      <span role="gridcell" className="endpoint-name tr-muted">{marked(title, pattern)}</span>
      <span role="gridcell">
        {/* Looks like Blueprint's switch, whose four elements and their rules would cost more than all else in the line. */}
        <button
          type="button" role="switch" className="endpoint-switch" tabIndex={active ? 0 : -1} disabled={toSwitch !== undefined} title={toSwitch ?? (on ? 'Press to disable it: it cannot be run then' : 'Press to enable it')}
          aria-checked={on} aria-label={`Enabled: ${title}`} onClick={() => void switchEndpoints([row], !on)}
        >
          {on ? 'Enabled' : 'Disabled'}
        </button>
      </span>
    </div>
  );
});
