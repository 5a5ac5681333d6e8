import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Installs the counterparts of the tests, by their own lock file, into this folder; once, also when several tests begin together. */
export async function installPeers(): Promise<NodeJS.Require> {
  const folder = import.meta.dirname;
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const done = path.join(folder, 'node_modules', '.installed');
  const turn = path.join(folder, '.installing');
  const installed = () => existsSync(done) && readFileSync(done, 'utf8') === lock;

  for (let waited = 0; !installed(); waited++) {
    if (!takeTurn(turn)) {
      if (waited > 1200) throw new Error(`Another run has been installing the peers for too long. If there is none, delete ${turn}.`);
      await wait(100);
      continue;
    }
    try {
      if (installed()) break;
      const { status, stdout, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
      if (status !== 0) throw new Error(`The peers of the tests could not be installed:\n${stdout}${stderr}`);
      writeFileSync(done, lock);
    } finally {
      rmdirSync(turn);
    }
  }
  return createRequire(path.join(folder, 'package.json'));
}

function takeTurn(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
