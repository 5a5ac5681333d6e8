import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const sources = ['shared', 'electron', 'renderer', 'build/renderer.config.ts', 'electron.vite.config.ts', 'package-lock.json'];
const stamp = join(root, 'out', '.built');

/**
 * The time of the newest file under a path, in milliseconds.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

/**
 * Builds `out/` with `node`, unless it is newer than every source. Resolves with whether it is there.
 * @param {string} node
 */
export async function build(node) {
  if (existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...sources.map((path) => newest(join(root, path))))) return true;
  process.stdout.write('Building …\n');
  const done = await run(node, ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn'], { limit: 600_000 });
  if (done) writeFileSync(stamp, '');
  else process.stderr.write('The build failed: the reason stands above.\n');
  return done;
}
