import { OverlaysProvider } from '@blueprintjs/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionState } from '../../../../shared/contract/app.ts';
import type { Host } from '../../../../shared/host.ts';
import { setHost } from '../../../../renderer/api/host.ts';
import { makeRouter } from '../../../../renderer/app/routes.tsx';
import { useAbout } from '../../../../renderer/state/about.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { resetApp, startApp } from '../../../../renderer/state/lifecycle.ts';
import { setNavigator } from '../../../../renderer/state/navigation.ts';
import { setConnected } from '../../../../renderer/state/platform.ts';
import { scope } from '../../../../renderer/state/session.ts';
import { useTabs } from '../../../../renderer/state/tabs.ts';
import { memberSession, memoryHost, type MemoryHost } from '../memory-host.ts';

const nobody: SessionState = { ...memberSession, profile: null, state: 'none', user: null, tenants: [], permissions: {} };

let stop: () => void = () => undefined;
beforeEach(() => {
  window.history.replaceState(null, '', '/');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});
afterEach(() => {
  stop();
  cleanup();
  vi.unstubAllGlobals();
});

function start(host: Host, path = '/') {
  setHost(host);
  resetAppState();
  window.history.replaceState(null, '', path);
  const router = makeRouter();
  setNavigator((path, options) => void router.navigate(path, options));
  stop = startApp();
  render(<OverlaysProvider><RouterProvider router={router} /></OverlaysProvider>);
  return { user: userEvent.setup(), router };
}

/** The memory host with some calls answered otherwise, and another session. */
function host(answers: Readonly<Record<string, unknown>>, session: SessionState = memberSession): MemoryHost {
  const base = memoryHost();
  const calls: MemoryHost['calls'] = base.calls;
  return {
    ...base,
    call: (name, input, signal) => {
      if (!(name in answers)) return base.call(name, input, signal);
      calls.push({ name, input: input as Readonly<Record<string, unknown>> });
      return Promise.resolve({ ok: true, data: answers[name], meta: { source: 'platform' } });
    },
    subscribe: (name, input, subscriber) => {
      if (name !== 'session.follow') return base.subscribe(name, input, subscriber);
      queueMicrotask(() => subscriber.event(session));
      return () => undefined;
    },
  };
}

describe('the app', () => {
  it('says what it is and starts the embedded platform in one click when nobody is there', async () => {
    const base = host({
      'profiles.list': { profiles: [], current: null },
      'profiles.save': { id: 'p1', name: 'This computer', kind: 'embedded' },
      'profiles.select': {},
    }, nobody);
    const { user } = start(base);
    const button = await screen.findByRole('button', { name: 'Start on this computer' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Trellis');
    await user.click(button);
    await waitFor(() => expect(base.calls).toContainEqual({ name: 'profiles.select', input: { id: 'p1' } }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the window with its landmarks to a member', async () => {
    start(host({}));
    await screen.findByRole('heading', { level: 1, name: 'Tenant' });
    for (const role of ['main', 'contentinfo']) expect(screen.getByRole(role)).toBeTruthy();
    const rail = within(screen.getByRole('navigation', { name: 'Areas' }));
    expect(rail.getByRole('link', { current: 'page' }).textContent).toBe('Home');
    expect(rail.getAllByRole('link').filter((link) => link.tabIndex === 0)).toHaveLength(1);
  });

  it('moves through the rail with the arrows', async () => {
    const { user } = start(host({}));
    const rail = within(await screen.findByRole('navigation', { name: 'Areas' }));
    rail.getByRole('link', { name: 'Home' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(rail.getByRole('link', { name: 'Agents' }));
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(rail.getByRole('link', { name: 'Settings' }));
  });

  it('switches the environment, and with it the colour of the window', async () => {
    const { user } = start(host({}));
    const button = await screen.findByRole('button', { name: /Switch/ });
    const frame = () => document.querySelector('.tr-shell')?.getAttribute('data-environment');
    expect(frame()).toBe('blue');
    await user.click(button);
    await user.click(await screen.findByRole('menuitem', { name: 'Production' }));
    expect(scope().environment_id).toBe('e2');
    expect(frame()).toBe('red');
  });

  it('keeps the tab at the address and names it after the page', async () => {
    const { user } = start(host({ 'profiles.list': { profiles: [], current: null } }));
    await user.click(within(await screen.findByRole('navigation', { name: 'Areas' })).getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    expect(useTabs.get().tabs).toMatchObject([{ path: '/settings', title: 'Settings' }]);
    expect(document.title).toBe('Settings – Trellis');
  });

  it('says that an address leads nowhere, and offers the way home', async () => {
    const { user } = start(host({}), '/no/such/place');
    await user.click(await screen.findByRole('button', { name: 'Go to Home' }));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  });

  it('tells at once when the way to the backend breaks, and when it is back', async () => {
    start(host({}));
    await screen.findByRole('heading', { level: 1, name: 'Tenant' });
    setConnected(false);
    await screen.findByText(/Reconnecting to Trellis/);
    setConnected(true);
    await waitFor(() => expect(screen.queryByText(/Reconnecting to Trellis/)).toBeNull());
  });

  it('tells the backend whether the window is seen', async () => {
    const base = host({ 'watch.visibility': {} });
    start(base);
    await waitFor(() => expect(base.calls.find(({ name }) => name === 'watch.visibility')?.input).toMatchObject({ visible: true }));
  });

  it('shows the first page and its own version again after signing out [S-004]', async () => {
    const about = { version: '9.8.7', host: '', node: '', electron: null, data_folder: '', problems: [] };
    const { user } = start(host({ 'app.about': about, 'session.signOut': nobody, 'profiles.list': { profiles: [], current: null } }), '/settings');
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Trellis' });
    await waitFor(() => expect(useAbout.get().about?.version).toBe('9.8.7'));
    expect(window.location.pathname).toBe('/');
  });

  it('resets its state from the settings and stays signed in [S-004]', async () => {
    const base = host({});
    base.drafts.set('ui/tabs', { value: { tabs: [{ id: 'a', path: '/activity', title: 'Activity' }, { id: 'b', path: '/', title: 'Home' }], active: 'b' }, updated_at: '' });
    start(base);
    await waitFor(() => expect(useTabs.get().tabs).toHaveLength(2));
    await resetApp();
    expect(base.drafts.has('ui/tabs')).toBe(false);
    expect(useTabs.get().tabs.map(({ path }) => path)).toEqual(['/']);
    expect(scope().tenant_id).toBe('t1');
  });
});
