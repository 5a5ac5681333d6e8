import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { forgetWaiting, keepNow } from '../../../../renderer/state/kept.ts';
import { setNavigator } from '../../../../renderer/state/navigation.ts';
import { restoreTabs, useTabs, useTitle, visit } from '../../../../renderer/state/tabs.ts';
import { memoryHost } from '../memory-host.ts';

afterEach(cleanup);

function Page({ title }: { readonly title: string }) {
  useTitle(title);
  return null;
}

test('an address with which the app was opened names its tab, also where the page came before the tabs of last time', async () => {
  forgetWaiting();
  const host = memoryHost();
  setHost(host);
  resetAppState();
  setNavigator(() => undefined);
  host.drafts.set('ui/tabs', { value: { tabs: [{ id: 'a', path: '/agents', title: 'Agents' }], active: 'a' }, updated_at: '' });
  const restored = restoreTabs('/dags/sales');
  render(<Page title="sales" />);
  await restored;
  keepNow();
  expect(useTabs.get().tabs.map(({ title }) => title)).toEqual(['Agents', 'sales']);
  await vi.waitFor(() => expect(host.drafts.get('ui/tabs')?.value).toMatchObject({ tabs: [{ title: 'Agents' }, { title: 'sales' }] }));
});

test('the tabs of last time stay kept when the page that was shown last is opened again', async () => {
  forgetWaiting();
  const host = memoryHost();
  setHost(host);
  resetAppState();
  setNavigator(() => undefined);
  const kept = { tabs: [{ id: 'a', path: '/agents', title: 'Agents' }, { id: 'b', path: '/dags', title: 'DAGs' }], active: 'b' };
  host.drafts.set('ui/tabs', { value: kept, updated_at: '' });
  const restored = restoreTabs('/dags');
  visit('/dags');
  render(<Page title="DAGs" />);
  await restored;
  keepNow();
  await new Promise((resolve) => setTimeout(resolve));
  expect(host.drafts.get('ui/tabs')?.value).toEqual(kept);
});
