import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Loading } from '../../components/loading.tsx';
import { startEmbedded } from '../../state/profiles.ts';
import { useSession } from '../../state/session.ts';
import { ConnectForm } from './connect-form.tsx';
import { SignIn } from './sign-in.tsx';

/** The first page: what this is, and two ways to begin. */
export function WelcomePage() {
  const state = useSession(({ session }) => session?.state);
  const profile = useSession(({ session }) => session?.profile);
  return (
    <main className="tr-welcome">
      <div className="tr-welcome-card">
        {state === 'signed_out' && profile?.kind === 'remote' ? <SignIn profile={profile} /> : <First starting={state === 'starting'} />}
      </div>
    </main>
  );
}

function First({ starting }: { readonly starting: boolean }) {
  const [connecting, setConnecting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const error = await startEmbedded();
    setBusy(false);
    setProblem(error?.message ?? null);
  };
  return (
    <>
      <h1>Welcome to Trellis</h1>
      <p>
        Trellis is a workbench for agents, workflows, APIs, connectors and DAGs. It carries a platform of its own, which keeps everything on this computer, and it works
        with a platform of your company just as well.
      </p>
      {connecting ? (
        <ConnectForm onCancel={() => setConnecting(false)} />
      ) : (
        <div className="tr-actions">
          <Button intent="primary" size="large" text="Start on this computer" loading={busy || starting} onClick={() => void start()} />
          <Button size="large" text="Connect to a platform" disabled={busy || starting} onClick={() => setConnecting(true)} />
        </div>
      )}
      {starting && <p className="tr-muted" role="status">Starting the platform. This takes a few seconds the first time.</p>}
      {starting && <Loading label="Starting the platform" />}
      {problem !== null && <p className="tr-danger" role="alert">{problem}</p>}
    </>
  );
}
