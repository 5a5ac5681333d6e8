import { layerOf } from '../../../../shared/rules/variables.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import type { Row } from '../../rows.ts';
import { requirePermission } from '../../tenancy/access.ts';
import type { ServerFields } from './imported.ts';
import { filled } from './servers.ts';
import { isSecretName } from './typed-secrets.ts';

/** The servers of a document as environments, each with the address of its server in one variable, to which the API refers. */

type ApiFields = Readonly<Record<string, unknown>>;

export interface NamedServer {
  readonly name: string;
  /** With the defaults of its variables. */
  readonly url: string;
}

/** Those whose address is whole. Of two with one name, the later says where it is. */
export function serversOf(api: ApiFields): NamedServer[] {
  const listed = Array.isArray(api['servers']) ? (api['servers'] as ServerFields[]) : [];
  const all = listed.length > 0 ? listed : [{ url: `${textOf(api['server_url'])}${textOf(api['base_path'])}` }];
  const names = new Set<string>();
  return all.flatMap((server: ServerFields) => {
    const url = filled(server).replace(/\/+$/, '');
    if (!/^https?:\/\/[^/{}]/.test(url) || /[{}]/.test(url)) return [];
    const { host } = new URL(url);
    const wanted = server.description?.trim().replaceAll(/\s+/g, ' ').slice(0, 60) || host;
    const name = names.has(wanted) ? `${wanted} (${url.replace(/^https?:\/\//, '').slice(0, 100)})` : wanted;
    if (names.has(name)) return [];
    names.add(name);
    return [{ name, url }];
  });
}

/** The API with a variable in the place of its address, whose value it has for where no environment says another. */
export function withVariable<F extends ApiFields>(api: F, variable: string): F {
  const [first] = serversOf(api);
  return first ? { ...api, server_url: `{{${variable}}}`, base_path: '', variables: { [variable]: first.url } } : api;
}

/** The environments that this caller may see. */
function environmentsOf(core: Core, caller: Caller): Row[] {
  const confined = core.access.confinedTo(caller);
  return core.kinds.of('environments').all({}, caller).filter(({ id }) => confined?.includes(id) ?? true);
}

/** A name for the variable that nothing in the environments has yet, and that is none of a secret's. */
export function freeVariable(core: Core, apiName: string, caller: Caller): string {
  const taken = new Set(environmentsOf(core, caller).flatMap(({ variables }) => Array.from(layerOf(variables).keys())));
  const slug = apiName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[_\d]+|_+$/g, '').slice(0, 40);
  const wanted = slug === '' || isSecretName(slug) ? 'server_url' : `${slug}_url`;
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  return name;
}

/**
 * Makes an environment of each server, or completes the one of its name. A value that is neither missing nor that of
 * `before`, by name, was chosen by somebody, and stays. Returns how many were made. Throws `forbidden`.
 */
export function putServers(core: Core, servers: readonly NamedServer[], variable: string, caller: Caller, before: readonly NamedServer[] = []): number {
  const kind = core.kinds.of('environments');
  const known = new Map(environmentsOf(core, caller).map((row) => [String(row['name']), row]));
  let made = 0;
  for (const { name, url } of servers) {
    const row = known.get(name);
    if (!row) {
      requirePermission('environments.create', caller);
      kind.create({ name, variables: { [variable]: url } }, caller);
      made += 1;
      continue;
    }
    const value = layerOf(row['variables']).get(variable)?.value;
    if (value === url || (value !== undefined && value !== before.find((one) => one.name === name)?.url)) continue;
    requirePermission('environments.update', caller);
    kind.update(row.id, { variables: { ...(row['variables'] as object | null | undefined), [variable]: url } }, caller);
  }
  core.access.changed();
  return made;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
