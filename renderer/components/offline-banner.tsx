import { Button } from '@blueprintjs/core';
import { OfflineIcon } from '@blueprintjs/icons';
import { api } from '../api/client.ts';
import { usePlatform } from '../state/platform.ts';
import { useSession } from '../state/session.ts';
import { notifyError } from '../state/toasts.ts';

/** `10:32`, or with the day when it was not today. */
export function clock(at: string, now = new Date()): string {
  const time = new Date(at);
  const sameDay = time.toDateString() === now.toDateString();
  return sameDay ? time.toLocaleTimeString(undefined, { timeStyle: 'short' }) : time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

async function restart() {
  const reply = await api.app.restartPlatform({});
  if (!reply.ok) notifyError(reply.error);
}

/** Says that what is shown may be old, since when, and what can be done. */
export function OfflineBanner() {
  const { connected, platform } = usePlatform();
  const asOf = useSession(({ session }) => session?.as_of);
  const embedded = useSession(({ session }) => session?.profile?.kind === 'embedded');
  const text = connected ? awayText(platform?.state, asOf ?? platform?.as_of) : 'Reconnecting to Trellis. What you see may be old.';
  return (
    <div role="status" className={text === null ? undefined : 'tr-banner'}>
      {text !== null && (
        <>
          <OfflineIcon />
          <span className="tr-clip">{text}</span>
          {connected && embedded && platform?.state === 'failed' && <Button variant="outlined" size="small" text="Restart platform" onClick={() => void restart()} />}
        </>
      )}
    </div>
  );
}

function awayText(state: string | undefined, asOf: string | undefined): string | null {
  const since = () => (asOf === undefined ? '' : ` Showing what is cached, as of ${clock(asOf)}.`);
  if (state === 'restarting') return `The platform is restarting.${since()}`;
  if (state === 'failed') return `The platform has stopped.${since()}`;
  if (state === 'unreachable') return `The platform cannot be reached.${since()} Changes have to wait until it is back.`;
  return null;
}
