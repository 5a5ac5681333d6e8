import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { Loading } from '../components/loading.tsx';
import { OfflineBanner } from '../components/offline-banner.tsx';
import { StatusBar } from '../components/status-bar.tsx';
import { areaOf } from '../state/areas.ts';
import { environmentColor } from '../state/environment-color.ts';
import { useEnvironment } from '../state/session.ts';
import { Inspector } from './inspector.tsx';
import { Kinds } from './kinds.tsx';
import { Panel } from './panel.tsx';
import { Rail } from './rail.tsx';
import { TitleBar } from './title-bar.tsx';

/** The window around every screen. */
export function Shell() {
  const { pathname } = useLocation();
  const environment = useEnvironment();
  return (
    <div className="tr-shell" data-environment={environmentColor(environment)}>
      <a className="tr-skip" href="#page" onClick={() => document.getElementById('page')?.focus()}>Skip to the page</a>
      <TitleBar />
      <OfflineBanner />
      <Rail />
      <div className="tr-main">
        <main id="page" className="tr-page" tabIndex={-1}>
          <Kinds />
          <div className="tr-content">
            <ErrorBoundary key={pathname} where={areaOf(pathname).label}>
              <Suspense fallback={<Loading />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </div>
        </main>
        <Inspector />
        <Panel />
      </div>
      <StatusBar />
    </div>
  );
}
