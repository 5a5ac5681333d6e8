import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { Failure } from '../components/resource/list-states.tsx';
import { Toaster } from '../components/toaster.tsx';
import { useSession } from '../state/session.ts';
import { useAppearance } from './appearance.ts';
import { bindCommands } from './bind-commands.ts';
import { KeySheet } from './key-sheet.tsx';
import { Palette } from './palette.tsx';
import { useVisits } from './use-visits.ts';

const Welcome = lazy(async () => ({ default: (await import('../areas/welcome/welcome-page.tsx')).WelcomePage }));

/** The app for whoever is there: the first page for those who are not signed in, else the window with its screens. */
export function App() {
  useAppearance();
  useEffect(bindCommands, []);
  return (
    <>
      <Gate />
      <Toaster />
    </>
  );
}

function Gate() {
  const session = useSession((state) => state.session);
  const problem = useSession((state) => state.problem);
  if (session === null && problem !== null) {
    return <Failure title="Trellis could not read the session" failure={{ error: problem }} onRetry={() => window.location.reload()} />;
  }
  if (session === null) return <Loading label="Starting" />;
  if (session.state === 'none' || session.state === 'signed_out' || (session.state === 'starting' && session.user === null)) {
    return (
      <Suspense fallback={<Loading />}>
        <Welcome />
      </Suspense>
    );
  }
  return <Inside />;
}

function Inside() {
  useVisits(useLocation());
  return (
    <>
      <Outlet />
      <Palette />
      <KeySheet />
    </>
  );
}
