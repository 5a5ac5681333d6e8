import type { BrowserWindowConstructorOptions, RenderProcessGoneDetails, WebContents } from 'electron';
import type { WindowState } from './window-state.ts';

/** How the one window is made: a sandboxed page that has nothing but what the preload gives it [F-19]. */
export function windowOptions(options: { readonly state: WindowState; readonly preload: string; readonly devTools: boolean; readonly dark: boolean }): BrowserWindowConstructorOptions {
  return {
    ...options.state.bounds,
    minWidth: 800,
    minHeight: 500,
    show: false,
    title: 'Trellis',
    backgroundColor: options.dark ? '#1c2127' : '#ffffff', // before the page's first frame
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: options.devTools,
    },
  };
}

/** More crashes than this within a minute, and the page is left as it is: reloading does not help it. */
const maxReloads = 3;

/** Brings the page back when its process dies [F-27]; `giveUp` is told when that keeps happening. */
export function reviveOnCrash(contents: Pick<WebContents, 'on' | 'reload'>, now: () => number, giveUp: (reason: string) => void): void {
  let crashes: number[] = [];
  contents.on('render-process-gone', (_event: unknown, { reason }: RenderProcessGoneDetails) => {
    if (reason === 'clean-exit') return;
    crashes = [...crashes.filter((time) => now() - time < 60_000), now()];
    if (crashes.length > maxReloads) giveUp(reason);
    else contents.reload();
  });
}
