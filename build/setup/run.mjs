import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. Everything under `build/setup` runs on Node 20, before anything is installed. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where Node keeps what it compiled: the second start of the app takes half as long as the first. */
export const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'trellis', 'compiled') };

/**
 * Runs a command to its end, without a standard input to wait for. `limit` is in milliseconds; a run that takes longer is
 * ended and counts as failed. Resolves with whether it succeeded.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ limit?: number, env?: Record<string, string> }} [options]
 * @returns {Promise<boolean>}
 */
export function run(command, args, { limit, env = {} } = {}) {
  return new Promise((resolve) => {
    const group = process.platform !== 'win32'; // so that what it started ends with it
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env }, detached: group });
    /** @param {NodeJS.Signals} signal */
    const end = (signal) => {
      try {
        if (group && child.pid !== undefined) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error; // it is gone already
      }
    };
    const interrupt = () => {
      end('SIGTERM');
      process.exit(130);
    };
    const timer = limit && setTimeout(() => {
      process.stderr.write(`${command} ${args[0] ?? ''} took more than ${Math.round(limit / 60_000)} minutes and was ended.\n`);
      end('SIGKILL');
    }, limit);
    /** @param {boolean} ok */
    const finish = (ok) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve(ok);
    };
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
    child.once('error', (error) => {
      process.stderr.write(`${command} cannot be started: ${error.message}\n`);
      finish(false);
    });
    child.once('exit', (code) => finish(code === 0));
  });
}

/**
 * Whether a program is there.
 * @param {string} program
 */
export function has(program) {
  const [shell, ...args] = process.platform === 'win32' ? ['where', program] : ['sh', '-c', 'command -v "$1"', 'sh', program];
  return spawnSync(shell, args, { stdio: 'ignore' }).status === 0;
}
