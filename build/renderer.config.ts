import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { noncePlaceholder } from '../electron/hosting/page-files.ts';

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Screens have paths of their own (`/dags/x`), so the page's files are named from the root; electron-vite would say `./`. */
const absoluteBase: Plugin = { name: 'absolute-base', enforce: 'post', config: () => ({ base: '/' }) };

/** The page, the same for both hosts. */
export default defineConfig({
  root: path('renderer'),
  plugins: [react(), absoluteBase],
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: path('out/renderer'),
    emptyOutDir: true,
    target: 'es2024',
    minify: true,
    sourcemap: true,
    assetsInlineLimit: 0, // the content policy allows fonts and scripts from files only
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: path('renderer/index.html') },
      // What tells zod not to compile stands in its own chunk, which every chunk with a schema in it loads first.
      output: { codeSplitting: { groups: [{ name: 'schema', test: /node_modules[\\/]zod[\\/]|renderer[\\/]jitless\.ts$/ }] } },
    },
  },
});
