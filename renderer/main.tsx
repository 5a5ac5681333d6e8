import './jitless.ts';
import { OverlaysProvider } from '@blueprintjs/core';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { connect } from './api/host.ts';
import { loadScreen, makeRouter } from './app/routes.tsx';
import { startApp } from './state/lifecycle.ts';
import { setNavigator } from './state/navigation.ts';
import './styles/index.css';

/** The host first, then the app: no screen is drawn that could not ask for anything. */
async function start(root: HTMLElement) {
  const router = makeRouter();
  const loading = loadScreen(router);
  try {
    await connect();
  } catch (error) {
    root.textContent = error instanceof Error ? error.message : String(error);
    return;
  }
  setNavigator((path, options) => void router.navigate(path, options));
  startApp();
  await loading;
  createRoot(root).render(
    <OverlaysProvider>
      <RouterProvider router={router} />
    </OverlaysProvider>,
  );
}

void start(document.getElementById('root') as HTMLElement);
