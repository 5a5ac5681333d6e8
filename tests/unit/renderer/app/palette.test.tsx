import { OverlaysProvider } from '@blueprintjs/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { Palette } from '../../../../renderer/app/palette.tsx';
import { bindCommand } from '../../../../renderer/state/commands.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { setNavigator } from '../../../../renderer/state/navigation.ts';
import { rememberPage } from '../../../../renderer/state/recent.ts';
import { takeSession } from '../../../../renderer/state/session.ts';
import { useTabs } from '../../../../renderer/state/tabs.ts';
import { openOverlay, useUi } from '../../../../renderer/state/ui.ts';
import { memberSession, memoryHost } from '../memory-host.ts';

const navigate = vi.fn<(path: string) => void>();
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

beforeEach(() => {
  const host = memoryHost();
  setHost({
    ...host,
    call: (name, input, signal) =>
      name === 'cache.search'
        ? Promise.resolve({ ok: true, data: { hits: [{ group: 'agentPrompts', id: '7', title: 'Summarise a ticket', excerpt: '', as_of: '' }] }, meta: { source: 'cache' } })
        : host.call(name, input, signal),
  });
  resetAppState();
  navigate.mockReset();
  setNavigator(navigate);
  takeSession(memberSession);
});
afterEach(cleanup);

function show() {
  openOverlay('palette');
  render(<OverlaysProvider><Palette /></OverlaysProvider>);
  return userEvent.setup();
}

describe('the palette', () => {
  it('goes to the screen that is typed', async () => {
    const user = show();
    await user.type(screen.getByRole('combobox'), 'agent prom{Enter}');
    expect(navigate).toHaveBeenLastCalledWith('/agents/agent-prompts', undefined);
    expect(useUi.get().overlay).toBeNull();
  });

  it('opens it in a new tab with Ctrl+Enter', async () => {
    const user = show();
    await user.type(screen.getByRole('combobox'), 'dags{Control>}{Enter}{/Control}');
    expect(useTabs.get().tabs.map(({ path }) => path)).toEqual(['/', '/dags']);
  });

  it('runs an action, and only offers those that something can carry out', async () => {
    const run = vi.fn<() => void>();
    const user = show();
    await user.type(screen.getByRole('combobox'), 'sign out');
    expect(screen.queryByRole('option')).toBeNull();
    const release = bindCommand('session.signOut', run);
    await user.type(screen.getByRole('combobox'), '{Backspace}t{Enter}');
    release();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('shows what was used last first', () => {
    rememberPage({ path: '/dags', title: 'DAGs' });
    rememberPage({ path: '/agents/agent-prompts/7', title: 'Summarise a ticket' });
    show();
    expect(options().slice(0, 2)).toEqual(['Summarise a ticketRecent', 'DAGsRecent']);
  });

  it('finds cached rows', async () => {
    const user = show();
    await user.type(screen.getByRole('combobox'), 'ticket');
    await user.click(await screen.findByRole('option', { name: /Summarise a ticket/ }));
    expect(navigate).toHaveBeenLastCalledWith('/agents/agent-prompts/7', undefined);
  });

  it('moves with the arrows and tells which one is chosen', async () => {
    const user = show();
    const input = screen.getByRole('combobox');
    await user.type(input, 'agent{ArrowDown}');
    const chosen = screen.getByRole('option', { selected: true });
    expect(input.getAttribute('aria-activedescendant')).toBe(chosen.id);
    expect(screen.getAllByRole('option').indexOf(chosen)).toBe(1);
  });
});
