import { Button } from '@blueprintjs/core';
import { IssueIcon } from '@blueprintjs/icons';
import type { ErrorValue } from '../../shared/errors.ts';
import { togglePanel, useUi } from '../state/ui.ts';
import { detailsOf } from '../state/toasts.ts';

interface ErrorStateProps {
  /** What failed, such as "The agent memories could not be read". */
  readonly title: string;
  readonly error: ErrorValue;
  readonly onRetry?: (() => void) | undefined;
}

const showCall = () => {
  if (useUi.get().panel !== 'activity') togglePanel('activity');
};

/** What failed, the server's words, what to do: try again, or look at the call. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <div className="tr-state" role="alert">
      <IssueIcon size={24} />
      <h2>{title}</h2>
      <p>{error.message}</p>
      <div className="tr-actions">
        {onRetry && <Button text="Try again" intent="primary" onClick={onRetry} />}
        <Button text="Show call" onClick={showCall} />
      </div>
      <details>
        <summary>Details</summary>
        <pre className="tr-details">{detailsOf(error)}</pre>
      </details>
    </div>
  );
}
