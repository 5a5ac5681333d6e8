import { Button } from '@blueprintjs/core';
import { useCallback, useEffect, useState } from 'react';
import type { Reply } from '../../../shared/rpc.ts';
import { clearCookies, listCookies, type CookieSide, type KeptCookies } from '../../state/cookies.ts';
import { useAbsence } from '../../state/list-permission.ts';
import { notifyError } from '../../state/toasts.ts';
import { useSecretPlace } from './secret-place.tsx';

/** What the environment that is edited here keeps of its sessions, and the way to end them. */
export function EnvironmentCookies() {
  const place = useSecretPlace();
  const absence = useAbsence('composer', 'listCookies');
  if (!place || place.group !== 'environments') return null;
  return (
    <>
      {absence === undefined && <Cookies key={`platform ${place.id}`} side="platform" environment_id={place.id} />}
      <Cookies key={`computer ${place.id}`} side="computer" environment_id={place.id} />
    </>
  );
}

const words = {
  platform: { title: 'Kept cookies', where: 'On the platform.', none: 'No cookies are kept on the platform now.', clear: 'Clear all cookies' },
  computer: { title: 'Kept cookies of this computer', where: 'On this computer, until you sign out.', none: 'No cookies are kept on this computer now.', clear: 'Clear all of this computer' },
} as const;

function Cookies({ side, environment_id }: { readonly side: CookieSide; readonly environment_id: string }) {
  const { title, where, none, clear: clearText } = words[side];
  const [reply, setReply] = useState<Reply<KeptCookies>>();
  const read = useCallback(() => listCookies(side, environment_id).then(setReply), [side, environment_id]);
  useEffect(() => {
    void read();
  }, [read]);
  const clear = async (domain?: string) => {
    const cleared = await clearCookies(side, environment_id, domain);
    if (!cleared.ok) notifyError(cleared.error);
    await read();
  };
  if (!reply) return null;
  if (!reply.ok) return <p className="form-problem" role="alert">{reply.error.message}</p>;
  const hosts = Map.groupBy(reply.data.cookies, ({ domain }) => domain);
  return (
    <div className="settings-inner kept-cookies" role="group" aria-label={title}>
      <p className="form-note">{hosts.size === 0 ? none : where}{reply.data.kept_in === 'memory' && ` They are gone when Trellis closes: ${reply.data.reason ?? 'there is no keychain to keep their key.'}`}</p>
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
      {hosts.size > 1 && <Button size="small" text={clearText} onClick={() => void clear()} />}
    </div>
  );
}
