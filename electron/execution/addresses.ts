import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import type { AddressPolicy } from './request.ts';

/** Which network addresses may be called. Checked on the address itself, after names are resolved [F-10]. */

type AddressClass = keyof AddressPolicy;

/**
 * Networks by class. A rule for IPv4 also meets its mapped form, ::ffff:a.b.c.d; the other ways to write it into IPv6
 * (RFC 4291, 6052 and 3056) are derived.
 */
const networks: Readonly<Record<AddressClass, readonly string[]>> = {
  // 0.0.0.0/8 and :: lead to this computer as well.
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  // RFC 1918, 6598 (carriers), 2544 (laboratories), 4193 and 3879.
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15', 'fc00::/7', 'fec0::/10'],
  // With the metadata services of EC2 and Alibaba, which are elsewhere and serve the same secrets.
  link_local: ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128', '100.100.100.200/32'],
};

const hex = (one = 0, two = 0) => ((one << 8) | two).toString(16);

function listOf(rules: readonly string[]): BlockList {
  const list = new BlockList();
  for (const rule of rules) {
    const [network = '', length] = rule.split('/');
    const bits = Number(length);
    if (isIP(network) === 6) {
      list.addSubnet(network, bits, 'ipv6');
      continue;
    }
    const [a, b, c, d] = network.split('.').map(Number);
    list.addSubnet(network, bits, 'ipv4');
    list.addSubnet(`::${network}`, 96 + bits, 'ipv6');
    list.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6');
    list.addSubnet(`2002:${hex(a, b)}:${hex(c, d)}::`, 16 + bits, 'ipv6');
  }
  return list;
}

/** The narrower class first: addresses of metadata services lie within private networks. */
const classes = (['link_local', 'loopback', 'private'] as const).map((name) => [name, listOf(networks[name])] as const);

/** What keeps an address apart from the public ones, or undefined. */
export function classOf(address: string): AddressClass | undefined {
  const bare = address.split('%', 1)[0] ?? '';
  const family = isIP(bare);
  return family === 0 ? undefined : classes.find(([, list]) => list.check(bare, family === 6 ? 'ipv6' : 'ipv4'))?.[0];
}

const because: Readonly<Record<AddressClass, string>> = {
  link_local: 'is link-local, where clouds serve machine credentials, and is not called. Use another server address.',
  loopback: 'is the computer that sends the request, which this tenant may not call. Use another server address, or ask an administrator to allow it.',
  private: 'is in a private network, which this tenant may not call. Use another server address, or ask an administrator to allow it.',
};

const isRefused = (name: AddressClass, policy: AddressPolicy) => (policy[name] ?? (name === 'link_local' ? 'refuse' : 'allow')) === 'refuse';

/** Throws `invalid_input` where the policy keeps an address out; `host` is the name that led to it. */
export function checkAddress(address: string, host: string, policy: AddressPolicy): void {
  const found = classOf(address);
  if (found === undefined || !isRefused(found, policy)) return;
  const way = host === address ? '' : ` (the address of ${host})`;
  throw new AppError('invalid_input', `${address}${way} ${because[found]}`);
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

/** Throws where the host of an address is itself a refused one. `URL` has turned every spelling into the plain one. */
export function checkHost(url: URL, policy: AddressPolicy): void {
  const host = hostOf(url);
  if (isIP(host) !== 0) checkAddress(host, host, policy);
}

/**
 * For a request that a proxy resolves: its name is resolved here too, and checked. A name that is unknown here is left
 * to the proxy, unless the policy is a strict one, which could not be kept then.
 */
export async function checkBehindProxy(url: URL, policy: AddressPolicy): Promise<void> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return checkAddress(host, host, policy);
  const found = await lookup(host, { all: true }).catch(() => null);
  if (found === null && (isRefused('private', policy) || isRefused('loopback', policy))) {
    throw new AppError('invalid_input', `The address of ${host} is not known here, so that it cannot be checked before the proxy calls it. Use another server address, or ask an administrator to allow private networks.`);
  }
  for (const { address } of found ?? []) checkAddress(address, host, policy);
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
type Lookup = (host: string, options: LookupOptions & { all: true }, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/** The resolver of every connection: one refused address among a name's addresses refuses the name, each time that it is asked. */
export function lookupUnder(policy: AddressPolicy, resolve: Lookup = systemLookup) {
  return (host: string, options: LookupOptions, callback: LookupCallback): void => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      try {
        for (const { address } of addresses) checkAddress(address, host, policy);
      } catch (refused) {
        return callback(refused as Error, []);
      }
      if (options.all) return callback(null, addresses);
      const first = addresses[0];
      return first ? callback(null, first.address, first.family) : callback(new Error(`${host} has no address`), []);
    });
  };
}
