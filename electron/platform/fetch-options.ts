import { waysOf, type Ways } from '../execution/compose/policy.ts';
import type { ExecuteOptions } from '../execution/execute.ts';
import { clearRowsOf } from './clear-rows.ts';
import type { Core } from './core.ts';
import type { Caller } from './domain.ts';
import { keptCookiesOf } from './kept-cookies.ts';
import { tokenSource } from './oauth/tokens.ts';
import type { Fields } from './rows.ts';

/** The policy, the cookies and the tokens of requests in one environment; of none, the tenant's alone. Throws `invalid_input` for settings that cannot be kept. */
export function fetchOptions(core: Core, caller: Caller, environment_id: string): Pick<ExecuteOptions, 'policy' | 'cookies' | 'onCookies' | 'tokens'> {
  const rows = clearRowsOf(core);
  const { policy, keepsCookies } = waysBetween(rows.find('tenants', caller.tenant_id, caller).clear, environment_id === '' ? nowhere : rows.find('environments', environment_id, caller).clear);
  const kept = keptCookiesOf(core);
  const cookies = kept.of(environment_id, environment_id !== '' && keepsCookies);
  return { policy, cookies, onCookies: () => kept.save({ tenant_id: caller.tenant_id, environment_id }), tokens: tokenSource(core, caller, environment_id, policy) };
}

const nowhere: Readonly<Fields> = {};

/** By both rows, of which a change makes others: as long as they stay the same, so does the policy, and its connections are found by it. */
const known = new WeakMap<Readonly<Fields>, WeakMap<Readonly<Fields>, Ways>>();

function waysBetween(tenant: Readonly<Fields>, environment: Readonly<Fields>): Ways {
  const ofTenant = known.get(tenant) ?? new WeakMap<Readonly<Fields>, Ways>();
  known.set(tenant, ofTenant);
  const ways = ofTenant.get(environment) ?? waysOf(tenant['reach'], environment['network']);
  ofTenant.set(environment, ways);
  return ways;
}
