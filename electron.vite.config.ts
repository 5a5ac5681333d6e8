import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import renderer from './build/renderer.config.ts';

/** Every file that runs in a thread of its own becomes an entry beside `index.js`, under its own name. */
const workers = Object.fromEntries(globSync('electron/**/*-worker.ts').map((file) => [basename(file, '.ts'), resolve(file)]));

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      sourcemap: true,
      rolldownOptions: {
        input: { index: resolve('electron/main/index.ts'), platform: resolve('electron/platform/main.ts'), ...workers },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('electron/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' }, // a sandboxed preload cannot be an ES module
      },
    },
  },
  renderer,
});
