import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { Who } from '../../../../renderer/components/rows/who.tsx';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../renderer/state/session.ts';
import { memberSession, memoryHost } from '../memory-host.ts';
import { renderAt } from '../resource/screen.tsx';

afterEach(cleanup);

const grace = '0199aa10-1111-7abc-8def-000000000001';
const gone = '0199aa10-1111-7abc-8def-00000000beef';

function show(...ids: (string | null)[]) {
  resetAppState();
  const host = memoryHost({ tenantUsers: [{ id: grace, name: 'Grace', email: 'grace@example.com' }, { id: 'u3', name: '', email: 'linus@example.com' }] });
  setHost(host);
  takeSession(memberSession);
  renderAt('/', [{ path: '/', element: <>{ids.map((id) => <Who key={id} id={id} />)}</> }]);
  return host;
}

test('names whom the tenant knows, oneself without asking, and says the id of anybody else shortened, in full on hover', async () => {
  const host = show('u1', grace, 'u3', gone, 'airflow', null);
  expect(screen.getByTitle('u1').textContent).toBe('Ada');
  expect((await screen.findByText('Grace')).title).toBe(grace);
  expect(screen.getByTitle('u3').textContent).toBe('linus@example.com');
  expect(screen.getByTitle(gone).textContent).toBe('0199aa10…beef');
  expect(screen.getByTitle('airflow').textContent).toBe('airflow');
  expect(screen.getByText('–')).toBeTruthy();
  expect(host.calls.filter(({ name }) => name === 'tenantUsers.list')).toHaveLength(1);
});

test('asks nobody who oneself is', () => {
  expect(show('u1').calls).toEqual([]);
});
