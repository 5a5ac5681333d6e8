import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { bindCommands } from '../../../../renderer/app/bind-commands.ts';
import { runCommand, useCommand } from '../../../../renderer/state/commands.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { setNavigator } from '../../../../renderer/state/navigation.ts';
import { changeSettings, useSettings } from '../../../../renderer/state/settings.ts';
import { useTabs } from '../../../../renderer/state/tabs.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { useUi } from '../../../../renderer/state/ui.ts';
import { memoryHost } from '../memory-host.ts';

let release: () => void;
beforeEach(() => {
  setHost(memoryHost());
  resetAppState();
  setNavigator(() => undefined);
  release = bindCommands();
});
afterEach(() => {
  release();
  cleanup();
});

function List({ onNew }: { readonly onNew: (() => void) | null }) {
  useCommand('list.new', onNew);
  return <input aria-label="Filter" />;
}

describe('keys', () => {
  it('give the commands of the window', async () => {
    const user = userEvent.setup();
    await user.keyboard('{Control>}j{/Control}');
    expect(useUi.get().panel).toBe('activity');
    await user.keyboard('?');
    expect(useUi.get().overlay).toBe('keys');
  });

  it.each([
    ['Link copied', () => Promise.resolve()],
    ['The clipboard cannot be written. Click into the window, and copy again.', () => Promise.reject(new Error('The window has no focus'))],
  ])('copy the link of a page, and say what came of it: %s', async (said, writeText) => {
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    runCommand('page.copyLink');
    await vi.waitFor(() => expect(useToasts.get().toasts.map(({ message }) => message)).toEqual([said]));
    vi.unstubAllGlobals();
  });

  it('do nothing to a list that lies under an open dialog', async () => {
    const onNew = vi.fn<() => void>();
    const user = userEvent.setup();
    const { rerender } = render(<><List onNew={onNew} /><div role="dialog" aria-modal="true" aria-label="Dialog" /></>);
    await user.keyboard('n');
    expect(onNew).not.toHaveBeenCalled();
    rerender(<List onNew={onNew} />);
    await user.keyboard('n');
    expect(onNew).toHaveBeenCalledOnce();
  });

  it('give a page its commands only while it is there and can carry them out', async () => {
    const user = userEvent.setup();
    const make = vi.fn<() => void>();
    const { rerender, unmount } = render(<List onNew={make} />);
    await user.keyboard('n');
    expect(make).toHaveBeenCalledTimes(1);
    rerender(<List onNew={null} />);
    await user.keyboard('n');
    rerender(<List onNew={make} />);
    unmount();
    await user.keyboard('n');
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('write in a field instead of giving commands', async () => {
    const user = userEvent.setup();
    const make = vi.fn<() => void>();
    render(<List onNew={make} />);
    await user.type(screen.getByLabelText('Filter'), 'n?');
    expect(make).not.toHaveBeenCalled();
    expect(useUi.get().overlay).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Filter').value).toBe('n?');
  });

  it('follow the user’s own bindings at once', async () => {
    const user = userEvent.setup();
    await changeSettings({ keys: { 'panel.toggle': ['F8'] } });
    await user.keyboard('{Control>}j{/Control}');
    expect(useUi.get().panel).toBeNull();
    await user.keyboard('{F8}');
    expect(useUi.get().panel).toBe('activity');
  });

  it('zoom in steps and back to 100 %', async () => {
    const user = userEvent.setup();
    await user.keyboard('{Control>}={/Control}');
    expect(useSettings.get().zoom).toBe(1.1);
    await user.keyboard('{Control>}0{/Control}');
    expect(useSettings.get().zoom).toBe(1);
  });
});

describe('commands', () => {
  it('refuse what the table does not name', () => expect(runCommand('constructor')).toBe(false));

  it('open a link in a tab when it is pressed with Ctrl', async () => {
    const user = userEvent.setup();
    render(<a href="/dags?x=1">DAGs</a>);
    await user.keyboard('{Control>}');
    await user.click(screen.getByText('DAGs'));
    expect(useTabs.get().tabs.map(({ path, title }) => [path, title])).toEqual([['/', 'Home'], ['/dags?x=1', 'DAGs']]);
  });
});
