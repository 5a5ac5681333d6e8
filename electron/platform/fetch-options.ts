import { waysOf } from '../execution/compose/policy.ts';
import { jarOf } from '../execution/cookie-jars.ts';
import type { ExecuteOptions } from '../execution/execute.ts';
import type { Core } from './core.ts';
import type { Caller } from './domain.ts';
import { tokenSource } from './oauth/tokens.ts';
import type { Fields } from './rows.ts';

/** The policy, the cookies and the tokens of requests in one environment; of none, the tenant's alone. Throws `invalid_input` for settings that cannot be kept. */
export function fetchOptions(core: Core, caller: Caller, environment_id: string): Pick<ExecuteOptions, 'policy' | 'cookies' | 'tokens'> {
  const network = environment_id === '' ? {} : clearRow(core, 'environments', environment_id, caller)['network'];
  const { policy, keepsCookies } = waysOf(clearRow(core, 'tenants', caller.tenant_id, caller)['reach'], network);
  return { policy, cookies: jarOf(core, environment_id, environment_id !== '' && keepsCookies), tokens: tokenSource(core, caller, environment_id, policy) };
}

const clearRow = ({ kinds, secrets }: Core, group: string, id: string, caller: Caller): Fields => secrets.reveal(group, id, kinds.of(group).find(id, caller));
