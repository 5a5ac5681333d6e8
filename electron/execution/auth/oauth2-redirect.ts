import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AppError } from '../../../shared/errors.ts';
import { refuse } from '../request.ts';

/** The end of a sign-in in the browser: an answer on the loopback address (RFC 8252, section 7.3). */
export interface Redirect {
  /** Where the authorization server is to send the browser. */
  readonly uri: string;
  /** The address to which the browser was sent, once its state is ours. Throws the signal's reason where that comes first. */
  answered(signal: AbortSignal): Promise<URL>;
  close(): void;
}

interface RedirectOptions {
  /** Nobody else knows it; what does not carry it is refused. */
  readonly state: string;
  /** An address of this computer that the server has on its list. Where its port is taken, another serves, which the list must then allow. */
  readonly preferred?: string | undefined;
  /** The answer stands behind `#` (RFC 6749, section 4.2.2), so that the page must hand it over. */
  readonly inFragment?: boolean | undefined;
}

/** Waits for the one answer that carries our state: all others, and the same once more, are refused. Throws `invalid_input` for an address elsewhere. */
export async function listenForRedirect({ state, preferred, inFragment = false }: RedirectOptions): Promise<Redirect> {
  const { host, port, path } = placeOf(preferred);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<URL>();
  let isOver = false;
  const take = (url: URL): boolean => {
    const isOurs = !isOver && equal(url.searchParams.get('state') ?? '', state);
    isOver ||= isOurs;
    if (isOurs) arrive(url);
    return isOurs;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', origin(server, host));
    if (url.pathname !== path) return show(response, 400, strange);
    if (request.method === 'GET' && inFragment && !isOver) return showScript(response);
    if (request.method === 'POST' && inFragment) url.search = await fields(request);
    else if (request.method !== 'GET' || inFragment) return show(response, 400, strange);
    return take(url) ? show(response, 200, done) : show(response, 400, strange);
  };
  const server = createServer((request, response) => void answer(request, response).catch((error: unknown) => response.destroy(error as Error)));
  await listen(server, port, host).catch((error: NodeJS.ErrnoException) => {
    if (port === 0 || !['EADDRINUSE', 'EACCES'].includes(error.code ?? '')) throw error;
    return listen(server, 0, host);
  });
  return {
    uri: `${origin(server, host)}${path}`,
    answered: (signal) =>
      new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason instanceof AppError ? signal.reason : new AppError('cancelled', 'Sign-in was cancelled'));
        signal.addEventListener('abort', abort, { once: true });
        if (signal.aborted) abort();
        void arrived.then(resolve).finally(() => signal.removeEventListener('abort', abort));
      }),
    close() {
      isOver = true;
      // The page of the answer is on its way yet.
      server.close();
      server.closeIdleConnections();
    },
  };
}

const hosts: Readonly<Record<string, string>> = { '127.0.0.1': '127.0.0.1', localhost: '127.0.0.1', '[::1]': '::1' };

function placeOf(preferred: string | undefined): { host: string; port: number; path: string } {
  if (preferred === undefined) return { host: '127.0.0.1', port: 0, path: '/callback' };
  const url = URL.canParse(preferred) ? new URL(preferred) : undefined;
  if (url?.protocol !== 'http:' || !Object.hasOwn(hosts, url.hostname)) throw refuse('redirect_uri', 'The redirect address must be one of this computer, such as http://127.0.0.1:8765/callback. Correct it, or leave it empty.');
  return { host: url.hostname, port: Number(url.port || 0), path: url.pathname };
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hosts[host], () => {
      server.off('error', reject);
      resolve();
    });
  });

const origin = (server: Server, host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;

/** Without a hint, by the time that it takes, of how much of a guess was right. */
const equal = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const mostFields = 16 * 1024;
async function fields(request: IncomingMessage): Promise<string> {
  if (!(Number(request.headers['content-length']) <= mostFields)) throw new Error('The answer of a sign-in is too long');
  return text(request);
}

const done = 'You can close this page and go back to Trellis.';
const strange = 'This answer does not belong to a sign-in that is going on.';

function show(response: ServerResponse, status: number, words: string, script = '', policy = "default-src 'none'"): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store', Connection: 'close',
  });
  response.end(`<!doctype html><title>Trellis</title><p>${words}</p>${script}`);
}

/** A page that hands over what stands behind `#`, which browsers keep to themselves, and takes it out of the address. */
function showScript(response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64');
  const script = `const answer = location.hash.slice(1); history.replaceState(null, '', location.pathname);
    fetch(location.pathname, { method: 'POST', body: answer }).then(async (response) => { document.body.innerHTML = await response.text(); });`;
  show(response, 200, 'One moment…', `<script nonce="${nonce}">${script}</script>`, `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'`);
}
