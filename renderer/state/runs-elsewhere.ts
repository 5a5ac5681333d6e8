import type { Row } from '../../shared/contract/entity.ts';
import { api } from '../api/client.ts';
import { textOf } from './list-order.ts';
import { scope, useSession } from './session.ts';

/** Runs of the same request in another environment, where it is an endpoint of its own with the same method and path. */

export interface Environment {
  readonly id: string;
  readonly name: string;
}

const none: readonly Environment[] = [];

/** The other environments of the tenant. */
export function useOtherEnvironments(): readonly Environment[] {
  const environments = useSession(({ session, scope: { tenant_id } }) => session?.tenants.find(({ id }) => id === tenant_id)?.environments ?? none);
  const here = useSession((state) => state.scope.environment_id);
  return environments.filter(({ id }) => id !== here);
}

/** A run as an address names it: those of other environments with theirs. */
export const runRef = (id: string, environment_id: string): string => `${id}@${environment_id}`;
export function runOf(ref: string): { readonly id: string; readonly environment_id: string | undefined } {
  const [id = '', environment_id] = ref.split('@');
  return { id, environment_id };
}

/** The id of its newest run there, or why there is none, in words for the person. */
export async function newestElsewhere(endpoint: Row, apiName: string, { id: environment_id, name }: Environment): Promise<{ readonly id: string } | { readonly why: string }> {
  const there = { tenant_id: scope().tenant_id, environment_id };
  const [apis, endpoints] = await Promise.all([api.composerApis.list(there), api.composerEndpoints.list(there)]);
  if (!apis.ok) return { why: apis.error.message };
  if (!endpoints.ok) return { why: endpoints.error.message };
  const same = endpoints.data.rows.filter((row) => row.method === endpoint['method'] && row.path === endpoint['path']);
  // Where several APIs have it, that of the API with the same name.
  const named = new Set(apis.data.rows.filter((row) => row.name === apiName).map((row) => row.id));
  const found = same.find((row) => named.has(row.api_id)) ?? same[0];
  const words = `${textOf(endpoint['method'])} ${textOf(endpoint['path'])}`;
  if (!found) return { why: `There is no endpoint ${words} in “${name}”. Make it there, or clone its API, and run it.` };
  const runs = await api.composerExecutions.list({ ...there, endpoint_id: found.id, limit: 1 });
  if (!runs.ok) return { why: runs.error.message };
  const id = runs.data.rows[0]?.id;
  return id === undefined ? { why: `${words} has not been run in “${name}” yet.` } : { id };
}
