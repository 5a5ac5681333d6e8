import { once } from 'node:events';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

/** What is started by its address is in no import, so that a build may leave it out without a word. They read `out/`, which `npm test` builds first. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = (folder: string) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root });
/** The names that a pattern finds in these sources. */
const named = (folder: string, pattern: RegExp) => [...new Set(sources(folder).flatMap((file) => [...text(file).matchAll(pattern)].map(([, name]) => name!)))].toSorted();
const built = (folder: string) => readdirSync(join(root, 'out', folder));

const started = named('electron', /workerUrl\(import\.meta\.url, '([^']+)'\)/g);
const inPage = named('renderer', /new Worker\(new URL\('\.\/([^']+)\.ts', import\.meta\.url\)/g);

describe('the threads of the platform', () => {
  it('are files of their own, under names that none of them shares', () => {
    expect(started.length).toBeGreaterThan(5);
    const files = sources('electron').filter((file) => file.endsWith('-worker.ts')).map((file) => basename(file, '.ts'));
    expect(files.toSorted()).toEqual(started);
  });

  it('are built beside all that starts them', () => {
    const files = built('main').filter((file) => file.endsWith('.js'));
    expect(files).toEqual(expect.arrayContaining(['index.js', 'platform.js', ...started.map((name) => `${name}.js`)]));
    // A chunk in a folder of its own would look for them there.
    expect(globSync('out/main/**/*.js', { cwd: root }).filter((file) => !files.includes(basename(file)) || file !== join('out', 'main', basename(file)))).toEqual([]);
  });

  it.each(['expression-worker', 'dag-judge-worker'])('load as they were built: %s', async (name) => {
    const worker = new Worker(join(root, 'out', 'main', `${name}.js`), { env: {}, execArgv: [] });
    try {
      expect(await once(worker, 'message')).toEqual(['ready']);
    } finally {
      await worker.terminate();
    }
  });
});

it('builds the workers of the page', () => {
  expect(inPage.length).toBeGreaterThan(2);
  const assets = built(join('renderer', 'assets'));
  expect(inPage.filter((name) => !assets.some((file) => file.startsWith(`${name}-`) && file.endsWith('.js')))).toEqual([]);
});
