import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const wanted = 24;

/**
 * The Node that runs everything: this one if it is new enough, else the one that was installed as a package. Where there is
 * neither, it says what to install, and ends.
 * @returns {string}
 */
export function node24() {
  if (Number(process.versions.node.split('.')[0]) >= wanted) return process.execPath;
  const folder = join(root, 'node_modules', `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`, 'bin');
  const file = [join(folder, 'node'), join(folder, 'node.exe')].find((candidate) => existsSync(candidate));
  if (file) return file;
  process.stderr.write(`Trellis needs Node ${wanted} or newer, and this is ${process.version}. Install it from nodejs.org, then start again.\n`);
  process.exit(1);
}

/**
 * For child processes: Node 24 first on the path, so that scripts that say `node` mean it.
 * @param {string} node
 */
export function pathWith(node) {
  const separator = process.platform === 'win32' ? ';' : ':';
  return [join(node, '..'), join(root, 'node_modules', '.bin'), process.env.PATH].join(separator);
}
