import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import { Button } from '@blueprintjs/core';
import { ArrowDown } from '@blueprintjs/icons';
import { toErrorValue } from '../../../../shared/errors.ts';
import { copyText } from '../../../components/resource/copy-rows.ts';
import { useTallScroll } from '../../../components/tall-list/use-tall-scroll.ts';
import { useCommand } from '../../../state/commands.ts';
import { notify, notifyError } from '../../../state/toasts.ts';
import type { LogLine } from '../../../state/task-logs.ts';
import { LogRow, type LogLook } from './log-row.tsx';
import type { LogKnown, LogRows } from './log-rows.ts';

/** Pixels of one row, as the style sheet has it; wrapped ones are taller. */
const height = 18;
/** Rows that are all on the page when they are wrapped. */
const mostInFlow = 300;
/** Lines that are copied at once. */
const mostCopied = 20_000;

export interface LogListHandle {
  /** Shows a row, and makes it the active one. */
  show(row: number, line: number): void;
  showEnd(): void;
  focus(): void;
}

interface LogListProps {
  readonly rows: LogRows;
  readonly known: LogKnown;
  readonly label: string;
  readonly look: LogLook;
  /** It is still being written: its end stays in sight until one scrolls up. */
  readonly grows: boolean;
  /** The end is where one begins. */
  readonly fromEnd: boolean;
  readonly onActive: (line: number) => void;
  readonly onOpen: (line: LogLine) => void;
  readonly ref?: Ref<LogListHandle>;
}

const idOf = (row: number) => `log-row-${row}`;

/** The rows of a log, of which only those in sight are on the page. Arrow keys go through them, Shift selects, Ctrl+C copies. */
export function LogList({ rows, known, label, look, grows, fromEnd, onActive, onOpen, ref }: LogListProps) {
  const total = known.figures?.total_rows ?? 0;
  const { wraps } = look;
  const scroll = useTallScroll(total, height);
  const { scroller, view, top, length, offset, share } = scroll;
  const inFlow = wraps && total <= mostInFlow;
  const [first, last] = inFlow ? [0, total] : [scroll.first, scroll.last];
  const [active, setActive] = useState(0);
  const [anchor, setAnchor] = useState(0);
  /** Rows that were there when the end was left; null while it is in sight. */
  const [left, setLeft] = useState<number | null>(fromEnd ? null : 0);
  const block = useRef<HTMLDivElement>(null);

  useEffect(() => rows.look(first, last), [rows, first, last]);
  const { showEnd } = scroll;
  const sticks = grows && left === null;
  useLayoutEffect(() => {
    if (sticks) showEnd();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what makes the end another place
  }, [sticks, total, view]);
  // Wrapped rows stand around the one that the bar points at, which is as far down as the bar is.
  useLayoutEffect(() => {
    const element = block.current;
    if (!element || inFlow || !wraps || total === 0) return;
    const place = Math.min(total - 0.001, share * total);
    const middle = element.children.item(Math.floor(place) - first);
    if (middle instanceof HTMLElement) element.style.top = `${top + share * view - middle.offsetTop - (place - Math.floor(place)) * middle.offsetHeight}px`;
  });

  const bring = (row: number, where: 'edge' | 'middle') => {
    if (!wraps) return scroll.show(row, where);
    const element = document.getElementById(idOf(row));
    if (inFlow) return element?.scrollIntoView({ block: 'nearest' });
    const [box, around] = [element?.getBoundingClientRect(), scroller.current!.getBoundingClientRect()];
    if (!box || box.top < around.top || box.bottom > around.bottom) scroll.showShare((row + 0.5) / total);
  };
  const go = (place: number, extend = false) => {
    const at = Math.max(0, Math.min(total - 1, place));
    setActive(at);
    if (!extend) setAnchor(at);
    if (grows) setLeft(at === total - 1 ? null : total);
    bring(at, 'edge');
    const line = rows.row(at)?.line;
    if (line !== undefined) onActive(line);
  };
  const toEnd = () => {
    setLeft(null);
    setActive(Math.max(0, total - 1));
    setAnchor(Math.max(0, total - 1));
    showEnd();
  };
  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    show(row, line) {
      setActive(row);
      setAnchor(row);
      if (grows) setLeft(total);
      bring(row, 'middle');
      onActive(line);
    },
    showEnd: toEnd,
  }));

  const [from, to] = [Math.min(active, anchor), Math.max(active, anchor)];
  const copy = async () => {
    const own = window.getSelection()?.toString() ?? '';
    if (own !== '') return copyText(own, 'Selection');
    const count = Math.min(mostCopied, to - from + 1);
    const lines = await rows.read(from, count).catch((thrown: unknown) => void notifyError(toErrorValue(thrown)));
    if (!lines) return;
    await copyText(lines.map(({ text }) => text).join('\n'), lines.length === 1 ? 'Line' : `${lines.length.toLocaleString()} lines`);
    if (to - from + 1 > count) notify(`Only the first ${mostCopied.toLocaleString()} lines were copied. Download the log for all of it.`, { intent: 'warning' });
  };
  useCommand('log.copy', total > 0 ? () => void copy() : null);
  useCommand('log.start', total > 0 ? () => go(0) : null);
  useCommand('log.end', total > 0 ? toEnd : null);

  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view / height) - 1);
    const isMod = event.ctrlKey || event.metaKey;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (isMod && event.key.toLowerCase() === 'a') {
      setAnchor(0);
      setActive(total - 1);
    } else if (isMod || event.altKey) return;
    else if (step !== undefined) go(active + step, event.shiftKey);
    else if (event.key === 'Enter' && rows.row(active)) onOpen(rows.row(active)!);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pick = ({ target, shiftKey }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
    // Whoever selects text by dragging wants the text.
    if (row !== undefined && (window.getSelection()?.isCollapsed !== false || shiftKey)) go(Number(row), shiftKey);
  };
  const added = left === null ? 0 : total - left;
  const digits = String(known.figures?.lines ?? 0).length;
  return (
    <div className="log-frame">
      <div
        ref={scroller} className="log-list" role="grid" aria-label={label} aria-rowcount={total} aria-multiselectable="true" aria-readonly="true" tabIndex={0} data-wraps={wraps || undefined}
        aria-activedescendant={active >= first && active < last ? idOf(active) : undefined}
        onKeyDown={press} onClick={pick}
        onScroll={(event) => {
          scroll.onScroll(event);
          if (!grows) return;
          const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
          const isAtEnd = scrollTop + clientHeight >= scrollHeight - 2 * height;
          setLeft((now) => (isAtEnd ? null : (now ?? total)));
        }}
      >
        <div className="log-room" role="presentation" style={inFlow ? undefined : { height: length }}>
          <div className="log-rows" role="presentation" ref={block} data-flow={inFlow || undefined} style={wraps ? undefined : { top: first * height - offset + top }}>
            {Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at).map((row) => (
              <LogRow key={row} id={idOf(row)} row={row} line={rows.row(row)} look={look} digits={digits} isActive={row === active} isSelected={row >= from && row <= to} onOpen={onOpen} />
            ))}
          </div>
        </div>
      </div>
      {grows && added > 0 && <Button className="log-new" size="small" intent="primary" endIcon={<ArrowDown size={14} />} text={added === 1 ? '1 new line' : `${added.toLocaleString()} new lines`} onClick={toEnd} />}
    </div>
  );
}
