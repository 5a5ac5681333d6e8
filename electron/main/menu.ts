import type { MenuItemConstructorOptions } from 'electron';

/** The ids are those of the page's own table of commands; the page carries them out, and shows the same keys. */
type Command = readonly [id: string, label: string, accelerator?: string];

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The application menu. `give` sends a command to the window that has the focus. */
export function menuTemplate(options: { readonly os: NodeJS.Platform; readonly devTools: boolean; readonly give: (command: string) => void }): MenuItemConstructorOptions[] {
  const { os, devTools, give } = options;
  const mac = os === 'darwin';
  // The page listens to keys itself, since every key can be changed there: the menu only shows them, save on a Mac.
  const item = ([id, label, accelerator]: Command): MenuItemConstructorOptions => ({
    id, label, registerAccelerator: false, click: () => give(id), ...(accelerator === undefined ? {} : { accelerator }),
  });
  const settings = item(['go.settings', 'Settings…', 'CmdOrCtrl+,']);

  const app: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [{ role: 'about' }, separator, settings, separator, { role: 'services' }, separator, { role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }, separator, { role: 'quit' }],
  };
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      item(['tab.new', 'New tab', 'CmdOrCtrl+T']),
      item(['tab.reopen', 'Reopen closed tab', 'CmdOrCtrl+Shift+T']),
      item(['tab.close', 'Close tab', 'CmdOrCtrl+W']),
      separator,
      item(['scope.switch', 'Switch tenant or environment…', 'CmdOrCtrl+Shift+E']),
      item(['activity.export', 'Export activity as HAR…']),
      item(['session.signOut', 'Sign out']),
      ...(mac ? [] : [separator, settings, separator, { role: 'quit' } as const]),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      item(['palette.open', 'Search…', 'CmdOrCtrl+K']),
      item(['panel.toggle', 'Show or hide the panel', 'CmdOrCtrl+J']),
      item(['inspector.toggle', 'Show or hide the inspector', 'CmdOrCtrl+I']),
      separator,
      item(['zoom.in', 'Larger', 'CmdOrCtrl+=']),
      item(['zoom.out', 'Smaller', 'CmdOrCtrl+-']),
      item(['zoom.reset', 'Actual size', 'CmdOrCtrl+0']),
      separator,
      item(['theme.light', 'Light theme']),
      item(['theme.dark', 'Dark theme']),
      item(['theme.contrast', 'High-contrast theme']),
      item(['theme.system', 'Theme of the system']),
      separator,
      { role: 'togglefullscreen' },
      ...(devTools ? [{ role: 'forceReload' } as const, { role: 'toggleDevTools' } as const] : []),
    ],
  };
  const go: MenuItemConstructorOptions = {
    label: '&Go',
    submenu: [
      item(['go.back', 'Back', 'Alt+Left']),
      item(['go.forward', 'Forward', 'Alt+Right']),
      separator,
      item(['go.home', 'Home', 'Alt+1']),
      item(['go.agents', 'Agents', 'Alt+2']),
      item(['go.workflows', 'Workflows', 'Alt+3']),
      item(['go.apis', 'APIs', 'Alt+4']),
      item(['go.dags', 'DAGs', 'Alt+5']),
      item(['go.connectors', 'Connectors', 'Alt+6']),
      item(['go.workspaces', 'Workspaces', 'Alt+7']),
      item(['go.documents', 'Documents', 'Alt+8']),
      item(['go.admin', 'Admin', 'Alt+9']),
      item(['go.activity', 'Activity', 'Alt+0']),
    ],
  };
  const help: MenuItemConstructorOptions = { role: 'help', submenu: [item(['help.keys', 'Keyboard shortcuts', 'Shift+/'])] };

  return [...(mac ? [app] : []), file, { role: 'editMenu' }, view, go, { role: 'windowMenu' }, help];
}
