import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where both hosts keep the user's data unless told otherwise: beside Electron's own folder for the app. */
export function defaultDataFolder(platform = process.platform, env = process.env, home = homedir()): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Trellis', 'data');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Trellis', 'data');
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Trellis', 'data');
}
