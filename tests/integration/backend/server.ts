import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A small real platform: each test says how it answers. */

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
export type Answer = (request: Received, response: ServerResponse, raw: IncomingMessage) => unknown;

export const tenant = { id: 't1', name: 'Acme', role: 'tenant admin', environments: [{ id: 'e1', name: 'dev' }] };
export const sessionAnswer = { user: { id: 'u1', name: 'Ann', email: 'ann@example.com' }, detail: { tenants: [tenant, { ...tenant, id: 't2', name: 'Other' }] } };

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Everything but the session call. */
  readonly received: Received[];
  /** By `METHOD /path`; what it returns is sent as JSON, unless it ended the response itself. May be changed at any time. */
  readonly answers: Record<string, Answer>;
  /** Connections are refused until `open` is called. */
  shut(): Promise<void>;
  open(): Promise<void>;
  sockets(): number;
}

export async function startServer(answers: Record<string, Answer> = {}): Promise<TestServer> {
  const received: Received[] = [];
  const all: Record<string, Answer> = { 'GET /api/auth/session': () => sessionAnswer, ...answers };
  const listener: RequestListener = (raw, response) => void answer(raw, response).catch((error: unknown) => response.destroy(error as Error));
  const answer = async (raw: IncomingMessage, response: ServerResponse) => {
    const url = new URL(raw.url!, 'http://server');
    const chunks: Buffer[] = [];
    for await (const chunk of raw) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const json = raw.headers['content-type'] === 'application/json';
    const request: Received = { method: raw.method!, path: url.pathname, query: url.searchParams, headers: raw.headers, body: json ? (JSON.parse(text) as unknown) : text };
    if (url.pathname !== '/api/auth/session') received.push(request);
    const found = all[`${raw.method} ${url.pathname}`];
    const said: unknown = found ? await found(request, response, raw) : (response.writeHead(404), { error: 'no such path' });
    if (!response.writableEnded && said !== undefined) response.end(JSON.stringify(said));
  };

  const sockets = new Set<Socket>();
  const server = createServer(listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const shut = () => new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => (server.listening ? shut() : undefined));
  return { url: `http://127.0.0.1:${port}`, port, received, answers: all, shut, open: () => listen(port), sockets: () => sockets.size };
}

/** Answers with a status and a body as they are. */
export const raw = (status: number, body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }): Answer =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
export const status = (code: number, body: unknown): Answer => raw(code, JSON.stringify(body));
