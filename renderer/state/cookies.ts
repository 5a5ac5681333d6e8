import type { KeptCookie } from '../../shared/contract/composer.ts';
import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { scopeInput } from './lists.ts';

/** What an environment keeps of its sessions; the values stay on the platform. */

const of = (environment_id: string) => ({ tenant_id: '', ...scopeInput(), environment_id });

export const listCookies = (environment_id: string): Promise<Reply<{ cookies: KeptCookie[] }>> => api.composer.listCookies(of(environment_id));

/** Those of one host, or all. */
export const clearCookies = (environment_id: string, domain?: string): Promise<Reply<{ cleared: number }>> =>
  api.composer.clearCookies({ ...of(environment_id), ...(domain === undefined ? {} : { domain }) });
