import type { UtilityProcess } from 'electron';
import type { Readable } from 'node:stream';
import type { PlatformLauncher } from '../backend/platform-process.ts';
import { platformLauncher } from '../hosting/launch.ts';

export type Fork = (modulePath: string, args: string[], options: { serviceName: string; stdio: 'pipe' }) => UtilityProcess;

/** The embedded platform as a utility process, which ends with the app; `entry` is the built `platform.js`. */
export function utilityLauncher(fork: Fork, entry: string, log: (line: string) => void): PlatformLauncher {
  return platformLauncher(() => {
    const child = fork(entry, [], { serviceName: 'Trellis platform', stdio: 'pipe' });
    return {
      stdout: child.stdout as Readable,
      stderr: child.stderr as Readable,
      send: (options) => child.postMessage(options),
      onExit: (listener) => child.once('exit', (code) => listener(`exit code ${code}`)),
      askToEnd: () => child.postMessage('end'),
      kill: () => child.kill(),
    };
  }, log);
}
