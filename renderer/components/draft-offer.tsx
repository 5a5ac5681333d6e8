import { Button, Callout } from '@blueprintjs/core';
import type { KeptDraft } from '../state/drafts.ts';
import { TimeAgo } from './time-ago.tsx';

interface DraftOfferProps {
  /** What it is a draft of, such as "form". */
  readonly of: string;
  /** Null while there is none to decide about. */
  readonly draft: Pick<KeptDraft, 'saved_at' | 'omitted'> | null;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** A draft of an earlier time, to be taken up or dropped. */
export function DraftOffer({ of, draft, onRestore, onDiscard }: DraftOfferProps) {
  if (!draft) return null;
  return (
    <Callout compact intent="primary" className="form-notice">
      <div>There is a draft of this {of} from <TimeAgo at={draft.saved_at} />.{draft.omitted.length > 0 && ' Secrets in it were not kept; type them again.'}</div>
      <div className="failure-actions">
        <Button size="small" intent="primary" text="Restore draft" onClick={onRestore} />
        <Button size="small" variant="minimal" text="Discard draft" onClick={onDiscard} />
      </div>
    </Callout>
  );
}
