import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PlatformLauncher } from '../backend/platform-process.ts';
import { platformLauncher } from '../hosting/launch.ts';

const entry = fileURLToPath(new URL('../platform/main.ts', import.meta.url));

/** The embedded platform as a child process. It ends when its standard input does, so it never outlives this one. */
export function childLauncher(log: (line: string) => void): PlatformLauncher {
  return platformLauncher(() => {
    const child = spawn(process.execPath, [entry, '--stdin'], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.on('error', () => child.kill()); // it died before it read: its exit says why
    return {
      stdout: child.stdout,
      stderr: child.stderr,
      send: (options) => child.stdin.write(`${JSON.stringify(options)}\n`),
      onExit: (listener) => {
        child.on('exit', (code, signal) => listener(signal === null ? `exit code ${code}` : `signal ${signal}`));
        child.on('error', (error) => listener(error.message));
      },
      askToEnd: () => child.stdin.end(),
      kill: () => child.kill('SIGKILL'),
    };
  }, log);
}
