import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionState } from '../../../../../shared/contract/app.ts';
import type { Row } from '../../../../../shared/contract/entity.ts';
import { setHost } from '../../../../../renderer/api/host.ts';
import { HomePage } from '../../../../../renderer/areas/home/home-page.tsx';
import { resetAppState } from '../../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../../renderer/state/session.ts';
import { memberSession, memoryHost, type MemoryHost } from '../../memory-host.ts';
import { renderAt } from '../../resource/screen.tsx';

afterEach(cleanup);

const remote: SessionState = { ...memberSession, profile: { id: 'r', name: 'Remote', kind: 'remote' } as SessionState['profile'] };
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

function show(host: MemoryHost) {
  resetAppState();
  setHost(host);
  takeSession(remote);
  renderAt('/', [{ path: '/', element: <HomePage /> }]);
  return screen.findByRole('region', { name: 'Expired or expiring' });
}

test('what has expired or is about to is told with its time, and leads to the connection', async () => {
  const connections: readonly Row[] = [
    { id: 'soon', name: 'Mail', access_token: { $secret: true }, expires_at: minutes(3) },
    { id: 'over', name: 'Drive', access_token: { $secret: true }, expires_at: minutes(-120) },
    { id: 'fine', name: 'Chat', access_token: { $secret: true }, expires_at: minutes(120) },
    { id: 'none', name: 'Forms', is_active: false },
  ];
  const card = await show(memoryHost({ oauthConnections: connections, appConnections: [{ id: 'a1', name: 'By key', status: 'connected' }] }));
  const links = await within(card).findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Sign in againForms', '/connectors/oauth-connections/none'],
    ['ExpiredDrive2 hours ago', '/connectors/oauth-connections/over'],
    ['ExpiresMailin 3 minutes', '/connectors/oauth-connections/soon'],
  ].map(([text, href]) => [expect.stringMatching(text!.replaceAll(/(again|Expired|Expires)/g, '$1 ?')), href]));
});

test('where nothing expires it says so, and where connections cannot be read it says that', async () => {
  expect((await show(memoryHost())).textContent).toContain('No connection has expired');
  cleanup();
  const host = memoryHost();
  host.failures.set('oauthConnections.list', { code: 'server', message: 'Failed to fetch OAuth connections' });
  const card = await show(host);
  expect(await within(card).findByText(/could not be read. Failed to fetch OAuth connections/)).toBeTruthy();
});
