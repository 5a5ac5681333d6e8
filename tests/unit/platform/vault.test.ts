import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyFromFile } from '../../../electron/platform/vault.ts';
import { createVault } from '../../../electron/storage/vault.ts';

describe('the vault', () => {
  const vault = createVault(randomBytes(32));

  it.each(['', 'secret', 'ünï ✓ 𝕊', 'x'.repeat(100_000), 'v1:nested'])('opens what it sealed', (clear) => {
    expect(vault.open(vault.seal(clear))).toBe(clear);
  });

  it('seals the same text differently each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => vault.seal('same'))).size).toBe(100);
  });

  it('opens nothing that was changed, cut, or sealed with another key', () => {
    const sealed = vault.seal('secret');
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    const changed = Array.from({ length: bytes.length }, (_, at) => {
      const copy = Buffer.from(bytes);
      copy[at]! ^= 1;
      return `v1:${copy.toString('base64')}`;
    });
    const others = [...changed, createVault(randomBytes(32)).seal('secret'), sealed.slice(0, -8), sealed.replace('v1', 'v2'), 'v1:', '', 'secret'];
    for (const text of others) expect(() => vault.open(text)).toThrow('cannot be opened');
  });

  it('makes a key file that only its owner can read, keeps it, and refuses one that is no key', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trellis-vault-'));
    const file = join(folder, 'vault.key');
    const key = keyFromFile(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(keyFromFile(file)).toEqual(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, 'damaged');
    expect(() => keyFromFile(file)).toThrow(file);
    rmSync(folder, { recursive: true });
  });

  it('refuses a key of another length', () => {
    expect(() => createVault(randomBytes(16))).toThrow('16 bytes');
  });
});
