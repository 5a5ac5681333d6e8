import { join, resolve } from 'node:path';

/** Where the desktop app keeps things: our data, and beside it Chromium's. */
export interface Folders {
  readonly data: string;
  readonly chromium: string;
}

/** `--data=DIR` or `--data DIR` among the arguments, else `data` in Electron's own folder for the app. */
export function foldersOf(args: readonly string[], userData: string): Folders {
  const index = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  const named = args[index]?.startsWith('--data=') ? args[index].slice('--data='.length) : args[index + 1];
  if (index === -1 || !named) return { data: join(userData, 'data'), chromium: userData };
  const data = resolve(named);
  return { data, chromium: join(data, 'chromium') };
}
