import { request } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import { proxySignIn } from './proxy-auth.ts';
import { refuse, type ProxyPolicy } from './request.ts';
import { parseHttpUrl } from './target-url.ts';

/** Proxies: which requests go through one, and how it is asked for a tunnel. */

/** The proxy for a target, or null. Throws `invalid_input` for one that cannot be used. */
export function proxyFor(target: URL, proxy: ProxyPolicy | undefined): ProxyPolicy | null {
  if (!proxy || proxy.no_proxy?.some((pattern) => passesBy(pattern, target))) return null;
  const url = isSocks(proxy) && URL.canParse(proxy.url) ? new URL(proxy.url) : parseHttpUrl('proxy', proxy.url);
  if (url.hostname === '') throw refuse('proxy', 'The address of the proxy names no host. Write it as socks5://proxy.example.com:1080.');
  if (url.username !== '' || url.password !== '') throw refuse('proxy', 'The address of the proxy holds a user name or password. Move them to the fields beside it.');
  return proxy;
}

export const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

function passesBy(given: string, target: URL): boolean {
  const pattern = given.trim().toLowerCase();
  if (pattern === '' || pattern === '*') return pattern === '*';
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase().replace(/\.$/, '');
  const [name, port] = nameAndPort(pattern);
  if (port !== undefined && port !== portOf(target)) return false;
  if (name.includes('/')) return isWithin(host, name);
  const domain = name.replace(/^\*?\./, '');
  return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));
}

/** A bare address of IPv6 has no port: its colons are its own. */
function nameAndPort(pattern: string): readonly [string, string | undefined] {
  if (pattern.split(':').length > 2 && !pattern.startsWith('[')) return [pattern, undefined];
  const [, bracketed, plain = '', port] = /^(?:\[(.+)\]|(.*?))(?::(\d+))?$/.exec(pattern) ?? [];
  return [bracketed ?? plain, port];
}

function isWithin(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  const type = family === 6 ? 'ipv6' : 'ipv4';
  list.addSubnet(address, Number(bits), type);
  return list.check(host, type);
}

export const refusedCredentials = (proxy: ProxyPolicy): AppError =>
  new AppError('unreachable', `The proxy ${proxy.url} asks for a user name and password, or does not take the ones that it was given. Correct them.`, { details: { status: 407 } });

export const unreachableProxy = (proxy: ProxyPolicy, cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError('unreachable', `The proxy ${proxy.url} cannot be reached. Correct its address, or check that it runs.`, { details: { code: (cause as NodeJS.ErrnoException).code }, cause });

/** Does it carry bytes of any kind, and so all requests by way of a tunnel? */
export const isSocks = ({ url }: ProxyPolicy): boolean => /^socks5h?:/i.test(url);

/**
 * Has a connection to the proxy carry bytes to `host:port` (CONNECT); the connection is closed where that fails, or takes
 * more than `timeout` ms. A challenge is answered on a connection that is opened anew, since some close the first.
 */
export async function tunnel(open: () => Promise<Socket>, proxy: ProxyPolicy, authority: string, timeout: number): Promise<Socket> {
  const signIn = proxySignIn(proxy);
  for (;;) {
    const { status, reason, challenges, socket } = await connect(await open(), proxy, authority, signIn.headers('CONNECT', authority), timeout);
    if (status >= 200 && status < 300) return socket;
    socket.destroy();
    const isChallenge = status === 407 || status === 401; // some say 401
    if (isChallenge && signIn.challenged(challenges)) continue;
    if (isChallenge) throw refusedCredentials(proxy);
    throw new AppError('unreachable', `The proxy ${proxy.url} does not let requests through to ${authority}: ${status} ${reason}. Ask for it to be allowed, or go without the proxy.`, { details: { status } });
  }
}

interface Connected {
  readonly status: number;
  readonly reason: string;
  readonly challenges: string | undefined;
  readonly socket: Socket;
}

function connect(socket: Socket, proxy: ProxyPolicy, authority: string, headers: Readonly<Record<string, string>>, timeout: number): Promise<Connected> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(unreachableProxy(proxy, error));
    };
    const asked = request({ method: 'CONNECT', path: authority, headers: { host: authority, ...headers }, createConnection: () => socket });
    asked.once('error', fail);
    asked.setTimeout(timeout, () => fail(new Error('The proxy does not answer')));
    asked.once('connect', ({ statusCode = 0, statusMessage = '', headers: said }, connection: Socket) => {
      asked.setTimeout(0);
      resolve({ status: statusCode, reason: statusMessage, challenges: [said['proxy-authenticate'] ?? []].flat().join(', '), socket: connection });
    });
    asked.end();
  });
}
