import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const require = createRequire(import.meta.url);

interface BuilderTools {
  validateConfiguration(configuration: unknown, log: { isEnabled: boolean; add(key: string, value: unknown): void }): Promise<void>;
}
const tools = require('app-builder-lib/out/util/config/config') as BuilderTools;
const check = (configuration: unknown) => tools.validateConfiguration(configuration, { isEnabled: false, add: () => undefined });
const configuration = parse(readFileSync(`${root}/build/electron-builder.yml`, 'utf8')) as Record<string, unknown>;

describe('electron-builder’s configuration', () => {
  it('is valid', async () => {
    await expect(check(configuration)).resolves.toBeUndefined();
  });
  it('would not be, with a name that there is not', async () => {
    await expect(check({ ...configuration, electronFuse: {} })).rejects.toThrow(/electronFuse/);
  });
  it('makes AppImage and deb, dmg, nsis', () => {
    expect(configuration).toMatchObject({ linux: { target: ['AppImage', 'deb'] }, mac: { target: ['dmg'] }, win: { target: ['nsis'] } });
  });
});
