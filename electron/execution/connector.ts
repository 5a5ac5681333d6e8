import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { checkHost, lookupUnder } from './addresses.ts';
import { isSocks, portOf, tunnel, unreachableProxy } from './proxy.ts';
import type { AddressPolicy, FetchPolicy, ProxyPolicy } from './request.ts';
import { socksTunnel } from './socks.ts';
import { secureContext } from './tls-context.ts';

/** How connections are opened, and how long each step of it took. */

/** Milliseconds since the connection was asked for; null for steps that it did not have. */
export interface ConnectTimes {
  /** When it was asked for, on the clock of `performance.now()`. */
  readonly started: number;
  /** The name was resolved: the target's, or the proxy's. */
  resolved: number | null;
  /** TCP stands, or the tunnel through the proxy. */
  connected: number | null;
  /** TLS is agreed on with the target. */
  secured: number | null;
  /** A request has been sent over it. */
  used: boolean;
}

const timesOfSockets = new WeakMap<Socket, ConnectTimes>();

/** Of a connection that {@link connector} opened. */
export const connectTimes = (socket: Socket): ConnectTimes | undefined => timesOfSockets.get(socket);

// An attempt to connect has a limit of its own, since it goes on after its request was given up.
const connectTimeout = 10_000;

type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;

const built = (policy: AddressPolicy, options: buildConnector.BuildOptions): Connect =>
  buildConnector({ timeout: connectTimeout, lookup: lookupUnder(policy) as never, ...options }) as unknown as Connect;

/** What opens the connections of one policy, by way of `proxy` where there is one. Throws `invalid_input` for TLS material that cannot be used. */
export function connector(policy: FetchPolicy, proxy: ProxyPolicy | null): buildConnector.connector {
  const { tls = {}, http2 = false } = policy;
  const context = secureContext(tls);
  const direct = built(policy, { allowH2: http2, ...(context && { secureContext: context }), ...(tls.verify === false && { rejectUnauthorized: false }) });
  const towardsProxy = proxy && connectorOfProxy(policy, tls.ca, proxy);
  return (options, callback) => {
    const times: ConnectTimes = { started: performance.now(), resolved: null, connected: null, secured: null, used: false };
    const since = () => performance.now() - times.started;
    const done: buildConnector.Callback = (...[error, socket]) => {
      if (error) return callback(error, null);
      timesOfSockets.set(socket, times);
      return callback(null, socket);
    };
    if (towardsProxy) void throughProxy(options, towardsProxy(options, times, since), done, (socket) => watch(direct({ ...options, httpSocket: socket }, done), times, since));
    else watch(direct(options, done), times, since);
  };
}

async function throughProxy({ protocol }: buildConnector.Options, opening: Promise<Socket>, done: buildConnector.Callback, secure: (socket: Socket) => void): Promise<void> {
  const opened = await opening.catch((error: unknown) => error as Error);
  if (opened instanceof Error) done(opened, null);
  else if (protocol === 'https:') secure(opened);
  else done(null, opened);
}

function watch(socket: Socket | TLSSocket, times: ConnectTimes, since: () => number): void {
  socket.once('lookup', () => (times.resolved ??= since()));
  socket.once('connect', () => (times.connected ??= since()));
  socket.once('secureConnect', () => (times.secured ??= since()));
}

/** The proxy is verified even where targets are not, since it is given credentials. */
function connectorOfProxy(policy: FetchPolicy, ca: string | undefined, proxy: ProxyPolicy) {
  const addresses: AddressPolicy = proxy.trusted ? { link_local: policy.link_local } : policy;
  const context = secureContext({ ca });
  const connect = built(addresses, { allowH2: false, ...(context && { secureContext: context }) });
  const url = new URL(proxy.url);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const open = (times: ConnectTimes, since: () => number) =>
    new Promise<Socket>((resolve, reject) => {
      checkHost(url, addresses);
      const socket = connect({ protocol: url.protocol, host: url.host, hostname, port: url.port || (isSocks(proxy) ? '1080' : '') }, (...[error, opened]) =>
        error ? reject(unreachableProxy(proxy, error)) : resolve(opened),
      );
      socket.once('lookup', () => (times.resolved ??= since()));
    });
  return async (target: buildConnector.Options, times: ConnectTimes, since: () => number): Promise<Socket> => {
    const port = portOf(new URL(`${target.protocol}//${target.host}`));
    const authority = () => `${target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname}:${port}`;
    const way = isSocks(proxy)
      ? await socksTunnel(await open(times, since), proxy, target.hostname.replace(/^\[|\]$/g, ''), Number(port), connectTimeout)
      : target.protocol === 'https:' ? await tunnel(() => open(times, since), proxy, authority(), connectTimeout) : await open(times, since);
    times.connected = since();
    return way;
  };
}
