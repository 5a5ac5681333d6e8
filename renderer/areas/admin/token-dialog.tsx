import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { ShownSecret } from '../../components/shown-secret.tsx';
import { useFocus } from '../../components/use-focus.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { issueToken } from '../../state/secrets.ts';

interface TokenDialogProps {
  readonly user: Row;
  readonly onClose: () => void;
}

/** Issues an access token for a user and shows it this once. The token lives in this dialog alone. */
export function TokenDialog(props: TokenDialogProps) {
  return (
    <Dialog isOpen title={`Access token for ${titleOf(props.user)}`} className="token-dialog" canOutsideClickClose={false} onClose={props.onClose}>
      <Token {...props} />
    </Dialog>
  );
}

function Token({ user, onClose }: TokenDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [sending, setSending] = useState(false);
  const asking = useRef<AbortController>(undefined);
  const obstacle = useObstacle('tenantUsers', 'issueToken');
  const button = useFocus<HTMLButtonElement>();
  const name = titleOf(user);
  useEffect(() => () => asking.current?.abort(), []);
  const issue = async () => {
    const { signal } = (asking.current = new AbortController());
    setSending(true);
    setFailure(null);
    const reply = await issueToken(user.id, signal);
    if (signal.aborted) return;
    setSending(false);
    if (reply.ok) setToken(reply.data.token);
    else setFailure(reply.error);
  };
  return (
    <>
      <DialogBody>
        {token === null ? (
          <>
            <p>With an access token {name} signs in to this platform: in Trellis, where a connection asks for one, or in a program, which sends it as a bearer token.</p>
            <p>Whoever has it may do all that {name} may do. It is shown once, and Trellis does not keep it. Tokens that were issued before go on working.</p>
            {failure && <Callout compact intent="danger" role="alert" title={failure.message}>{adviceFor(failure.code)}</Callout>}
          </>
        ) : (
          <>
            <p>Copy the token now, and hand it to {name} by a safe way. It is not shown again.</p>
            <div className="token-line"><ShownSecret label="Access token" secret={token} /></div>
          </>
        )}
      </DialogBody>
      <DialogFooter actions={token === null ? (
        <>
          <Button text="Cancel" onClick={onClose} />
          <ActionButton ref={button} intent="primary" loading={sending} obstacle={obstacle} text="Issue token" onClick={() => void issue()} />
        </>
      ) : <Button intent="primary" text="Done" onClick={onClose} />} />
    </>
  );
}
