import type { Session, Shell, WebContents } from 'electron';
import { AppError } from '../../shared/errors.ts';
import { externalOnlyText, isExternal } from '../../shared/rules/external-address.ts';
import { isOwn } from './origin.ts';

/** What no page may do, whatever it holds: leave, open windows, embed others, or ask for the computer's devices [F-18][F-19]. */

/** Opens an address in the system browser. Throws `invalid_input` for one that is none of the web's. */
export async function openExternal(shell: Pick<Shell, 'openExternal'>, address: unknown): Promise<void> {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url || !isExternal(url)) throw new AppError('invalid_input', externalOnlyText);
  await shell.openExternal(url.href);
}

/** Keeps a page where it is. `open` gets the address of each window that the page wanted to open. */
export function guardContents(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>, open: (address: string) => void): void {
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwn(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isOwn(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    open(url);
    return { action: 'deny' };
  });
}

/** Copying text is all that the page needs from the system. */
const granted = new Set(['clipboard-sanitized-write']);

/** Refuses every permission but `granted`, and every device. */
export function guardSession(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setDisplayMediaRequestHandler'>,
): void {
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) => decide(granted.has(permission) && isOwn(requestingUrl)));
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => granted.has(permission) && isOwn(requestingOrigin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
}
