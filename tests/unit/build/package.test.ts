import { createRequire, isBuiltin } from 'node:module';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
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

/** The packages that a built file imports, or loads by `require`; their parts in folders of theirs (`ajv/dist/2020.js`) are counted to them. */
function packagesIn(file: string): string[] {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const { module } = parseSync(file, text);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => /^['"`](.*)['"`]$/.exec(text.slice(start, end))?.[1] ?? []),
    ...[...text.matchAll(/(?:\brequire|createRequire\(import\.meta\.url\))\(["']([^"']+)["']\)/g)].map(([, name]) => name!),
  ];
  return named.filter((name) => !name.startsWith('.') && !isBuiltin(name)).map((name) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/'));
}

/** It reads `out/`, which `npm test` builds first. */
it('packages every package that the app and its platform load', () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { dependencies: Record<string, string> };
  const loaded = new Set(globSync('out/{main/**/*.js,preload/*.cjs}', { cwd: root }).flatMap(packagesIn));
  expect([...loaded]).toEqual(expect.arrayContaining(['axios', 'keytar', '@usebruno/lang', 'zod'])); // by import, when first wanted, and by require
  expect([...loaded].filter((name) => name !== 'electron' && !Object.hasOwn(dependencies, name))).toEqual([]);
});
