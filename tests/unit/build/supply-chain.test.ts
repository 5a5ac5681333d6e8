import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}
const read = (path: string): unknown => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'));
const lock = (folder: string) => read(`${folder}package-lock.json`) as { lockfileVersion: number; packages: Readonly<Record<string, Locked>> };
const packagesOf = (folder: string) => Object.entries(lock(folder).packages).filter(([path]) => path !== '');
const nameOf = ([path, { name }]: readonly [string, Locked]) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const shipped = packagesOf('').filter(([, { dev }]) => dev !== true);

/** What can be said without an advisory service; `npm audit` asks one, and belongs to a machine that reaches it. */
describe('the supply chain [F-29]', () => {
  it.each(['', 'tests/peers/'])('locks every package under “%s” by version and digest', (folder) => {
    expect(lock(folder).lockfileVersion).toBe(3);
    expect(packagesOf(folder).filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
    expect(packagesOf(folder).filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  });

  it.each(['', 'tests/peers/'])('lets no package under “%s” run anything when it is installed, unless it is named', (folder) => {
    const { allowScripts = {} } = read(`${folder}package.json`) as { allowScripts?: Record<string, boolean> };
    const running = packagesOf(folder).filter(([, { hasInstallScript }]) => hasInstallScript).map(nameOf);
    expect(running.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([]);
  });

  it('ships nothing whose licence asks for more than to be named', () => {
    const free = /^(MIT|ISC|Apache-2\.0|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|PSF-2\.0|\(MIT OR CC0-1\.0\))$/;
    expect(shipped.filter(([, { license }]) => !free.test(license ?? ''))).toEqual([]);
  });

  it('can be listed by npm, each package at its locked version', { timeout: 60_000 }, () => {
    // npm leaves out what is shipped and is needed by a tool as well, so the list is of the rest.
    const text = execSync('npm sbom --sbom-format cyclonedx --package-lock-only --omit dev', { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const { components } = JSON.parse(text) as { components: { name: string; version: string }[] };
    const locked = new Set(shipped.flatMap(([path, { name, version }]) => [`${nameOf([path, { version }])}@${version}`, `${name}@${version}`]));
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['axios', 'conf', 'keytar', 'openid-client', 'ws', 'zod']));
    expect(components.filter(({ name, version }) => !locked.has(`${name}@${version}`))).toEqual([]);
  });
});
