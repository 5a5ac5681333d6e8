import { keptAuthType } from '../../../../shared/rules/constants.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import type { AuthFields, SchemesUsed } from './imported.ts';

/** The security schemes of a document as auth configs, whose credentials are entered once for all that signs in with them. */

/** Ids of auth configs, by scheme. */
export type ConfigIds = Readonly<Record<string, string>>;

/** What stands for a scheme until it has an auth config. */
const unmade = (scheme: string) => `new:${scheme}`;
const schemeOf = (id: string) => (id.startsWith('new:') ? id.slice('new:'.length) : undefined);

const reference = (id: string): AuthFields => ({ type: keptAuthType, credentials: { auth_config_id: id } });

interface Sides {
  readonly api: Readonly<Record<string, unknown>>;
  readonly endpoints: readonly Readonly<Record<string, unknown>>[];
}

/** What a document says, with auth configs in the place of what their schemes become. */
export function withConfigs({ api, endpoints }: Sides, { api: scheme, endpoints: own }: SchemesUsed, ids: ConfigIds): Sides {
  const to = (name: string) => reference(Object.hasOwn(ids, name) ? ids[name]! : unmade(name));
  return {
    api: scheme === undefined ? api : { ...api, auth: to(scheme) },
    endpoints: endpoints.map((endpoint) => {
      const name = own[endpoint['operation_key'] as string];
      if (name === undefined) return endpoint;
      const { auth: _, ...rest } = endpoint;
      return name === scheme ? rest : { ...rest, auth: to(name) };
    }),
  };
}

/** Makes auth configs as they are needed; `known` are those of before. */
export function configMaker(core: Core, apiName: string, { schemes }: SchemesUsed, known: ConfigIds, caller: Caller) {
  const ids: Record<string, string> = { ...known };
  const configs = core.kinds.of('authConfigs');
  let names: Set<string> | undefined;

  /** No other's is taken, whatever its name: its credentials would go where the document says. */
  function free(wanted: string): string {
    names ??= new Set(configs.all({}, caller).map(({ name }) => String(name)));
    let name = wanted;
    for (let count = 2; names.has(name); count += 1) name = `${wanted} (${count})`;
    names.add(name);
    return name;
  }

  function make(scheme: string): string {
    const { type, credentials } = schemes[scheme]!;
    return (ids[scheme] ??= configs.create({ name: free(`${apiName} · ${scheme}`.slice(0, 200)), auth_type: type, config: credentials, is_active: true }, caller).id);
  }

  return {
    /** All of the document's. */
    all: () => Object.keys(schemes).forEach(make),
    /** The fields of a row, with auth configs that are there. */
    settled<F extends Readonly<Record<string, unknown>>>(fields: F): F {
      const id = (fields['auth'] as { credentials?: { auth_config_id?: unknown } } | null | undefined)?.credentials?.auth_config_id;
      const scheme = typeof id === 'string' ? schemeOf(id) : undefined;
      return scheme === undefined || !Object.hasOwn(schemes, scheme) ? fields : { ...fields, auth: reference(make(scheme)) };
    },
    ids: (): ConfigIds => ids,
  };
}
