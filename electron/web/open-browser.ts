import { spawn } from 'node:child_process';
import { AppError } from '../../shared/errors.ts';
import { externalOnlyText, isExternal } from '../../shared/rules/external-address.ts';

/** The system's own command that opens an address. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address of the web in the user's browser, for signing in. Throws `invalid_input`, or `not_available` where there is no browser. */
export async function openBrowser(address: string, platform = process.platform): Promise<void> {
  const url = URL.parse(address);
  if (!url || !isExternal(url)) throw new AppError('invalid_input', externalOnlyText);
  const [command, ...args] = openers[platform] ?? ['xdg-open'];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(command, [...args, url.href], { stdio: 'ignore', detached: true });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
    child.once('error', (cause) => reject(new AppError('not_available', `No browser could be opened. Open this address yourself: ${url.href}`, { cause })));
  });
}
