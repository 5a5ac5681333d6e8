import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createServer as createTcpServer } from 'node:net';
import { node24, pathWith } from './setup/node24.mjs';
import { install } from './setup/packages.mjs';
import { root } from './setup/run.mjs';

/**
 * `npm run dev`: the page from Vite, changed as its files are saved; its calls from the browser host, which starts again when
 * a file of it is saved. Vite passes the two paths of the host on to it, so that the browser sees one origin.
 */
if (!(await install())) process.exit(1);
const node = node24();

const { createServer } = await import('vite');
const port = await freePort();
const host = `http://127.0.0.1:${port}`;
const vite = await createServer({
  configFile: 'build/renderer.config.ts',
  server: {
    host: '127.0.0.1',
    proxy: {
      '^/\\?key=': { target: host, changeOrigin: true },
      '/bridge': { target: host, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
});
await vite.listen();
const page = `http://127.0.0.1:${portOf(vite.httpServer?.address())}`;

const child = spawn(node, ['--watch', '--watch-preserve-output', 'electron/web/main.ts', '--port', String(port), ...process.argv.slice(2)], {
  cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, PATH: pathWith(node) },
});
createInterface({ input: child.stdout }).on('line', (line) => process.stdout.write(`${line.replace(host, page)}\n`));
const end = () => child.kill('SIGTERM');
process.on('SIGINT', end).on('SIGTERM', end);
child.once('exit', (code) => void vite.close().then(() => process.exit(code ?? 0)));

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createTcpServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const free = portOf(server.address());
      server.close(() => resolve(free));
    });
  });
}

/** @param {ReturnType<import('node:net').Server['address']> | undefined} address */
function portOf(address) {
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen on a port');
  return address.port;
}
