import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean }} Entry
 * @typedef {{ packages?: Record<string, Entry> }} Lock
 */

/**
 * @param {string} file
 * @returns {Lock | undefined}
 */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/**
 * Whether `node_modules` of a folder holds what its lock file says; npm writes down what it installed.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const wanted = read(join(folder, 'package-lock.json'))?.packages ?? {};
  const there = read(join(folder, 'node_modules', '.package-lock.json'))?.packages ?? {};
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) => path === '' || optional || link || (there[path]?.version === version && existsSync(join(folder, path))),
  );
}

/** Installs a folder's packages from its lock file, unless they are there. Resolves with whether they are, then. */
export async function install(folder = root) {
  if (isInstalled(folder)) return true;
  process.stdout.write(`Installing packages${folder === root ? '' : ` of ${folder.slice(root.length)}`} (this is done once) …\n`);
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const done = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...args]) : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
  if (!done) process.stderr.write('The packages could not be installed: npm says why above. The package registry must be reachable.\n');
  return done;
}
