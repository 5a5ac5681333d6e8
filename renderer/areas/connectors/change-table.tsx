import { Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { BulkResult } from '../../state/bulk.ts';
import { textOf } from '../../state/list-order.ts';
import { MethodBadge } from '../apis/method-badge.tsx';

/** What would become of one endpoint. */
export interface Change {
  readonly row: Row;
  readonly from: string;
  readonly to: string;
  /** It is so already. */
  readonly same: boolean;
}

interface ChangeTableProps {
  readonly label: string;
  readonly changes: readonly Change[];
  readonly skipped: ReadonlySet<string>;
  readonly results: ReadonlyMap<string, BulkResult>;
  /** Nothing can be skipped any more. */
  readonly settled: boolean;
  /** What has no result by now will have none. */
  readonly ended: boolean;
  readonly onSkip: (ids: readonly string[], skip: boolean) => void;
}

const height = 28;
const idOf = (at: number) => `change-${at}`;

/** From what to what each endpoint would be changed; each can be left out. It draws what is on the screen. */
export function ChangeTable({ label, changes, skipped, results, settled, ended, onSkip }: ChangeTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, changes.length - 1);
  // It keeps its own state and changes under React's eyes, which is what it is for.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({ count: changes.length, getScrollElement: () => scroller.current, estimateSize: () => height, overscan: 8 });
  const open = changes.filter(({ same }) => !same);
  const allIn = open.length > 0 && open.every(({ row }) => !skipped.has(row.id));

  const activate = (at: number) => {
    const next = Math.max(0, Math.min(changes.length - 1, at));
    setActive(next);
    virtualizer.scrollToIndex(next);
  };
  const turn = (at: number) => {
    const change = changes[at];
    if (change && !change.same && !settled) onSkip([change.row.id], !skipped.has(change.row.id));
  };
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: changes.length - 1 }[event.key];
    if (to !== undefined) activate(to);
    else if (event.key === ' ') turn(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const click = (event: MouseEvent) => {
    const at = (event.target as Element).closest<HTMLElement>('[data-at]')?.dataset['at'];
    if (at === undefined) return;
    setActive(Number(at));
    turn(Number(at));
  };
  return (
    <div className="changes">
      <div className="changes-head">
        <input type="checkbox" aria-label="Change all of these" checked={allIn} disabled={settled || open.length === 0} onChange={() => onSkip(open.map(({ row }) => row.id), allIn)} />
        <span>Endpoint</span><span>From</span><span>To</span><span>{settled ? 'Result' : ''}</span>
      </div>
      <div
        ref={scroller} className="changes-list" role="listbox" tabIndex={0} aria-label={label} aria-multiselectable="true" aria-activedescendant={active >= 0 ? idOf(active) : undefined}
        onKeyDown={press} onClick={click}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const change = changes[index]!;
            return <Line key={change.row.id} change={change} at={index} count={changes.length} top={start} active={index === active} skipped={skipped.has(change.row.id)} result={results.get(change.row.id)} ended={ended} />;
          })}
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  readonly change: Change;
  readonly at: number;
  readonly count: number;
  readonly top: number;
  readonly active: boolean;
  readonly skipped: boolean;
  readonly result: BulkResult | undefined;
  readonly ended: boolean;
}

function Line({ change: { row, from, to, same }, at, count, top, active, skipped, result, ended }: LineProps) {
  const taken = !same && !skipped;
  return (
    // The list has the focus and hears the keys.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      id={idOf(at)} role="option" aria-selected={taken} aria-disabled={same} aria-posinset={at + 1} aria-setsize={count} data-at={at}
      className={active ? 'change change-active' : 'change'} style={{ transform: `translateY(${top}px)`, height }}
    >
      <span className="change-mark" aria-hidden="true">{same ? '' : taken ? '☑' : '☐'}</span>
      <span className="change-title"><MethodBadge method={textOf(row['method'])} /> <span className="tr-mono" title={textOf(row['path'])}>{textOf(row['path'])}</span></span>
      <span className="change-value" title={from}>{from}</span>
      <span className="change-value" title={to}>{same ? <span className="tr-muted">already so</span> : taken ? to !== '' && <><span aria-hidden="true">→ </span>{to}</> : <span className="tr-muted">skipped</span>}</span>
      <span className="change-value">{result ? <Outcome result={result} /> : ended && taken ? <span className="tr-muted">left as it was</span> : ''}</span>
    </div>
  );
}

function Outcome({ result: { error } }: { readonly result: BulkResult }) {
  if (error === null) return <span className="bulk-done"><Tick size={12} /> Changed</span>;
  return <span className="change-failed" title={error.message}><ErrorIcon size={12} /> {error.message}</span>;
}
