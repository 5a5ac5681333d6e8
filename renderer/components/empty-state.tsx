import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** `h1` where it is the whole page. */
  readonly heading?: 'h1' | 'h2';
  /** One sentence of what belongs here. */
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
}

/** Says what belongs here, and offers the action that makes the first one. */
export function EmptyState({ icon, title, heading: Heading = 'h2', text, actions }: EmptyStateProps) {
  return (
    <div className="tr-state">
      {icon}
      <Heading>{title}</Heading>
      {text !== undefined && <p className="tr-muted">{text}</p>}
      {actions !== undefined && <div className="tr-actions">{actions}</div>}
    </div>
  );
}
