import { isIP, type Socket } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import { refusedCredentials, unreachableProxy } from './proxy.ts';
import { refuse, type ProxyPolicy } from './request.ts';

/** SOCKS 5 (RFC 1928), with a user name and a password (RFC 1929). Names are resolved by the proxy. */

const version = 5;
const [noAuthentication, byPassword] = [0, 2];
/** RFC 1928, section 6. */
const refusals: Readonly<Record<number, string>> = {
  1: 'it failed', 2: 'its rules do not allow it', 3: 'the network cannot be reached', 4: 'the host cannot be reached', 5: 'the connection was refused', 6: 'the way there took too long', 7: 'it knows no such command', 8: 'it knows no such address',
};

/** Has an open connection to the proxy carry bytes to `host:port`; the connection is closed where that fails, or takes more than `timeout` ms. */
export async function socksTunnel(socket: Socket, proxy: ProxyPolicy, host: string, port: number, timeout: number): Promise<Socket> {
  const timer = setTimeout(() => socket.destroy(new Error('The proxy does not answer')), timeout);
  try {
    await signIn(socket, proxy);
    socket.write(Buffer.concat([Buffer.from([version, 1, 0]), addressOf(host), Buffer.from([port >> 8, port & 0xff])]));
    const [, answer = 1, , kind = 1] = await bytes(socket, 4);
    if (answer !== 0) throw new AppError('unreachable', `The proxy ${proxy.url} does not let requests through to ${host}:${port}: ${refusals[answer] ?? `it answered ${answer}`}. Check the target, or go without the proxy.`, { details: { code: answer } });
    // Where it connects from, which tells nothing here.
    await bytes(socket, (kind === 1 ? 4 : kind === 4 ? 16 : (await bytes(socket, 1))[0]!) + 2);
    return socket;
  } catch (error) {
    socket.destroy();
    throw unreachableProxy(proxy, error);
  } finally {
    clearTimeout(timer);
  }
}

async function signIn(socket: Socket, proxy: ProxyPolicy): Promise<void> {
  const { username, password = '' } = proxy;
  socket.write(Buffer.from(username ? [version, 2, noAuthentication, byPassword] : [version, 1, noAuthentication]));
  const [said, method] = await bytes(socket, 2);
  if (said !== version) throw new AppError('unreachable', `The proxy ${proxy.url} does not speak SOCKS 5. Correct its address.`);
  if (method === noAuthentication) return;
  if (method !== byPassword || !username) throw refusedCredentials(proxy);
  socket.write(Buffer.concat([Buffer.from([1]), sized(username, 'user name'), sized(password, 'password')]));
  const [, status] = await bytes(socket, 2);
  if (status !== 0) throw refusedCredentials(proxy);
}

/** The text with its length before it, which is one byte. */
function sized(text: string, what: string): Buffer {
  const written = Buffer.from(text, 'utf8');
  if (written.length > 255) throw refuse('proxy', `The ${what} is longer than SOCKS can say, which is 255 bytes. Shorten it.`);
  return Buffer.concat([Buffer.from([written.length]), written]);
}

function addressOf(host: string): Buffer {
  const family = isIP(host);
  if (family === 4) return Buffer.from([1, ...host.split('.').map(Number)]);
  if (family === 6) return Buffer.from([4, ...sixteenBytes(host)]);
  return Buffer.concat([Buffer.from([3]), sized(host, 'name of the host')]);
}

const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));

/** Of an address of IPv6 in any of its writings (RFC 4291, section 2.2). */
function sixteenBytes(address: string): number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1); // in hexadecimal throughout
  const [before = '', after] = plain.split('::');
  const [head, tail] = [groups(before), groups(after ?? '')];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail].flatMap((group) => [group >> 8, group & 0xff]);
}

/** Exactly the next `count` bytes; what follows them stays in the socket. */
function bytes(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const take = () => {
      const read = socket.read(count) as Buffer | null;
      if (read === null || read.length < count) return socket.readableEnded || socket.destroyed ? ended() : undefined;
      done();
      return resolve(read);
    };
    const failed = (error: Error) => {
      done();
      reject(error);
    };
    const ended = () => failed(new Error('The proxy closed the connection'));
    const done = () => void socket.off('readable', take).off('error', failed).off('end', ended).off('close', ended);
    socket.on('readable', take).on('error', failed).on('end', ended).on('close', ended);
    take();
  });
}
