import { OverlaysProvider } from '@blueprintjs/core';
import { cleanup, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { setHost } from '../../../../renderer/api/host.ts';
import { ResourceDetailPage } from '../../../../renderer/components/resource/resource-detail-page.tsx';
import { ResourcePage } from '../../../../renderer/components/resource/resource-page.tsx';
import { pressKey } from '../../../../renderer/state/commands.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { setNavigator } from '../../../../renderer/state/navigation.ts';
import { takeSession } from '../../../../renderer/state/session.ts';
import { memberSession, type MemoryHost } from '../memory-host.ts';

/** jsdom lays nothing out: every element is as large as a window, so that the table draws a screenful. */
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { configurable: true, get: () => 600 },
  offsetWidth: { configurable: true, get: () => 1000 },
  clientHeight: { configurable: true, get: () => 600 },
});
Object.defineProperty(Range.prototype, 'getClientRects', { configurable: true, value: () => [] });
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

window.addEventListener('keydown', (event) => {
  if (!event.defaultPrevented && pressKey(event, event.target as Element, 'linux')) event.preventDefault();
});

interface Shown {
  readonly user: UserEvent;
  readonly address: () => string;
}

/** Screens at their addresses, with the app's keys. */
export function renderAt(address: string, routes: RouteObject[]): Shown {
  const router = createMemoryRouter([...routes, { path: '*', element: <p>Elsewhere</p> }], { initialEntries: [address] });
  setNavigator((path) => void router.navigate(path));
  render(<OverlaysProvider><RouterProvider router={router} /></OverlaysProvider>);
  return { user: userEvent.setup(), address: () => router.state.location.pathname + router.state.location.search };
}

/** The list and detail of a kind, over a platform in memory. */
export function show(host: MemoryHost, group: string, address = '/list', session = memberSession): Shown {
  cleanup();
  resetAppState();
  setHost(host);
  takeSession(session);
  return renderAt(address, [
    { path: '/list', element: <ResourcePage group={group} /> },
    { path: '/list/:id', element: <ResourceDetailPage group={group} /> },
  ]);
}
