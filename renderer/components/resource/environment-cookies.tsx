import { Button } from '@blueprintjs/core';
import { useCallback, useEffect, useState } from 'react';
import type { KeptCookie } from '../../../shared/contract/composer.ts';
import type { Reply } from '../../../shared/rpc.ts';
import { clearCookies, listCookies } from '../../state/cookies.ts';
import { useAbsence } from '../../state/list-permission.ts';
import { notifyError } from '../../state/toasts.ts';
import { useSecretPlace } from './secret-place.tsx';

/** What the environment that is edited here keeps of its sessions, and the way to end them. */
export function EnvironmentCookies() {
  const place = useSecretPlace();
  const absence = useAbsence('composer', 'listCookies');
  if (!place || place.group !== 'environments' || absence !== undefined) return null;
  return <Cookies key={place.id} environment_id={place.id} />;
}

function Cookies({ environment_id }: { readonly environment_id: string }) {
  const [reply, setReply] = useState<Reply<{ cookies: KeptCookie[] }>>();
  const read = useCallback(() => listCookies(environment_id).then(setReply), [environment_id]);
  useEffect(() => {
    void read();
  }, [read]);
  const clear = async (domain?: string) => {
    const cleared = await clearCookies(environment_id, domain);
    if (!cleared.ok) notifyError(cleared.error);
    await read();
  };
  if (!reply) return null;
  if (!reply.ok) return <p className="form-problem" role="alert">{reply.error.message}</p>;
  const hosts = Map.groupBy(reply.data.cookies, ({ domain }) => domain);
  return (
    <div className="settings-inner kept-cookies" role="group" aria-label="Kept cookies">
      {hosts.size === 0 && <p className="form-note">No cookies are kept now.</p>}
      {hosts.size > 0 && (
        <ul>
          {[...hosts].map(([host, cookies]) => (
            <li key={host}>
              <span className="cell-mono">{host}</span> <span>{cookies.map(({ name }) => name).join(', ')}</span>
              <Button size="small" variant="minimal" text="Clear" aria-label={`Clear the cookies of ${host}`} onClick={() => void clear(host)} />
            </li>
          ))}
        </ul>
      )}
      <Button size="small" text="Read again" onClick={() => void read()} />
      {hosts.size > 1 && <Button size="small" text="Clear all cookies" onClick={() => void clear()} />}
    </div>
  );
}
