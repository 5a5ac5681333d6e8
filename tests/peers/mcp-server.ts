import path from 'node:path';
import { endDaemon, freePort, startDaemon } from './daemon.ts';
import { installPeers } from './install.ts';

export interface McpServer extends AsyncDisposable {
  readonly url: string;
}

/** The reference server of the Model Context Protocol, which has a tool for each of its features. */
export async function startMcpServer(transport: 'streamableHttp' | 'sse'): Promise<McpServer> {
  const require = await installPeers();
  const port = await freePort();
  const script = path.join(path.dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');
  const server = await startDaemon(process.execPath, [script, transport], port, { PORT: String(port) });
  return {
    url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`,
    [Symbol.asyncDispose]: () => endDaemon(server),
  };
}
