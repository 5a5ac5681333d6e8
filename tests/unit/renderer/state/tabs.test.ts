import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { forgetWaiting, keepNow } from '../../../../renderer/state/kept.ts';
import { setNavigator } from '../../../../renderer/state/navigation.ts';
import { activateTab, closeTab, moveTab, openTab, reopenTab, restoreTabs, stepTab, useTabs, visit } from '../../../../renderer/state/tabs.ts';
import { memoryHost, type MemoryHost } from '../memory-host.ts';

const paths = () => useTabs.get().tabs.map(({ path }) => path);
const active = () => useTabs.get().tabs.find(({ id }) => id === useTabs.get().active)?.path;
const idOf = (path: string) => useTabs.get().tabs.find((tab) => tab.path === path)?.id ?? '';

let host: MemoryHost;
const navigate = vi.fn<(path: string) => void>();
beforeEach(() => {
  forgetWaiting();
  host = memoryHost();
  setHost(host);
  resetAppState();
  navigate.mockReset();
  setNavigator(navigate);
});

const open = (...all: string[]) => {
  for (const path of all) openTab(path, path);
};

describe('tabs', () => {
  it('open after the active one, and are shown', () => {
    open('/agents', '/dags');
    activateTab(idOf('/'));
    open('/apis');
    expect(paths()).toEqual(['/', '/apis', '/agents', '/dags']);
    expect(active()).toBe('/apis');
    expect(navigate).toHaveBeenLastCalledWith('/apis', undefined);
  });

  it('follow where the user goes in them', () => {
    open('/agents');
    visit('/agents/agent-prompts?filter=x');
    expect(paths()).toEqual(['/', '/agents/agent-prompts?filter=x']);
  });

  it('give way to the one on the right when closed, at the end to the one on the left', () => {
    open('/agents', '/dags');
    activateTab(idOf('/agents'));
    closeTab();
    expect(active()).toBe('/dags');
    closeTab();
    expect(active()).toBe('/');
    expect(navigate).toHaveBeenLastCalledWith('/', undefined);
  });

  it('never run out: the last one becomes Home', () => {
    visit('/dags');
    closeTab();
    expect(paths()).toEqual(['/']);
  });

  it('stay where they are when another one is closed', () => {
    open('/agents', '/dags');
    navigate.mockReset();
    closeTab(idOf('/agents'));
    expect(active()).toBe('/dags');
    expect(navigate).not.toHaveBeenCalled();
  });

  it('come back when reopened, last closed first', () => {
    open('/agents', '/dags');
    closeTab();
    closeTab();
    reopenTab();
    reopenTab();
    expect(paths()).toEqual(['/', '/agents', '/dags']);
  });

  it('go around the end', () => {
    open('/agents');
    stepTab(1);
    expect(active()).toBe('/');
    stepTab(-1);
    expect(active()).toBe('/agents');
  });

  it('are reordered, within the strip', () => {
    open('/agents', '/dags');
    moveTab(idOf('/dags'), 0);
    moveTab(idOf('/'), 99);
    expect(paths()).toEqual(['/dags', '/agents', '/']);
  });

  it('are restored after a restart, with the active one shown', async () => {
    open('/agents', '/dags');
    activateTab(idOf('/agents'));
    keepNow();
    await vi.waitFor(() => expect(host.drafts.has('ui/tabs')).toBe(true));
    resetAppState();
    expect(paths()).toEqual(['/']);
    await restoreTabs('/');
    expect(paths()).toEqual(['/', '/agents', '/dags']);
    expect(navigate).toHaveBeenLastCalledWith('/agents', { replace: true });
  });

  it('keep an address with which the app was opened, in a tab of its own', async () => {
    host.drafts.set('ui/tabs', { value: { tabs: [{ id: 'a', path: '/dags', title: 'DAGs' }], active: 'a' }, updated_at: '' });
    await restoreTabs('/agents/agent-prompts/7');
    expect(paths()).toEqual(['/dags', '/agents/agent-prompts/7']);
    expect(active()).toBe('/agents/agent-prompts/7');
  });

  it('start anew where what was kept makes no sense', async () => {
    host.drafts.set('ui/tabs', { value: { tabs: [{ path: 'javascript:alert(1)' }] }, updated_at: '' });
    await restoreTabs('/');
    expect(paths()).toEqual(['/']);
  });
});
