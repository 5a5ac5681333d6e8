import type { z } from 'zod';
import { networkSettings, reachSettings } from '../../../shared/contract/network.ts';
import { refuse, type FetchPolicy } from '../request.ts';

/** What a tenant and an environment say of their requests, as a rule for the engine. */
export interface Ways {
  readonly policy: FetchPolicy;
  readonly keepsCookies: boolean;
}

/** `reach` is a tenant's, `network` an environment's, with its secrets in clear. Throws `invalid_input` for settings that cannot be kept. */
export function waysOf(reach: unknown, network: unknown): Ways {
  const { tls, cookies, ...ways } = settings(networkSettings, network, 'network settings of the environment');
  const { client, ...trust } = tls ?? {};
  const policy = {
    ...settings(reachSettings, reach, 'networks of the tenant'),
    ...ways,
    ...(tls && { tls: { ...trust, client: client && 'private_key' in client ? { cert: client.cert, key: client.private_key, passphrase: client.passphrase } : client } }),
  } as FetchPolicy;
  return { policy, keepsCookies: cookies === true };
}

/** Settings that cannot be read stop the request, since passing them over would loosen the rule. */
function settings<T extends z.ZodType>(schema: T, stored: unknown, what: string): z.infer<T> {
  const read = schema.safeParse(stored ?? {});
  if (read.success) return read.data;
  const [problem] = read.error.issues;
  throw refuse('network', `The ${what} cannot be used: ${[...(problem?.path ?? []).map(String), problem?.message ?? ''].filter(Boolean).join(': ')}. Correct them in its settings.`);
}
