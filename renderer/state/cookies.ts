import type { KeptCookie } from '../../shared/contract/composer.ts';
import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { scopeInput } from './lists.ts';

/** What an environment keeps of its sessions, on the side that sends; the values stay there. */
export type CookieSide = 'platform' | 'computer';

/** `kept_in` says how long those of this computer last, and `reason` why no longer. */
export interface KeptCookies {
  readonly cookies: readonly KeptCookie[];
  readonly kept_in?: 'keychain' | 'memory';
  readonly reason?: string | null;
}

const of = (environment_id: string) => ({ tenant_id: '', ...scopeInput(), environment_id });

export const listCookies = (side: CookieSide, environment_id: string): Promise<Reply<KeptCookies>> =>
  side === 'computer' ? api.composer.listCookiesHere({ environment_id }) : api.composer.listCookies(of(environment_id));

/** Those of one host, or all. */
export function clearCookies(side: CookieSide, environment_id: string, domain?: string): Promise<Reply<{ cleared: number }>> {
  const which = domain === undefined ? {} : { domain };
  return side === 'computer' ? api.composer.clearCookiesHere({ environment_id, ...which }) : api.composer.clearCookies({ ...of(environment_id), ...which });
}
