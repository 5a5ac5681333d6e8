import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a platform before its own modules: names below `.changing.example` lead, each time that they are asked, to the
 * next of the addresses in CHANGING_NAMES, as a hostile name server would have it. Each answer is told on stderr.
 */
const system = dns.lookup as (...args: unknown[]) => void;
const addresses = (process.env['CHANGING_NAMES'] ?? '').split(',');
const asked = new Map<string, number>();

function lookup(host: string, options: { readonly all?: boolean }, callback: (error: Error | null, ...found: unknown[]) => void): void {
  if (!host.endsWith('.changing.example')) return system(host, options, callback);
  const count = asked.get(host) ?? 0;
  asked.set(host, count + 1);
  const address = addresses[Math.min(count, addresses.length - 1)]!;
  process.stderr.write(`${host} is ${address}\n`);
  setImmediate(() => (options.all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4)));
}

dns.lookup = lookup as never;
syncBuiltinESMExports();
