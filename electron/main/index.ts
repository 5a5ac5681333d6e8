import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, Notification, protocol, screen, session, shell, utilityProcess } from 'electron';
import Store from 'electron-store';
import * as contract from '../../shared/contract/all.ts';
import type { HostEvent } from '../../shared/host.ts';
import { serve } from '../../shared/rpc.ts';
import { createBackend } from '../backend/create-backend.ts';
import { keychain } from '../backend/keychain.ts';
import { encode } from '../hosting/connection.ts';
import { ownerOf, ownProfile, type Ownership } from '../hosting/profile-owner.ts';
import { openSettings } from '../hosting/settings-file.ts';
import { desktopAlerts } from './alerts.ts';
import { foldersOf } from './arguments.ts';
import { linkScheme, pathOfArguments } from './deep-links.ts';
import { guardContents, guardSession, openExternal } from './guards.ts';
import { answerWindows, frameChannel } from './ipc.ts';
import { utilityLauncher } from './launcher.ts';
import { menuTemplate } from './menu.ts';
import { origin, scheme } from './origin.ts';
import { pageProtocol, privilegedSchemes } from './protocol.ts';
import { claimSingleInstance } from './single-instance.ts';
import { keepState, restoredState } from './window-state.ts';
import { reviveOnCrash, windowOptions } from './window.ts';

/** The wiring of the desktop app: which part is given what. Everything that decides something stands in the other files. */

const out = join(import.meta.dirname, '..');
const devTools = !app.isPackaged;
const folders = foldersOf(process.argv, app.getPath('userData'));
const log = (line: string) => process.stderr.write(`${line}\n`);

let window: BrowserWindow | undefined;
let wanted = pathOfArguments(process.argv);

app.setPath('userData', folders.chromium);
app.enableSandbox();
protocol.registerSchemesAsPrivileged(privilegedSchemes);

if (claimSingleInstance(app, show)) {
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme); // while developing, the program would be Electron itself
  app.on('web-contents-created', (_event, contents) => guardContents(contents, (address) => void open(address).catch(refused)));
  app.on('window-all-closed', () => app.quit());
  app.whenReady().then(start).catch(fail);
} else {
  app.quit();
}

async function start(): Promise<void> {
  const ownership = ownProfile(folders.data);
  if (!ownership) return leaveToOwner();
  ownership.announce({ host: 'desktop' });

  const alerts = desktopAlerts({
    isSupported: () => Notification.isSupported(), setBadge: (count) => app.setBadgeCount(count), show, isFocused: () => window?.isFocused() ?? false,
    notify(words, click) {
      const notification = new Notification(words);
      notification.on('click', click);
      notification.show();
    },
  });
  const settings = openSettings(folders.data, (options) => new Store<Record<string, unknown>>(options), log);
  const backend = await createBackend({
    dataFolder: folders.data, version: app.getVersion(), host: 'electron', electronVersion: process.versions.electron,
    settings, tokens: keychain(), openExternal: open, alert: (alert) => alerts.tell(alert),
    launcher: utilityLauncher((...args) => utilityProcess.fork(...args), join(import.meta.dirname, 'platform.js'), (line) => log(`platform: ${line}`)),
  });

  guardSession(session.defaultSession);
  session.defaultSession.protocol.handle(scheme, pageProtocol(join(out, 'renderer')));
  answerWindows({ ipcMain, contract, transport: serve(contract, backend), openExternal: open });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ os: process.platform, devTools, give: (command) => tell({ type: 'command', command }) })));

  const state = restoredState(settings, screen.getAllDisplays().map(({ workArea }) => workArea));
  window = new BrowserWindow(windowOptions({ state, preload: join(out, 'preload', 'index.cjs'), devTools, dark: nativeTheme.shouldUseDarkColors }));
  if (state.maximized) window.maximize();
  keepState(settings, window);
  reviveOnCrash(window.webContents, Date.now, (reason) => dialog.showErrorBox('Trellis', `The window stopped working several times (${reason}). Close it and start Trellis again; unsaved forms are kept as drafts.`));
  window.once('ready-to-show', () => window?.show());
  window.on('focus', () => alerts.seen());
  window.on('closed', () => {
    window = undefined;
  });
  endWithApp(backend, ownership);
  await window.loadURL(`${origin}${wanted ?? '/'}`);
}

/** Once the last window is gone: the platform ends first, then the app. */
function endWithApp(backend: { close(): Promise<void> }, ownership: Ownership): void {
  let ended = false;
  app.on('before-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    void backend.close().catch((error: unknown) => log(String(error))).finally(() => {
      ended = true;
      ownership.release();
      app.quit();
    });
  });
}

/** The browser host has this data: its page is where the user wants to be. */
function leaveToOwner(): void {
  const owner = ownerOf(folders.data);
  const where = owner?.host === 'browser' ? `It is served at ${owner.url}; start it again to get an address that lets you in.` : 'End it first.';
  dialog.showErrorBox('Trellis is already running', `Another Trellis has the data folder ${folders.data}. ${where}`);
  app.quit();
}

function tell(event: HostEvent): void {
  window?.webContents.send(frameChannel, encode({ type: 'host', event }));
}

/** Brings the window to the front, at a screen if one is named; before there is a window, it will open there. */
function show(path: string | undefined): void {
  wanted = path ?? wanted;
  if (!window) return;
  if (window.isMinimized()) window.restore();
  window.focus();
  if (path !== undefined) tell({ type: 'navigate', path });
}

function open(address: unknown): Promise<void> {
  return openExternal(shell, address);
}

function refused(error: unknown): void {
  log(`A window tried to open an address: ${String(error)}`);
}

function fail(error: unknown): void {
  dialog.showErrorBox('Trellis cannot start', error instanceof Error ? error.message : String(error));
  app.exit(1);
}
