import path from 'node:path';
import { endDaemon, freePort, startDaemon } from './daemon.ts';
import { installPeers } from './install.ts';

export interface Mock extends AsyncDisposable {
  readonly url: string;
}

/** Prism, which answers as a document says and judges each request by it (422 with what is wrong). Rejects where it cannot serve the document. */
export async function startPrism(file: string): Promise<Mock> {
  const require = await installPeers();
  const port = await freePort();
  const cli = path.join(path.dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist/index.js');
  const server = await startDaemon(process.execPath, [cli, 'mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'error', file], port);
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => endDaemon(server),
  };
}
