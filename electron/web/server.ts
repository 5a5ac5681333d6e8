import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { pageFiles } from '../hosting/page-files.ts';
import { maxFrameBytes } from '../../shared/bridge.ts';
import { AppError } from '../../shared/errors.ts';
import type { Capabilities } from '../../shared/host.ts';
import type { Transport } from '../../shared/rpc.ts';
import { createAccess } from './access.ts';
import { serveSocket } from './socket.ts';

export interface WebServer {
  /** Such as http://127.0.0.1:40123. */
  readonly origin: string;
  /** A new address that lets one browser in, once. */
  address(): string;
  close(): Promise<void>;
}

/**
 * Serves the app to browsers of this computer: the built page over HTTP, its calls over a WebSocket at `/bridge`.
 * It binds to 127.0.0.1 alone; if `port` is taken, to any free one [F-26].
 */
export async function startWebServer(options: {
  readonly transport: Transport;
  readonly pageFolder: string;
  readonly capabilities: Capabilities;
  /** 0 for any free one. */
  readonly port: number;
  /** Whoever knows it (a later start of the app by the same user) gets a new address at `/address`. */
  readonly secret: string;
}): Promise<WebServer> {
  const page = pageFiles(options.pageFolder);
  const server = createServer();
  const port = await listen(server, options.port);
  const access = createAccess(port);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });

  const address = () => `http://127.0.0.1:${port}/?key=${access.issueKey()}`;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!access.local(request)) return refuse(response, 403, 'Trellis answers only pages of its own on this computer');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Only GET');
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (!url) return refuse(response, 404, 'Not found');
    if (url.pathname === '/address' && bearer(request, options.secret)) return void response.end(address());
    const key = url.searchParams.get('key');
    if (key !== null) {
      const cookie = access.redeem(key);
      if (cookie !== undefined || access.known(request)) {
        url.searchParams.delete('key');
        response.writeHead(303, { location: url.pathname.replace(/^\/+/, '/') + url.search, 'cache-control': 'no-store', ...(cookie === undefined ? {} : { 'set-cookie': cookie }) }).end();
        return;
      }
    }
    if (!access.known(request)) return refuse(response, 403, 'This address has been used. Start Trellis again to get a new one; it goes on where it was.');
    const { status, headers, body } = await page(url.pathname);
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(request.method === 'HEAD' ? undefined : body);
  };

  server.on('request', (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) refuse(response, 500, 'The page cannot be read. Build it with: npm run build');
      else response.destroy();
    });
  });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const known = request.url === '/bridge' && access.sameOrigin(request) && access.known(request);
    if (!known) return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (webSocket) => serveSocket(webSocket, options.transport, options.capabilities));
  });

  return {
    origin: `http://127.0.0.1:${port}`,
    address,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** A new address from the host that already runs; undefined if it does not answer. */
export async function askForAddress({ url, secret }: { readonly url: string; readonly secret: string }): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/address`, { headers: { authorization: `Bearer ${secret}` }, signal: AbortSignal.timeout(2000) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined; // still starting, or already gone: the caller asks again
  }
}

function bearer({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }).end(`${text}\n`);
}

/** The port on which the server now listens. */
async function listen(server: Server, port: number): Promise<number> {
  const attempt = (wanted: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port: wanted, host: '127.0.0.1', exclusive: true }, () => {
        server.off('error', reject);
        resolve((server.address() as AddressInfo).port);
      });
    });
  try {
    return await attempt(port);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EADDRINUSE' && port !== 0) return attempt(0);
    throw new AppError('internal', `The browser host cannot listen on this computer: ${(thrown as Error).message}`, { cause: thrown });
  }
}
