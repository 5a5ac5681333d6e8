import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { waysOf } from '../../execution/compose/policy.ts';
import { refuse } from '../../execution/request.ts';
import { secureContext } from '../../execution/tls-context.ts';
import type { Core } from '../core.ts';
import type { Handler, Handlers } from '../domain.ts';
import { pageOf } from '../kinds.ts';
import { without, type Fields, type Row } from '../rows.ts';

/** Tenants and environments: the rows in which all others are, by both of their ways, `/api/saas_db` and the composer's. */
export function placeHandlers(core: Core): Handlers {
  const { access, db, kinds, memberships, rows, secrets, transaction } = core;
  const tenants = kinds.of('tenants');
  const environments = kinds.of('environments');

  const change = <T>(work: () => T): T => {
    const result = transaction(work);
    access.changed();
    return result;
  };

  /** What no request could be sent with is told when it is saved, not when one fails. */
  const withNetwork = (row: Row): Row =>
    keepable('network', row, () => {
      const { tls } = waysOf(undefined, secrets.reveal('environments', row.id, row)['network']).policy;
      if (tls) secureContext(tls);
    });

  const tenantCalls: Record<string, Handler> = {
    list: (_input, { caller }) => pageOf(memberships.ofUser(caller.user_id).map(({ tenant_id }) => JSON.parse(rows.find('tenants', tenant_id)!.json) as Row)),
    create: (fields, { caller }) =>
      change(() => {
        const id = rows.newId();
        const row = rows.insert('tenants', { tenant_id: id, environment_id: '' }, { ...own(fields), id });
        memberships.put(id, caller.user_id, 'platform_admin', []);
        return keepable('reach', row, () => waysOf(row['reach'], undefined));
      }),
    update: ({ id, ...fields }, { caller }) =>
      transaction(() => {
        const row = tenants.update(id as string, own(fields), caller);
        return keepable('reach', row, () => waysOf(row['reach'], undefined));
      }),
    remove: ({ id }, { caller }) => {
      if (memberships.ofUser(caller.user_id).length === 1) throw new AppError('conflict', 'This is your only tenant: create another one before you delete it.');
      tenants.find(id as string, caller);
      change(() => clear(db, 'tenant_id', id as string));
    },
  };

  const environmentCalls: Record<string, Handler> = {
    list: (_input, { caller }) => pageOf(access.environmentRows(memberships.find(caller.tenant_id, caller.user_id)!)),
    create: (fields, { caller }) => change(() => withNetwork(environments.create(fields, caller))),
    update: ({ id, ...fields }, { caller }) => change(() => withNetwork(environments.update(id as string, fields, caller))),
    remove: ({ id }, { caller }) =>
      change(() => {
        environments.remove(id as string, caller);
        clear(db, 'environment_id', id as string);
        // Who was let into this one only must not see all of them now: an empty list means that.
        for (const { user_id, role, environment_ids } of memberships.of(caller.tenant_id)) {
          if (environment_ids.includes(id as string) && environment_ids.length > 1) {
            memberships.put(caller.tenant_id, user_id, role, environment_ids.filter((one) => one !== id));
          }
        }
      }),
  };

  return Object.fromEntries([
    ...under('tenants', tenantCalls),
    ...under('composerTenants', tenantCalls),
    ...under('environments', environmentCalls),
    ...under('composerEnvironments', environmentCalls),
  ]);
}

/** The row, if `check` takes what its field says. Throws `invalid_input` at the field, whatever part of it is wrong. */
function keepable(field: string, row: Row, check: () => void): Row {
  try {
    check();
    return row;
  } catch (thrown) {
    throw thrown instanceof AppError ? refuse(field, thrown.message) : thrown;
  }
}

/** A tenant's own scope is its id; what the call said of another is not a field of it. */
const own = (fields: Fields): Fields => without(fields, ['tenant_id', 'environment_id']);

const under = (group: string, calls: Record<string, Handler>) => Object.entries(calls).map(([method, handler]) => [`${group}.${method}`, handler] as const);

/** Deletes what is in a tenant or an environment, in every table that says so; the rest hangs on these by foreign keys. */
function clear(db: DatabaseSync, column: 'tenant_id' | 'environment_id', id: string): void {
  db.prepare(`DELETE FROM secrets WHERE EXISTS (SELECT 1 FROM rows WHERE rows.kind = secrets.kind AND rows.id = secrets.id AND rows.${column} = ?)`).run(id);
  const tables = db
    .prepare("SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c ON c.name = ? WHERE t.type = 'table'")
    .all(column);
  for (const { name } of tables) db.prepare(`DELETE FROM "${name as string}" WHERE ${column} = ?`).run(id);
  db.exec('DELETE FROM users WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id)');
}
