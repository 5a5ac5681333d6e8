import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { checkConnection, connect, refreshConnection, statusOf, useOAuth, type Connecting } from '../../../../renderer/state/oauth.ts';
import { switchScope, takeSession } from '../../../../renderer/state/session.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import type { Reply } from '../../../../shared/rpc.ts';
import { memberSession } from '../memory-host.ts';

type Answer = (input: Record<string, unknown>) => Reply;
const ok = (data: unknown): Reply => ({ ok: true, data, meta: { source: 'platform' } });
const no = (status: number, message: string): Reply => ({ ok: false, error: { code: status === 404 ? 'not_found' : 'unauthorized', status, message } });

let calls: { readonly name: string; readonly input: Record<string, unknown> }[];
let opened: string[];
const answers = new Map<string, Answer>();
const asked = (method: string) => calls.filter(({ name }) => name === `oauthConnections.${method}`);

beforeEach(() => {
  vi.useFakeTimers();
  resetAppState();
  calls = [];
  opened = [];
  answers.clear();
  setHost({
    capabilities: { nativeMenu: false, deepLinks: false, openExternal: true, alerts: false, os: 'linux' },
    call(name, input) {
      calls.push({ name, input: input as Record<string, unknown> });
      return Promise.resolve(answers.get(name)?.(input as Record<string, unknown>) ?? ok({}));
    },
    subscribe: () => () => undefined,
    listen: () => () => undefined,
    openExternal: (url) => Promise.resolve(void opened.push(url)),
  });
  takeSession(memberSession);
});
afterEach(() => vi.useRealTimers());

const started = { auth_url: 'https://provider.example/auth', state: 's1', grant_type: 'authorization_code', response_type: 'code', redirect_uri: 'http://127.0.0.1:1/callback', expires_in: 600 };
const row = { id: 'c1', name: 'Acme', is_active: true };

function connecting() {
  const told: Connecting[] = [];
  const controller = new AbortController();
  answers.set('oauthConnections.initiate', () => ok(started));
  answers.set('oauthConnections.poll', () => ok({ completed: false, status: 'pending' }));
  const done = connect({ provider: 'Acme', auth_config_id: 'a1' }, (state) => told.push(state), controller.signal);
  return { told, controller, done };
}

describe('connecting', () => {
  test('opens the sign-in page, and polls with provider, state and user until it is completed [S-033][S-034]', async () => {
    const { told, done } = connecting();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(opened).toEqual([started.auth_url]);
    expect(asked('poll').length).toBe(3);
    expect(asked('poll')[0]!.input).toMatchObject({ tenant_id: 't1', environment_id: 'e1', provider: 'Acme', state: 's1', expected_target_user: 'u1' });
    answers.set('oauthConnections.poll', () => ok({ completed: true, status: 'completed', connection: row }));
    await vi.advanceTimersByTimeAsync(1_500);
    await done;
    expect(told.map(({ phase }) => phase)).toEqual(['starting', 'waiting', 'done']);
    expect(told.at(-1)!.connection).toMatchObject({ id: 'c1' });
    expect(asked('cancel')).toEqual([]);
  });

  test('asks nothing any more once it is cancelled, and tells the platform [F-22]', async () => {
    const { told, controller, done } = connecting();
    await vi.advanceTimersByTimeAsync(2_000);
    const before = asked('poll').length;
    controller.abort();
    await done;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked('poll')).toHaveLength(before);
    expect(asked('cancel')[0]!.input).toMatchObject({ provider: 'Acme', state: 's1' });
    expect(told.at(-1)!.phase).toBe('waiting');
  });

  test('ends by itself when the time of the sign-in is over', async () => {
    const { told, done } = connecting();
    await vi.advanceTimersByTimeAsync(602_000);
    await done;
    expect(told.at(-1)).toEqual({ phase: 'failed', error: 'The sign-in was not finished in time. Try again.' });
    const before = asked('poll').length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked('poll')).toHaveLength(before);
  });

  test('tells why it failed', async () => {
    const { told, done } = connecting();
    answers.set('oauthConnections.poll', () => ok({ completed: false, status: 'failed', error: 'Declined' }));
    await vi.advanceTimersByTimeAsync(1_500);
    await done;
    expect(told.at(-1)).toEqual({ phase: 'failed', error: 'Declined' });
  });
});

describe('the state of a connection', () => {
  const status = () => statusOf(row, useOAuth.get().checks);

  test('is what its list says until it is checked [S-020][S-031]', () => {
    expect([status(), statusOf({ id: 'c2', is_active: false }, {})]).toEqual(['connected', 'invalid']);
  });

  test.each([
    ['valid', {}, 'connected'], ['expiring', { should_refresh: true }, 'expiring'], ['invalid', { needs_reauth: true }, 'invalid'], ['expired', { needs_reauth: true }, 'expired'],
    ['error', {}, 'error'], ['not_found', { permanent: true }, 'not_found'],
  ])('that the platform calls %s %j is %s [S-025][S-026][S-027][S-028]', async (said, more, expected) => {
    answers.set('oauthConnections.check', () => ok({ connections: [{ connection_id: 'c1', status: said, ...more }] }));
    const checked = checkConnection(row);
    expect(status()).toBe('checking');
    await checked;
    expect(status()).toBe(expected);
  });

  test('is read a second after its token was refreshed [K-007]', async () => {
    answers.set('oauthConnections.check', () => ok({ connections: [{ connection_id: 'c1', status: 'valid' }] }));
    const done = refreshConnection(row);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked('check')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect([asked('check').length, status()]).toEqual([1, 'connected']);
  });

  test.each([[401, 'expired', undefined], [404, 'not_found', true]])('after a %i is %s, and is said [S-018][S-019][S-026][E-074][E-075]', async (code, expected, stop) => {
    answers.set('oauthConnections.refresh', () => no(code, 'The words of the platform'));
    await refreshConnection(row);
    expect(useOAuth.get().checks['c1']).toMatchObject({ status: expected, ...(stop && { stop }) });
    expect(useToasts.get().toasts.at(-1)?.message).toBe('The words of the platform');
    expect(asked('check')).toEqual([]);
  });

  test('is forgotten with its environment', async () => {
    answers.set('oauthConnections.check', () => ok({ connections: [{ connection_id: 'c1', status: 'expired' }] }));
    await checkConnection(row);
    switchScope('t1', 'e2');
    expect(useOAuth.get().checks).toEqual({});
  });
});
