import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionState } from '../../../../shared/contract/app.ts';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { fittingScope, restoreScope, scope, signOut, switchScope, takeSession, useSession } from '../../../../renderer/state/session.ts';
import { useTabs, visit } from '../../../../renderer/state/tabs.ts';
import { notify, useToasts } from '../../../../renderer/state/toasts.ts';
import { offerUndo } from '../../../../renderer/state/undo.ts';
import { memberSession, memoryHost, type MemoryHost } from '../memory-host.ts';

const two: SessionState = {
  ...memberSession,
  tenants: [...memberSession.tenants, { id: 't2', name: 'Other', environments: [{ id: 'e9', name: 'Default' }] }],
};
const other: SessionState = { ...two, user: { id: 'u2' } };

let host: MemoryHost;
beforeEach(() => {
  host = memoryHost();
  setHost(host);
  resetAppState();
});

describe('the scope', () => {
  it('is the first tenant and environment until another is chosen', () => {
    takeSession(two);
    expect(scope()).toMatchObject({ tenant_id: 't1', environment_id: 'e1' });
  });

  it('begins a new epoch with each switch, and none without one', () => {
    takeSession(two);
    const { epoch } = scope();
    switchScope('t2', 'e9');
    expect(scope()).toEqual({ tenant_id: 't2', environment_id: 'e9', epoch: expect.any(Number) as number });
    expect(scope().epoch).toBeGreaterThan(epoch);
    const after = scope();
    switchScope('t2', 'e9');
    takeSession(two);
    expect(scope()).toBe(after);
  });

  it('never goes back to an older epoch, not by a reset either [S-004]', () => {
    takeSession(two);
    const { epoch } = scope();
    resetAppState();
    expect(scope().epoch).toBeGreaterThan(epoch);
  });

  it('leaves a tenant that the user has no more', () => {
    takeSession(two);
    switchScope('t2', 'e9');
    takeSession(memberSession);
    expect(scope()).toMatchObject({ tenant_id: 't1', environment_id: 'e1' });
  });

  it('is empty without tenants', () => expect(fittingScope([], { tenant_id: 't1', environment_id: 'e1' })).toEqual({ tenant_id: '', environment_id: '' }));

  it('comes back after a restart', async () => {
    host.drafts.set('ui/scope', { value: { tenant_id: 't2', environment_id: 'e9' }, updated_at: '' });
    takeSession(two);
    await restoreScope();
    expect(scope()).toMatchObject({ tenant_id: 't2', environment_id: 'e9' });
  });

  it('sends what could be undone before the switch, in the scope in which it was done', () => {
    takeSession(two);
    const sentIn: string[] = [];
    offerUndo({ message: 'Deleted', undo: () => undefined, commit: () => sentIn.push(scope().tenant_id) });
    switchScope('t2');
    expect(sentIn).toEqual(['t1']);
  });
});

describe('who is signed in', () => {
  it('wipes every store when somebody else is [S-004]', () => {
    takeSession(two);
    visit('/agents');
    notify('Hello');
    takeSession(other);
    expect(useTabs.get().tabs.map(({ path }) => path)).toEqual(['/']);
    expect(useToasts.get().toasts).toEqual([]);
    expect(useSession.get().session?.user?.id).toBe('u2');
  });

  it('wipes nothing when the same session is told again', () => {
    takeSession(two);
    visit('/agents');
    takeSession({ ...two });
    expect(useTabs.get().tabs.map(({ path }) => path)).toEqual(['/agents']);
  });

  it('sends, signs out and wipes, in this order [S-004]', async () => {
    const gone: SessionState = { ...two, state: 'signed_out', user: null, tenants: [] };
    const order: string[] = [];
    setHost({
      ...host,
      call: (name, input, signal) => {
        if (name !== 'session.signOut') return host.call(name, input, signal);
        order.push('signed out');
        return Promise.resolve({ ok: true, data: gone, meta: { source: 'platform' } });
      },
    });
    takeSession(two);
    visit('/agents');
    const undo = vi.fn<() => void>();
    offerUndo({ message: 'Deleted', undo, commit: () => order.push('sent') });
    expect(await signOut()).toBeNull();
    expect(order).toEqual(['sent', 'signed out']);
    expect(undo).not.toHaveBeenCalled();
    expect(scope()).toMatchObject({ tenant_id: '', environment_id: '' });
    expect(useTabs.get().tabs.map(({ path }) => path)).toEqual(['/']);
  });

  it('keeps everything when signing out fails, and says why', async () => {
    takeSession(two);
    visit('/agents');
    expect(await signOut()).toMatchObject({ message: expect.any(String) as string });
    expect(useTabs.get().tabs.map(({ path }) => path)).toEqual(['/agents']);
  });
});
