import { memo, type ReactNode } from 'react';
import type { Row } from './answer-rows.ts';

interface AnswerRowProps {
  readonly row: Row;
  /** Of the largest row number. */
  readonly digits: number;
  readonly active: boolean;
  readonly pattern: RegExp | undefined;
  /** It is not JSON, and has no colours. */
  readonly plain: boolean;
  readonly onPick: () => void;
  readonly onToggle: () => void;
}

interface Piece {
  /** Where it stands in the row. */
  readonly from: number;
  readonly text: string;
  readonly kind?: 'name' | 'text' | 'number' | 'word';
}

const token = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** A row of JSON by its colours. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const put = (to: number, kind?: Piece['kind']) => {
    if (to > end) pieces.push({ from: end, text: text.slice(end, to), ...(kind && { kind }) });
    end = to;
  };
  for (const match of text.matchAll(token)) {
    put(match.index);
    const [whole, quoted, colon, number] = match;
    put(match.index + (quoted ?? whole).length, quoted === undefined ? (number === undefined ? 'word' : 'number') : colon === undefined ? 'text' : 'name');
    put(match.index + whole.length);
  }
  put(text.length);
  return pieces;
}

/** Where something that is looked for stands, as offsets. */
function matchesIn(text: string, pattern: RegExp | undefined): (readonly [number, number])[] {
  return pattern ? [...text.matchAll(pattern)].filter(([match]) => match !== '').map((match) => [match.index, match.index + match[0].length] as const) : [];
}

/** A piece with what is looked for marked in it. */
function marked({ from, text, kind }: Piece, matches: readonly (readonly [number, number])[]): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [start, stop] of matches) {
    const [a, b] = [Math.max(0, start - from), Math.min(text.length, stop - from)];
    if (b <= a) continue;
    if (a > end) parts.push(text.slice(end, a));
    parts.push(<mark key={a}>{text.slice(a, b)}</mark>);
    end = b;
  }
  parts.push(text.slice(end));
  return <span key={from} data-kind={kind}>{parts}</span>;
}

/** One row of an answer: its number, what folds it, and its text in colour. */
export const AnswerRow = memo(function AnswerRow({ row, digits, active, pattern, plain, onPick, onToggle }: AnswerRowProps) {
  const { text, depth, opens, folded, continued } = row;
  const matches = matchesIn(text, pattern);
  return (
    // The text box around it has the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="answer-row" data-active={active || undefined} onClick={onPick}>
      <span className="answer-row-number" aria-hidden="true" style={{ minWidth: `${digits}ch` }}>{continued ? '' : row.row + 1}</span>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span className="answer-row-fold" aria-hidden="true" onClick={opens ? onToggle : undefined}>{opens ? (folded ? '▸' : '▾') : ''}</span>
      <span className="answer-row-text" style={{ paddingLeft: `${depth * 2}ch` }}>
        {(plain ? [{ from: 0, text }] : piecesOf(text)).map((piece) => marked(piece, matches))}
      </span>
    </div>
  );
}, (before, after) => before.row === after.row && before.active === after.active && before.pattern === after.pattern && before.digits === after.digits);
