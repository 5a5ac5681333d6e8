import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionState } from '../../../../shared/contract/app.ts';
import { keepNow } from '../../../../renderer/state/kept.ts';
import { useLists } from '../../../../renderer/state/lists.ts';
import { takePlatform } from '../../../../renderer/state/platform.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { useUi } from '../../../../renderer/state/ui.ts';
import { memberSession, memoryHost, type MemoryHost } from '../memory-host.ts';
import { show } from './screen.tsx';

const secret = 'canary-secret';
const mark = { $secret: true };
let host: MemoryHost;
beforeEach(() => {
  host = memoryHost({
    agentLlms: [{ id: 'l1', name: 'Model', api_key: mark, additional_config: { 'a/b': { token: mark }, retries: 3 } }],
    composerApis: [{ id: 'a1', name: 'Pets', auth: { type: 'custom', credentials: { headers: { 'X-Key': mark } } } }],
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const asked = () => host.calls.filter(({ name }) => name === 'secrets.reveal').map(({ input }) => input);
const button = (name: string) => screen.findByRole('button', { name: `Reveal ${name}` });
const shown = () => screen.queryByDisplayValue(secret);

describe('a stored secret', () => {
  test('is asked for by its row and path, and shown with the focus in it until that leaves', async () => {
    const { user } = show(host, 'agentLlms', '/list/l1');
    await user.click(await button('API key'));
    const field = await screen.findByRole('textbox', { name: 'API key' });
    expect(document.activeElement).toBe(field);
    expect(asked()).toEqual([{ group: 'agentLlms', id: 'l1', path: '/api_key', tenant_id: 't1', environment_id: 'e1' }]);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy API key' }));
    expect(shown()).not.toBeNull();
    await user.tab();
    await user.tab();
    expect(shown()).toBeNull();
  });

  test('is hidden by Escape, and the focus is on its button again; the form stays', async () => {
    const { user, address } = show(host, 'agentLlms', '/list/l1?edit=1');
    await user.click(await button('API key'));
    await waitFor(() => expect(shown()).not.toBeNull());
    await user.keyboard('{Escape}');
    expect(shown()).toBeNull();
    expect(document.activeElement).toBe(await button('API key'));
    expect(address()).toBe('/list/l1?edit=1');
  });

  test('is hidden after 30 s', async () => {
    show(host, 'agentLlms', '/list/l1');
    const reveal = await button('API key');
    vi.useFakeTimers();
    fireEvent.click(reveal);
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(29_999));
    expect(shown()).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(shown()).toBeNull();
  });

  test('inside JSON and authentication is found by its path (RFC 6901)', async () => {
    const first = show(host, 'agentLlms', '/list/l1');
    await first.user.click(await button('a/b.token'));
    await waitFor(() => expect(shown()).not.toBeNull());
    const second = show(host, 'composerApis', '/list/a1');
    await second.user.click(await button('X-Key'));
    await waitFor(() => expect(shown()).not.toBeNull());
    const third = show(host, 'composerApis', '/list/a1?edit=1');
    await third.user.click(await button('Value of X-Key'));
    await waitFor(() => expect(shown()).not.toBeNull());
    expect(asked().map(({ path }) => path)).toEqual(['/additional_config/a~1b/token', '/auth/credentials/headers/X-Key', '/auth/credentials/headers/X-Key']);
  });

  test('enters no store and no draft, and what is saved is still the mark', async () => {
    const { user } = show(host, 'agentLlms', '/list/l1?edit=1');
    await user.click(await button('API key'));
    await waitFor(() => expect(shown()).not.toBeNull());
    await user.type(screen.getByLabelText(/^Name/), ' 2');
    expect(shown()).toBeNull();
    keepNow();
    expect(JSON.stringify([[...host.drafts], useLists.get(), useToasts.get(), useUi.get()])).not.toContain(secret);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(host.calls.find(({ name }) => name === 'agentLlms.update')?.input).toMatchObject({ name: 'Model 2', api_key: mark }));
  });

  test('that cannot be shown says why', async () => {
    host.failures.set('secrets.reveal', { code: 'not_found', message: 'Not found: secret /api_key' });
    const { user } = show(host, 'agentLlms', '/list/l1');
    await user.click(await button('API key'));
    expect((await screen.findByRole('alert')).textContent).toBe('Not found: secret /api_key');
  });

  test('is not offered to who may not change its row, nor offline, with the reason', async () => {
    const viewer: SessionState = { ...memberSession, permissions: { t1: ['agents:read'] } };
    const { user } = show(host, 'agentLlms', '/list/l1', viewer);
    expect((await button('API key')).getAttribute('aria-description')).toMatch(/^Your role does not allow this/);
    await user.click(await button('API key'));
    expect(asked()).toEqual([]);
    show(host, 'agentLlms', '/list/l1');
    await button('API key');
    act(() => takePlatform({ state: 'unreachable', url: null, latency_ms: null, notice: null, as_of: new Date().toISOString() }));
    expect((await button('API key')).getAttribute('aria-description')).toMatch(/^The platform cannot be reached/);
  });
});
