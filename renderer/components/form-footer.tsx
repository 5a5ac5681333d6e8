import { Button, Callout } from '@blueprintjs/core';
import type { ErrorValue } from '../../shared/errors.ts';
import { ActionButton } from './resource/action-button.tsx';
import { adviceFor } from './resource/list-states.tsx';

interface FormFooterProps {
  /** What saving is called here, such as "Save changes". */
  readonly save: string;
  readonly saving: boolean;
  /** Why it cannot be saved now. */
  readonly blocked: string | undefined;
  /** Why the last save failed, where no field is to blame. */
  readonly failure: ErrorValue | null;
  readonly dirty: boolean;
  readonly onCancel: () => void;
}

/** The end of a form that keeps drafts: what the last save met, the two ways out, and whether something is not saved. */
export function FormFooter({ save, saving, blocked, failure, dirty, onCancel }: FormFooterProps) {
  return (
    <>
      {failure && (
        <Callout compact intent="danger" role="alert" className="form-notice" title={failure.message}>
          {adviceFor(failure.code)} What you typed is still here.
        </Callout>
      )}
      <div className="form-actions">
        <ActionButton type="submit" intent="primary" loading={saving} obstacle={blocked} text={save} />
        <Button text="Cancel" onClick={onCancel} />
        <span className="form-note">{dirty ? 'Not saved yet; kept as a draft' : ''}</span>
      </div>
    </>
  );
}
