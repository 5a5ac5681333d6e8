import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from './run.mjs';

const folder = join(root, 'node_modules', 'electron');
const failure = join(root, 'node_modules', '.cache', 'trellis', 'electron-failure.json');
const version = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** Milliseconds without a byte, after which the download is given up. */
const patience = 10_000;

/** The program, if it has been downloaded in the version that is wanted. */
function downloaded() {
  try {
    const file = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return readFileSync(join(folder, 'dist', 'version'), 'utf8').replace(/^v/, '').trim() === version() && existsSync(file) ? file : undefined;
  } catch {
    return undefined; // nothing there yet
  }
}

/** Why the last attempt failed, if it was for this version. */
function lastFailure() {
  try {
    const { version: tried, why } = JSON.parse(readFileSync(failure, 'utf8'));
    return tried === version() ? why : undefined;
  } catch {
    return undefined; // never tried
  }
}

/**
 * The path of Electron's program, downloaded if need be, or why there is none. A failure is remembered, so that the next
 * start does not wait for it again; `again` tries anyway.
 * @param {string} node
 * @returns {Promise<{ file: string, why?: undefined } | { file?: undefined, why: string }>}
 */
export async function electronBinary(node, { again = false } = {}) {
  const there = downloaded();
  if (there) return { file: there };
  const before = again ? undefined : lastFailure();
  if (before) return { why: `${before}; to try again: npm start -- --desktop` };
  process.stdout.write('Fetching Electron …\n');
  const why = (await fetchArchive(node)) ?? ((await run(node, [join(folder, 'install.js')], { limit: 120_000 })) ? undefined : 'its archive cannot be unpacked');
  const file = downloaded();
  if (file && !why) {
    rmSync(failure, { force: true });
    return { file };
  }
  mkdirSync(dirname(failure), { recursive: true });
  writeFileSync(failure, JSON.stringify({ version: version(), why: why ?? 'it was not there after the download' }));
  return { why: why ?? 'it was not there after the download' };
}

/**
 * Undefined once the archive is in Electron's cache, else why it is not.
 * @param {string} node
 * @returns {Promise<string | undefined>}
 */
function fetchArchive(node) {
  return new Promise((resolve) => {
    const child = spawn(node, [join(root, 'build', 'setup', 'download-electron.mjs')], {
      cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_USE_ENV_PROXY: '1' },
    });
    let words = '';
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        child.kill('SIGKILL');
        finish(`its download made no progress for ${patience / 1000} s`);
      }, patience);
    };
    /** @param {string} [why] */
    const finish = (why) => {
      clearTimeout(timer);
      resolve(why);
    };
    wait();
    child.stdout.on('data', wait);
    child.stderr.on('data', (data) => {
      words += data;
    });
    child.once('error', (error) => finish(error.message));
    child.once('exit', (code) => finish(code === 0 ? undefined : `it could not be downloaded (${reasonIn(words)})`));
  });
}

/**
 * The most telling line of a stack: the innermost cause.
 * @param {string} words
 */
function reasonIn(words) {
  const lines = words.split('\n').map((line) => line.trim());
  const cause = lines.findLast((line) => /(^|cause\]: )\w*Error: /.test(line)) ?? lines.find(Boolean) ?? 'no reason given';
  return cause.replace(/^.*?\w*Error: /, '').slice(0, 160);
}
