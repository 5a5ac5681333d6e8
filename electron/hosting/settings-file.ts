import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsStore } from '../backend/settings.ts';

/**
 * The settings of both hosts stand in `settings.json` of the data folder; `open` makes the store of the host's own kind.
 * A file that cannot be read is set aside under another name, which `tell` says, and the defaults apply [F-2].
 */
export function openSettings(folder: string, open: (options: { cwd: string; name: string }) => SettingsStore, tell: (notice: string) => void): SettingsStore {
  const options = { cwd: folder, name: 'settings' };
  try {
    return open(options);
  } catch (error) {
    const aside = join(folder, `settings.unreadable-${Date.now()}.json`);
    renameSync(join(folder, 'settings.json'), aside);
    tell(`The settings could not be read (${(error as Error).message}). They are kept as ${aside}, and the defaults apply.`);
    return open(options);
  }
}
