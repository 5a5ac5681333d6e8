import { z } from 'zod';
import type { ExecuteOptions } from '../execution/execute.ts';
import { refuse, type FetchPolicy } from '../execution/request.ts';
import { jarOf } from './cookie-jars.ts';
import type { Core } from './core.ts';
import type { Caller } from './domain.ts';
import type { Fields } from './rows.ts';

/** How requests of users leave the platform: a tenant says which networks they may reach, an environment how they get there [F-10]. */

const rule = z.enum(['allow', 'refuse']).optional();
const reach = z.strictObject({ loopback: rule, private: rule, link_local: rule });

const text = z.string();
const network = z.strictObject({
  tls: z.strictObject({
    verify: z.boolean().optional(),
    ca: text.optional(),
    client: z.union([z.strictObject({ cert: text, private_key: text, passphrase: text.optional() }), z.strictObject({ pfx: text, passphrase: text.optional() })]).optional(),
  }).optional(),
  proxy: z.strictObject({ url: text, username: text.optional(), password: text.optional(), no_proxy: z.array(text).optional() }).optional(),
  http2: z.boolean().optional(),
  max_redirects: z.number().int().min(0).max(50).optional(),
  cookies: z.boolean().optional(),
});

/** The policy, and the cookies, of requests in one environment; of none, the tenant's alone. Throws `invalid_input` for settings that cannot be kept. */
export function fetchOptions(core: Core, caller: Caller, environment_id: string): Pick<ExecuteOptions, 'policy' | 'cookies'> {
  const { tls, cookies, ...ways } = environment_id === '' ? {} : settings(network, clearRow(core, 'environments', environment_id, caller)['network'], 'network settings of the environment');
  const { client, ...trust } = tls ?? {};
  const policy = {
    ...settings(reach, clearRow(core, 'tenants', caller.tenant_id, caller)['reach'], 'networks of the tenant'),
    ...ways,
    ...(tls && { tls: { ...trust, client: client && 'private_key' in client ? { cert: client.cert, key: client.private_key, passphrase: client.passphrase } : client } }),
  } as FetchPolicy;
  return { policy, cookies: jarOf(core, environment_id, environment_id !== '' && cookies === true) };
}

const clearRow = ({ kinds, secrets }: Core, group: string, id: string, caller: Caller): Fields => secrets.reveal(group, id, kinds.of(group).find(id, caller));

/** Settings that cannot be read stop the request, since passing them over would loosen the rule. */
function settings<T extends z.ZodType>(schema: T, stored: unknown, what: string): z.infer<T> {
  const read = schema.safeParse(stored ?? {});
  if (read.success) return read.data;
  const [problem] = read.error.issues;
  throw refuse('network', `The ${what} cannot be used: ${[...(problem?.path ?? []).map(String), problem?.message ?? ''].filter(Boolean).join(': ')}. Correct them in its settings.`);
}
