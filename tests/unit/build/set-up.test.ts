import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { node24 } from '../../../build/setup/node24.mjs';
import { isInstalled } from '../../../build/setup/packages.mjs';
import { has, run } from '../../../build/setup/run.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-set-up-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('what is installed', () => {
  const write = (path: string, value: unknown) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  };
  const lock = { packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0', optional: true } } };

  it('is seen from what npm wrote down', () => {
    write('package-lock.json', lock);
    expect(isInstalled(folder)).toBe(false);
    write('node_modules/a/package.json', {});
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } });
    expect(isInstalled(folder)).toBe(true);
  });

  it('is not enough when a version differs or a folder is gone', () => {
    write('package-lock.json', lock);
    write('node_modules/a/package.json', {});
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '0.9.0' } } });
    expect(isInstalled(folder)).toBe(false);
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } });
    rmSync(join(folder, 'node_modules/a'), { recursive: true });
    expect(isInstalled(folder)).toBe(false);
  });
});

describe('a step', () => {
  const script = (text: string) => ['-e', text];

  it('tells whether it succeeded, and never waits for input', async () => {
    expect(await run(process.execPath, script('process.stdin.resume()'))).toBe(true);
    expect(await run(process.execPath, script('process.exit(3)'))).toBe(false);
    expect(await run(join(folder, 'not-there'), [])).toBe(false);
  });

  it('is ended with all that it started when it takes too long', async () => {
    const file = join(folder, 'port');
    const grandchild = `const server = require('net').createServer().listen(0, '127.0.0.1', () => require('fs').writeFileSync(${JSON.stringify(file)}, String(server.address().port)))`;
    const child = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]); setTimeout(() => {}, 60000)`;
    expect(await run(process.execPath, script(child), { limit: 3000 })).toBe(false);
    const port = Number(readFileSync(file, 'utf8'));
    await expect(new Promise((resolve, reject) => connect(port, '127.0.0.1').once('connect', resolve).once('error', reject))).rejects.toThrow('ECONNREFUSED');
  });

  it('finds programs', () => {
    expect(has('node')).toBe(true);
    expect(has('no-such-program-here')).toBe(false);
  });
});

it('runs on Node 24 or newer', () => {
  expect(node24()).toBe(process.execPath);
});
