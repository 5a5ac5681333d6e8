import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useTallScroll } from '../../components/tall-list/use-tall-scroll.ts';
import type { AnswerPort } from './answer-port.ts';
import type { Row } from './answer-rows.ts';
import { AnswerRow } from './answer-row.tsx';

/** Pixels of one row, as the style sheet has it. */
const height = 18;

export interface AnswerTextHandle {
  /** Unfolds and shows a row of the document. */
  show(row: number): void;
  /** More or fewer rows are folded away than before. */
  refold(count: number): void;
  focus(): void;
  /** The row under the cursor, where it is on the page. */
  active(): Row | undefined;
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
  const [count, setCount] = useState(port.count);
  const { scroller, onScroll, view, top, length, offset, first, last, show } = useTallScroll(count, height);
  const [part, setPart] = useState<Part>({ from: 0, rows: [] });
  const [active, setActive] = useState(0);

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

  const go = (place: number) => {
    const at = Math.max(0, Math.min(count - 1, place));
    setActive(at);
    show(at);
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

  const current = part.rows[active - part.from];
  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    active: () => current,
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
      onScroll={onScroll} onKeyDown={press}
    >
      <div className="answer-text-room" style={{ height: length }}>
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
