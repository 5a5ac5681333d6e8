import { metaOf } from '../../../shared/contract/fields.ts';
import type { Core } from '../core.ts';
import type { Caller, Handlers } from '../domain.ts';
import { asJson, textOf } from '../http/answers.ts';
import { pageOf } from '../kinds.ts';
import { without, type Row } from '../rows.ts';

/** Counted anew for each read, and never stored. */
const counted = ['used_by'];

/** Kept credentials with how many rows name them, and their names to choose from. */
export function authConfigHandlers({ kinds }: Core): Handlers {
  const configs = kinds.of('authConfigs');
  /** The fields of other kinds that name one, and those inside of which one may be named. */
  const uses = kinds.groups.flatMap((group) =>
    Object.entries(kinds.of(group).entity.fields).flatMap(([field, schema]) => {
      const { to, widget } = metaOf(schema) ?? {};
      const named = to === 'authConfigs' ? field : widget === 'auth' ? `${field}/credentials/auth_config_id` : undefined;
      return named === undefined ? [] : [{ kind: kinds.of(group), field: named }];
    }));

  function usersOf(caller: Caller): (id: string) => number {
    const tallies = uses.map(({ kind, field }) => kind.tally(field, caller));
    return (id) => tallies.reduce((sum, tally) => sum + (tally.get(id) ?? 0), 0);
  }

  return {
    /** Both spellings of the total. */
    'authConfigs.list': (query, { caller }) => {
      const { data, totalCount } = JSON.parse(textOf(configs.list(query, caller))!) as { data: Row[]; totalCount: number };
      const used = usersOf(caller);
      return asJson(JSON.stringify({ data: data.map((row) => Object.assign(row, { used_by: used(row.id) })), totalCount, total_count: totalCount }));
    },
    'authConfigs.get': ({ id }, { caller }) => ({ ...configs.find(id as string, caller), used_by: usersOf(caller)(id as string) }),
    'authConfigs.create': (fields, { caller }) => configs.create(without(fields, counted), caller),
    'authConfigs.update': ({ id, ...fields }, { caller }) => configs.update(id as string, without(fields, counted), caller),
    /** The names of the active ones, with only the fields that were asked for [C-047][Q-009]. */
    'authConfigs.dropdown': ({ fields }, { caller }) => {
      const wanted = new Set(['id', ...(fields as string[])]);
      const active = configs.all({}, caller).filter((row) => row['is_active'] !== false);
      return pageOf(active.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))));
    },
  };
}
