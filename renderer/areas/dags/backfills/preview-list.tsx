import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { BackfillPreview } from '../../../state/backfills.ts';
import { StateBadge } from '../state-badge.tsx';

const line = 26;
const plain = (at: string) => at.replace('T', ' ').replace(/(:00)?\.000Z$/, ' UTC');

/** Dates that a backfill would run or leave: thousands, of which only those in sight are drawn. */
export function PreviewList({ dates }: { readonly dates: BackfillPreview['backfills'] }) {
  const scroller = useRef<HTMLDivElement>(null);
  // It keeps its own state and changes under React's eyes, which is what it is for.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({ count: dates.length, getScrollElement: () => scroller.current, estimateSize: () => line, overscan: 8 });
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className="backfill-list" role="list" aria-label="Logical dates" tabIndex={0}>
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const { logical_date, state, runs } = dates[index]!;
          return (
            <div key={index} role="listitem" aria-setsize={dates.length} aria-posinset={index + 1} className="backfill-line" style={{ transform: `translateY(${start}px)` }}>
              <span className="tr-mono">{plain(logical_date)}</span>
              <span>{state === null ? <span className="tr-muted">no run yet</span> : <StateBadge state={state} />}</span>
              <span className={runs ? 'backfill-runs' : 'tr-muted'}>{runs ? 'would run' : 'is left alone'}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
