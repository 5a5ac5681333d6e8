import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import type { AnswerPort } from './answer-port.ts';
import type { Row } from './answer-rows.ts';
import { AnswerRow } from './answer-row.tsx';

/** Pixels of one row, as the style sheet has it. */
const height = 18;
/** Browsers cannot scroll over more pixels than some 30 million: beyond these, the bar stands for more than it shows. */
const longestScroll = 8_000_000;
const beside = 20;

export interface AnswerTextHandle {
  /** Unfolds and shows a row of the document. */
  show(row: number): void;
  /** More or fewer rows are folded away than before. */
  refold(count: number): void;
  focus(): void;
}

interface AnswerTextProps {
  readonly port: AnswerPort;
  readonly label: string;
  /** Text that is not JSON has no colours. */
  readonly plain: boolean;
  /** What is marked in the rows. */
  readonly pattern: RegExp | undefined;
  readonly onPath?: ((path: readonly (string | number)[]) => void) | undefined;
  readonly ref?: Ref<AnswerTextHandle>;
}

interface Part {
  readonly from: number;
  readonly rows: readonly Row[];
}

/** The rows of an answer, of which only those in sight are on the page. Arrow keys go through them, left and right fold. */
export function AnswerText({ port, label, plain, pattern, onPath, ref }: AnswerTextProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(port.count);
  const [top, setTop] = useState(0);
  const [view, setView] = useState(600);
  const [part, setPart] = useState<Part>({ from: 0, rows: [] });
  const [active, setActive] = useState(0);

  const whole = count * height;
  const scrolled = Math.min(whole, longestScroll);
  const room = Math.max(1, scrolled - view);
  /** How far down the rows are for a place of the bar, in pixels of rows. */
  const offset = whole <= longestScroll ? top : (top / room) * (whole - view);
  const first = Math.max(0, Math.floor(offset / height) - beside);
  const last = Math.min(count, Math.ceil((offset + view) / height) + beside);

  /** Answers may overtake each other: only that of the last question counts. */
  const reads = useRef(0);
  useEffect(() => {
    const read = async () => {
      reads.current += 1;
      const mine = reads.current;
      const rows = await port.rows(first, last);
      if (mine === reads.current) setPart({ from: first, rows });
    };
    void read();
  }, [port, first, last]);

  useLayoutEffect(() => {
    const element = scroller.current!;
    const seen = new ResizeObserver(() => setView(element.clientHeight));
    seen.observe(element);
    return () => seen.disconnect();
  }, []);

  const go = (place: number) => {
    const at = Math.max(0, Math.min(count - 1, place));
    setActive(at);
    const element = scroller.current!;
    const wanted = at * height;
    if (wanted >= offset && wanted + height <= offset + view) return;
    const next = wanted < offset ? wanted : wanted + height * 3 - view;
    element.scrollTop = whole <= longestScroll ? next : (next / Math.max(1, whole - view)) * room;
  };
  const refold = async (next: number) => {
    setCount(next);
    setActive((now) => Math.max(0, Math.min(now, next - 1)));
    reads.current += 1;
    const mine = reads.current;
    const rows = await port.rows(first, last);
    if (mine === reads.current) setPart({ from: first, rows });
  };
  const toggle = async (row: number) => {
    if (port.whole) await refold(await port.whole.toggle(row));
  };

  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    refold: (next) => void refold(next),
    show(row) {
      const reveal = async () => {
        const { place, count: next } = await port.reveal(row);
        void refold(next);
        requestAnimationFrame(() => go(place));
      };
      void reveal();
    },
  }));

  const current = part.rows[active - part.from];
  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view / height) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) go(active + step);
    else if (current?.opens && ((event.key === 'ArrowLeft' && !current.folded) || (event.key === 'ArrowRight' && current.folded))) void toggle(current.row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    const { whole: known } = port;
    if (!onPath || !current || !known) return;
    const tell = async () => onPath(await known.path(current.row));
    void tell();
  }, [onPath, current, port]);

  const digits = String(port.count).length;
  return (
    <div
      ref={scroller} className="answer-text" role="textbox" aria-readonly="true" aria-multiline="true" aria-label={label} tabIndex={0}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)} onKeyDown={press}
    >
      <div className="answer-text-room" style={{ height: scrolled }}>
        <div className="answer-text-rows" style={{ top: part.from * height - offset + top }}>
          {part.rows.map((row, at) => (
            <AnswerRow
              key={row.row} row={row} digits={digits} active={part.from + at === active} pattern={pattern} plain={plain}
              onPick={() => setActive(part.from + at)} onToggle={() => void toggle(row.row)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
