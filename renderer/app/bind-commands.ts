import { api, host } from '../api/client.ts';
import { copyText } from '../components/resource/copy-rows.ts';
import { exportHar } from '../state/activity.ts';
import { areas } from '../state/areas.ts';
import type { CommandId } from '../state/command-table.ts';
import { bindCommand, pressKey } from '../state/commands.ts';
import { goTo } from '../state/navigation.ts';
import { togglePin } from '../state/recent.ts';
import { signOut } from '../state/session.ts';
import { changeSettings, useSettings, zoom, type AppSettings } from '../state/settings.ts';
import { activeTab, closeTab, moveTab, openTab, reopenTab, stepTab, useTabs } from '../state/tabs.ts';
import { notifyError } from '../state/toasts.ts';
import { openOverlay, setInspector, togglePanel, useUi } from '../state/ui.ts';

const setTheme = (theme: AppSettings['theme']) => () => void changeSettings({ theme });

function shiftTab(step: 1 | -1): void {
  const { tabs, active } = useTabs.get();
  moveTab(active, tabs.findIndex(({ id }) => id === active) + step);
}

function copyLink(): void {
  const tab = activeTab(useTabs.get());
  if (tab) void copyText(host.capabilities.deepLinks ? `trellis:/${tab.path}` : window.location.origin + tab.path, 'Link');
}

function pinPage(): void {
  const tab = activeTab(useTabs.get());
  if (tab) togglePin({ path: tab.path, title: tab.title });
}

async function restartPlatform(): Promise<void> {
  const reply = await api.app.restartPlatform({});
  if (!reply.ok) notifyError(reply.error);
}

async function leave(): Promise<void> {
  const problem = await signOut();
  if (problem) notifyError(problem);
}

/** What the commands of the whole window do; those of a list or a form are bound by their page. */
const everywhere: Partial<Record<CommandId, () => void>> = {
  'palette.open': () => openOverlay('palette'),
  'help.keys': () => openOverlay('keys'),
  'panel.toggle': () => togglePanel(),
  'panel.activity': () => togglePanel('activity'),
  'panel.problems': () => togglePanel('problems'),
  'inspector.toggle': () => setInspector(!useUi.get().inspector),
  'scope.switch': () => openOverlay('tenant'),
  'tab.new': () => openTab('/', 'Home'),
  'tab.close': () => closeTab(),
  'tab.reopen': reopenTab,
  'tab.next': () => stepTab(1),
  'tab.previous': () => stepTab(-1),
  'tab.left': () => shiftTab(-1),
  'tab.right': () => shiftTab(1),
  'page.pin': pinPage,
  'page.copyLink': copyLink,
  'go.back': () => window.history.back(),
  'go.forward': () => window.history.forward(),
  'dags.timeline': () => goTo('/dags/timeline'),
  'dags.pools': () => goTo('/dags/pools'),
  'theme.light': setTheme('light'),
  'theme.dark': setTheme('dark'),
  'theme.contrast': setTheme('contrast'),
  'theme.system': setTheme('system'),
  'density.toggle': () => void changeSettings({ density: useSettings.get().density === 'compact' ? 'comfortable' : 'compact' }),
  'zoom.in': () => zoom(1),
  'zoom.out': () => zoom(-1),
  'zoom.reset': () => zoom(0),
  'guard.toggle': () => void changeSettings({ read_only: !useSettings.get().read_only }),
  'platform.restart': () => void restartPlatform(),
  'activity.export': () => void exportHar(),
  'session.signOut': () => void leave(),
};

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || useUi.get().overlay === 'palette') return;
  const target = event.target instanceof Element ? event.target : null;
  if (pressKey(event, target, host.capabilities.os)) event.preventDefault();
}

/** A link that is pressed with Ctrl, Cmd or the middle button opens in a tab of ours, not in a window of the host's. */
function pressLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  const apart = event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey));
  if (!(link instanceof HTMLAnchorElement) || !apart || link.origin !== window.location.origin) return;
  event.preventDefault();
  event.stopPropagation();
  openTab(link.pathname + link.search, link.textContent.trim() || undefined);
}

/** Binds the commands of the window and its keys; returns how to let go. */
export function bindCommands(): () => void {
  const going = areas.map(({ id, path }) => bindCommand(`go.${id}`, () => goTo(path)));
  const bound = Object.entries(everywhere).map(([id, run]) => bindCommand(id as CommandId, run));
  window.addEventListener('keydown', press);
  window.addEventListener('click', pressLink, { capture: true });
  window.addEventListener('auxclick', pressLink, { capture: true });
  return () => {
    window.removeEventListener('keydown', press);
    window.removeEventListener('click', pressLink, { capture: true });
    window.removeEventListener('auxclick', pressLink, { capture: true });
    for (const release of [...going, ...bound]) release();
  };
}
