import { spawn } from 'node:child_process';
import { electronBinary } from './setup/electron-binary.mjs';
import { node24, pathWith } from './setup/node24.mjs';
import { build } from './setup/output.mjs';
import { install } from './setup/packages.mjs';
import { compiled, root } from './setup/run.mjs';

/**
 * `npm start`: installs and builds what is missing, then opens the desktop app, or, where that cannot be, serves the app to
 * a browser. `--web` asks for the browser, `--desktop` tries again to get Electron; other arguments go to the app.
 */
const own = new Set(['--web', '--desktop']);
const asked = process.argv.slice(2);
const args = asked.filter((arg) => !own.has(arg));

process.exitCode = await start();

async function start() {
  if (!(await install())) return 1;
  const node = node24();
  if (!(await build(node))) return 1;
  const env = { PATH: pathWith(node) };
  if (asked.includes('--web')) return serve(node, env);

  const hindrance = noDesktop();
  const { file, why } = hindrance ? { why: hindrance } : await electronBinary(node, { again: asked.includes('--desktop') });
  if (!file) {
    process.stdout.write(`No desktop app: ${why}. Trellis is served to your browser instead.\n`);
    return serve(node, env);
  }
  const since = Date.now();
  const code = await open(file, ['.', ...args], env);
  if (code === 0 || Date.now() - since > 10_000) return code;
  process.stdout.write('No desktop app: Electron ended at once, for the reason above. Trellis is served to your browser instead.\n');
  return serve(node, env);
}

/** Why a window cannot be shown here, before anything is fetched for it. */
function noDesktop() {
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'there is no display';
  return process.getuid?.() === 0 ? 'Electron does not run as root' : undefined;
}

/**
 * @param {string} node
 * @param {Record<string, string>} env
 */
function serve(node, env) {
  return open(node, ['electron/web/main.ts', ...args], { ...env, ...compiled });
}

/**
 * Runs the app in this one's place: signals go to it, and its exit code is ours.
 * @param {string} command
 * @param {string[]} commandArgs
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
function open(command, commandArgs, env) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArgs, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve(code ?? 0);
    });
  });
}
