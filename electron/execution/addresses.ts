import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import type { FetchPolicy } from './request.ts';

/** Which network addresses may be called. Checked on the address itself, after names are resolved [F-10]. */

/** A rule for IPv4 also meets its mapped form, ::ffff:a.b.c.d; the other ways to write it into IPv6 are listed. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addSubnet('::169.254.0.0', 112, 'ipv6');
linkLocal.addSubnet('64:ff9b::169.254.0.0', 112, 'ipv6');
linkLocal.addSubnet('2002:a9fe::', 32, 'ipv6');
// The metadata service of EC2 over IPv6 (it is not link-local, and serves the same secrets).
linkLocal.addAddress('fd00:ec2::254', 'ipv6');

export function isLinkLocal(address: string): boolean {
  const bare = address.split('%', 1)[0] ?? '';
  const family = isIP(bare);
  return family !== 0 && linkLocal.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

/** Throws `invalid_input` where the policy keeps an address out; `host` is the name that led to it. */
export function checkAddress(address: string, host: string, policy: FetchPolicy): void {
  if (policy.link_local === 'allow' || !isLinkLocal(address)) return;
  const way = host === address ? '' : ` (the address of ${host})`;
  throw new AppError('invalid_input', `${address}${way} is link-local, where clouds serve machine credentials, and is not called. Use another server address.`);
}

/** Throws where the host of an address is itself a refused one. `URL` has turned every spelling into the plain one. */
export function checkHost(url: URL, policy: FetchPolicy): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) checkAddress(host, host, policy);
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** The resolver of every connection: one refused address among a name's addresses refuses the name. */
export function lookupUnder(policy: FetchPolicy) {
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
