import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A target on loopback that counts what it is sent, and ends with the test that made it. */
export interface Target extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly Received[];
  /** Connections taken so far. */
  connections(): number;
  /** Connections that are open now. */
  open(): number;
}

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export function httpTarget(answer: RequestListener): Promise<Target> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      answer(request, response);
    });
  });
  return started(server, requests);
}

/** A target that speaks bytes: what it says need not be HTTP. */
export const tcpTarget = (talk: (socket: Socket) => void): Promise<Target> => started(createTcpServer(talk), []);

/** Any other server as a target. */
export const targetOf = (server: Server): Promise<Target> => started(server, []);

async function started(server: Server, requests: readonly Received[]): Promise<Target> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
