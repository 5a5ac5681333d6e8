import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';

interface SplitProps {
  readonly children: ReactNode;
  /** What is looked at, beside the list or below it; null for the list alone. */
  readonly detail: ReactNode;
}

/** A list, and beside it what is looked at. */
export function Split({ children, detail }: SplitProps) {
  return (
    <div className="dag-split" data-alone={detail === null ? '' : undefined}>
      <div className="dag-scroll">{children}</div>
      {detail}
    </div>
  );
}

interface DetailPaneProps {
  readonly label: string;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function DetailPane({ label, title, badge, onClose, children }: DetailPaneProps) {
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="dag-detail" aria-label={label} tabIndex={0}>
      <div className="dag-bar">
        <strong className="tr-mono">{title}</strong>
        {badge}
        <span className="filter-space" />
        <Button variant="minimal" size="small" icon={<Cross size={14} />} aria-label="Close" onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
