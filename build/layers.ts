import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Which folder may import from which: whatever is not said here is refused, type imports too. `.` is the project's top. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'shared': [],
  'electron/execution': ['shared'],
  'electron/storage': ['shared'],
  'electron/platform': ['electron/execution', 'electron/storage', 'shared'],
  'electron/backend': ['electron/execution', 'electron/storage', 'shared'],
  'electron/hosting': ['electron/backend', 'electron/storage', 'shared'],
  'electron/web': ['electron/hosting', 'electron/backend', 'electron/execution', 'shared'],
  'electron/main': ['electron/hosting', 'electron/backend', 'electron/execution', 'shared'],
  'electron/preload': ['shared'],
  'renderer/styles': [],
  'renderer/api': ['shared'],
  'renderer/state': ['renderer/api', 'shared'],
  'renderer/components': ['renderer/state', 'renderer/api', 'renderer/styles', 'shared'],
  'renderer/areas': ['renderer/components', 'renderer/state', 'renderer/api', 'renderer/styles', 'shared'],
  'renderer/app': ['renderer/areas', 'renderer/components', 'renderer/state', 'renderer/api', 'renderer/styles', 'shared'],
  'renderer': ['renderer/app', 'renderer/state', 'renderer/api', 'renderer/styles', 'shared'],
};

/** Packages that give power over the machine or the network, and the only places that may import them. */
export const homes: Readonly<Record<string, readonly string[]>> = {
  'electron': ['electron/main/', 'electron/preload/'],
  'electron-store': ['electron/main/'],
  'conf': ['electron/web/'],
  'ws': ['electron/web/'],
  'keytar': ['electron/backend/keychain.ts'],
  'axios': ['electron/backend/remote.ts'],
};

/**
 * Packages that would take most of the start of a thread, which is started for one document or one call, and the threads
 * that cannot do without them.
 */
const heavy: Readonly<Record<string, readonly string[]>> = {
  'zod': [
    'electron/platform/dags/judge/dag-judge-worker.ts', 'electron/platform/workflows/engine/workflow-worker.ts', 'electron/platform/workflows/recipe-file-worker.ts',
    'renderer/areas/dags/trigger/conf-worker.ts',
  ],
  'tough-cookie': [],
};

export interface Violation {
  readonly file: string;
  readonly imports: string;
  readonly why: string;
}

const folders = Object.keys(layers).toSorted((one, other) => other.length - one.length);
const folderOf = (file: string) => folders.find((folder) => file.startsWith(`${folder}/`));

/** What breaks the tables, among files given by path from the project's top. */
export function violations(files: ReadonlyMap<string, string>): Violation[] {
  const misplaced = [...files].flatMap(([file, source]) => importsOf(file, source).flatMap((imports) => {
    const why = imports.startsWith('.') ? wrongLayer(file, imports) : wrongHome(file, imports);
    return why === undefined ? [] : [{ file, imports, why }];
  }));
  return [...misplaced, ...[...files.keys()].filter((file) => file.endsWith('-worker.ts')).flatMap((file) => heavyIn(file, files))];
}

/** The sources under the layers, as they are on disk. */
export function sourceFiles(root: string): Map<string, string> {
  const files = globSync('{shared,electron,renderer}/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return new Map(files.toSorted().map((file) => [file, readFileSync(posix.join(root, file), 'utf8')]));
}

function wrongLayer(file: string, imports: string): string | undefined {
  const from = folderOf(file);
  const target = posix.normalize(posix.join(posix.dirname(file), imports));
  const to = folderOf(target);
  if (from === undefined) return 'it stands in no layer';
  if (to === undefined) return `${target} stands in no layer`;
  return from === to || layers[from]?.includes(to) ? undefined : `${from} may not know ${to}`;
}

/** What a thread loads, straight or by way of what it imports, that is too heavy for it. */
function heavyIn(thread: string, files: ReadonlyMap<string, string>): Violation[] {
  const ways = new Map([[thread, '']]);
  const found: Violation[] = [];
  for (const [file, way] of ways) { // it grows while it is walked
    for (const imports of loadedBy(file, files.get(file) ?? '')) {
      const target = posix.normalize(posix.join(posix.dirname(file), imports));
      if (imports.startsWith('.')) ways.set(target, ways.get(target) ?? `${way} > ${posix.basename(target)}`);
      else if (heavy[packageOf(imports)]?.includes(thread) === false) found.push({ file: thread, imports, why: `it would start slowly (by way of ${way.slice(3) || 'itself'})` });
    }
  }
  return found;
}

const packageOf = (imports: string): string => imports.split('/').slice(0, imports.startsWith('@') ? 2 : 1).join('/');

function wrongHome(file: string, imports: string): string | undefined {
  const name = packageOf(imports);
  const home = homes[name];
  return home === undefined || home.some((place) => file.startsWith(place)) ? undefined : `${name} belongs to ${home.join(' and ')}`;
}

/** Everything that a module imports or exports from elsewhere: static, dynamic, of types, and in `import('…')` types. */
function importsOf(file: string, source: string): string[] {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const exported = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []));
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => /^['"`](.*)['"`]$/.exec(source.slice(start, end))?.[1] ?? []);
  const types = [...source.matchAll(/\bimport\(['"]([^'"]+)['"]\)/g)].map((match) => match[1] as string);
  return [...new Set([...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...dynamic, ...types])];
}

/** What is there once a module has been loaded: neither types, nor what it may import later. */
function loadedBy(file: string, source: string): string[] {
  const { module } = parseSync(file, source);
  const exported = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest, isType }) => (isType ? [] : (moduleRequest?.value ?? []))));
  const imported = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
  return [...new Set([...imported.map(({ moduleRequest }) => moduleRequest.value), ...exported])];
}

if (import.meta.main) {
  const found = violations(sourceFiles(posix.join(import.meta.dirname.replaceAll('\\', '/'), '..')));
  for (const { file, imports, why } of found) process.stdout.write(`${file} imports ${imports}: ${why}\n`);
  process.stdout.write(found.length === 0 ? 'Every import keeps to its layer.\n' : `${found.length} imports break the layers of build/layers.ts.\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
