import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { installPeers } from './install.ts';

interface HawkKey {
  readonly key: string;
  readonly algorithm: 'sha256' | 'sha1';
}

interface Hawk {
  readonly server: {
    authenticate(request: IncomingMessage, credentialsOf: (id: string) => HawkKey | null, options: object): Promise<{ credentials: HawkKey; artifacts: Artifacts }>;
    header(credentials: HawkKey, artifacts: Artifacts, options: object): string;
  };
}

/** What a request said of itself, and proved. */
interface Artifacts {
  readonly id: string;
  readonly hash?: string;
  readonly ext?: string;
  readonly app?: string;
  readonly dlg?: string;
}

export interface HawkServer {
  readonly url: string;
  /** The requests that were let in. */
  readonly accepted: readonly Artifacts[];
  /** The reasons for which the others were not. */
  readonly refused: readonly string[];
}

interface Options {
  readonly keys: Readonly<Record<string, HawkKey>>;
  /** How far the server's clock is ahead. */
  readonly ahead_ms?: number;
  /** Changes what goes out, as somebody between could. */
  readonly tamper?: (answer: { status: number; headers: Record<string, string>; body: string }) => { status: number; headers: Record<string, string>; body: string };
}

/** The reference implementation of Hawk, as a server that demands the payload's hash and signs its answers. */
export async function startHawkServer({ keys, ahead_ms = 0, tamper = (answer) => answer }: Options): Promise<HawkServer> {
  const require = await installPeers();
  const hawk = require('hawk') as Hawk;
  const accepted: Artifacts[] = [];
  const refused: string[] = [];
  const nonces = new Set<string>();
  const firstUse = (key: string, nonce: string, ts: string) => {
    if (nonces.has(`${key} ${nonce} ${ts}`)) throw new Error('Replayed');
    nonces.add(`${key} ${nonce} ${ts}`);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const payload = Buffer.concat(await request.toArray() as Buffer[]);
    const type = 'application/json';
    try {
      const demanded = request.method === 'POST' ? { payload } : {};
      const { credentials, artifacts } = await hawk.server.authenticate(request, (id) => keys[id] ?? null, { localtimeOffsetMsec: ahead_ms, nonceFunc: firstUse, ...demanded });
      accepted.push(artifacts);
      const body = JSON.stringify({ hello: artifacts.id });
      send(response, tamper({ status: 200, headers: { 'content-type': type, 'server-authorization': hawk.server.header(credentials, artifacts, { payload: body, contentType: type, ext: 'served' }) }, body }));
    } catch (error) {
      const { message, output } = error as { message: string; output: { headers: IncomingHttpHeaders } };
      refused.push(message);
      send(response, tamper({ status: 401, headers: { 'www-authenticate': String(output.headers['WWW-Authenticate']) }, body: message }));
    }
  };
  const server = createServer((request, response) => void answer(request, response).catch((error: unknown) => response.destroy(error as Error)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accepted, refused };
}

const send = (response: ServerResponse, { status, headers, body }: { status: number; headers: Record<string, string>; body: string }) => response.writeHead(status, headers).end(body);
