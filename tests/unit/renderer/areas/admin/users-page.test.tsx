import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setHost } from '../../../../../renderer/api/host.ts';
import { UserPage, UsersPage } from '../../../../../renderer/areas/admin/users-page.tsx';
import { useActivity } from '../../../../../renderer/state/activity.ts';
import { resetAppState } from '../../../../../renderer/state/define-state.ts';
import { keepNow } from '../../../../../renderer/state/kept.ts';
import { useLists } from '../../../../../renderer/state/lists.ts';
import { takePlatform } from '../../../../../renderer/state/platform.ts';
import { takeSession } from '../../../../../renderer/state/session.ts';
import { useToasts } from '../../../../../renderer/state/toasts.ts';
import { useUi } from '../../../../../renderer/state/ui.ts';
import { memberSession, memoryHost, type MemoryHost } from '../../memory-host.ts';
import { renderAt } from '../../resource/screen.tsx';

const token = 'canary-token';
let host: MemoryHost;
beforeEach(() => {
  host = memoryHost({ tenantUsers: [{ id: 'u2', name: 'Vera', email: 'vera@example.com', role: 'member' }, { id: 'u3', name: 'Walt', email: 'walt@example.com', role: 'viewer' }] });
});
afterEach(cleanup);

function show(address: string, session = memberSession) {
  cleanup();
  resetAppState();
  setHost(host);
  takeSession(session);
  return renderAt(address, [{ path: '/users', element: <UsersPage /> }, { path: '/users/:id', element: <UserPage /> }]);
}

const issued = () => host.calls.filter(({ name }) => name === 'tenantUsers.issueToken').map(({ input }) => input);

test('by keyboard alone a token is issued for the chosen user, shown once with the focus in it, and copied [C-080]', async () => {
  const { user } = show('/users');
  await screen.findByRole('link', { name: 'Vera' });
  await user.keyboard('x{Shift>}T{/Shift}');
  const dialog = await screen.findByRole('dialog', { name: 'Access token for Vera' });
  expect(dialog.textContent).toContain('It is shown once');
  expect(issued()).toEqual([]);
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Issue token' }));
  await user.keyboard('{Enter}');
  const field = await within(dialog).findByRole('textbox', { name: 'Access token' });
  expect(issued()).toMatchObject([{ tenant_id: 't1', user_id: 'u2' }]);
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', token);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await navigator.clipboard.readText()).toBe(token);
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the token enters no store and nothing that is kept, and is gone with its dialog', async () => {
  const { user } = show('/users/u2');
  await user.click(await screen.findByRole('button', { name: 'Issue token…' }));
  await user.click(await screen.findByRole('button', { name: 'Issue token' }));
  await screen.findByDisplayValue(token);
  keepNow();
  const stored = () => JSON.stringify([[...host.drafts], useLists.get(), useToasts.get(), useUi.get(), useActivity.get()]) + Object.values(localStorage).join(' ');
  expect(stored()).not.toContain(token);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue(token)).toBeNull());
  expect(stored()).not.toContain(token);
  await user.click(screen.getByRole('button', { name: 'Issue token…' }));
  expect(await screen.findByRole('button', { name: 'Issue token' })).toBeTruthy();
  expect(screen.queryByDisplayValue(token)).toBeNull();
});

test('a refusal is shown in the dialog, with the platform’s words', async () => {
  host.failures.set('tenantUsers.issueToken', { code: 'forbidden', message: 'Only a platform admin can sign in as somebody who works in other tenants, too.' });
  const { user } = show('/users/u2');
  await user.click(await screen.findByRole('button', { name: 'Issue token…' }));
  await user.click(await screen.findByRole('button', { name: 'Issue token' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Only a platform admin can sign in as somebody');
});

test('it says why it cannot be pressed: without the permission, offline, and for more than one user', async () => {
  const reason = async () => (await screen.findByRole('button', { name: 'Issue token…' })).getAttribute('aria-description');
  show('/users/u2', { ...memberSession, permissions: { t1: ['admin:read'] } });
  expect(await reason()).toMatch(/^Your role does not allow this/);
  const { user } = show('/users');
  await screen.findByRole('link', { name: 'Vera' });
  await user.keyboard('x');
  expect(await reason()).toBeNull();
  await user.keyboard('{Control>}a{/Control}{Shift>}T{/Shift}');
  expect(await reason()).toBe('Select one user alone for this.');
  expect(screen.queryByRole('dialog')).toBeNull();
  show('/users/u2');
  await screen.findByRole('button', { name: 'Issue token…' });
  act(() => takePlatform({ state: 'unreachable', url: null, latency_ms: null, notice: null, as_of: new Date().toISOString() }));
  expect(await reason()).toMatch(/^The platform cannot be reached/);
});
