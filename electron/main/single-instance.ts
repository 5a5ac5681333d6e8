import type { App } from 'electron';
import { pathOfArguments, pathOfLink } from './deep-links.ts';

/**
 * Makes this the only one of the app: false if another runs, which then comes to the front by itself [F-3]. `show` is told
 * of each later start and of each link, with the path of the screen it names, if any.
 */
export function claimSingleInstance(app: Pick<App, 'requestSingleInstanceLock' | 'on'>, show: (path: string | undefined) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, args) => show(pathOfArguments(args)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(pathOfLink(link));
  });
  return true;
}
