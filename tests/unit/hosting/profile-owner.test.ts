import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownerOf, ownProfile } from '../../../electron/hosting/profile-owner.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-owner-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the owner of a data folder [F-3]', () => {
  it('is one, until it lets go', () => {
    const first = ownProfile(folder);
    expect(first).toBeDefined();
    expect(ownProfile(folder)).toBeUndefined();
    first?.release();
    const second = ownProfile(folder);
    expect(second).toBeDefined();
    second?.release();
  });

  it('tells later starts where it is, in a file for its user alone', () => {
    const owner = ownProfile(folder);
    expect(ownerOf(folder)).toBeUndefined();
    owner?.announce({ host: 'browser', url: 'http://127.0.0.1:1', secret: 's' });
    expect(ownerOf(folder)).toEqual({ host: 'browser', url: 'http://127.0.0.1:1', secret: 's' });
    // Windows has no such modes: there the folder's own rights hold.
    expect(statSync(join(folder, 'host.json')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    owner?.release();
    expect(ownerOf(folder)).toBeUndefined();
  });

  it('is nobody any more when it was killed', async () => {
    const script = `import { ownProfile } from ${JSON.stringify(new URL('../../../electron/hosting/profile-owner.ts', import.meta.url).href)};
      ownProfile(${JSON.stringify(folder)}); console.log('owns'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(ownProfile(folder)).toBeUndefined();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = ownProfile(folder);
    expect(next).toBeDefined();
    next?.release();
  });

  it('says what to do when the folder cannot be used', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => ownProfile(join(folder, 'file'))).toThrow(/cannot be used.*--data/);
  });
});
