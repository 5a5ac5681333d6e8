import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { installPeers } from '../peers/install.ts';

/** Builds the pages of the benches into `outDir` as the app's own are built, and serves them on any free port. */
export async function servePages(outDir: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const peers = await installPeers();
  const root = join(import.meta.dirname, 'pages');
  await build({
    root, configFile: false, logLevel: 'warn', plugins: [react()],
    resolve: { alias: Object.fromEntries(['@tanstack/react-table', '@dagrejs/dagre'].map((name) => [name, peers.resolve(name)])), dedupe: ['react', 'react-dom'] },
    build: { outDir, emptyOutDir: true, target: 'es2024', minify: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 2000 },
  });
  const server = await preview({ root, configFile: false, logLevel: 'warn', build: { outDir }, preview: { host: '127.0.0.1', port: 0, strictPort: true } });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The pages are not served');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
