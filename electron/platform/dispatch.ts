import { AppError } from '../../shared/errors.ts';
import { isReading } from '../../shared/rules/permissions.ts';
import { createGate } from '../storage/patience.ts';
import type { Core } from './core.ts';
import type { Caller, Handlers } from './domain.ts';
import type { Dispatch } from './http/server.ts';
import { notFound, type Kind } from './kinds.ts';
import type { Place } from './rows.ts';
import { requirePermission } from './tenancy/access.ts';

/** Groups that are another way to the rows of a kind. */
const sameRows: Readonly<Record<string, string>> = { composerTenants: 'tenants', composerEnvironments: 'environments' };

/** From a validated call to its handler: in which tenant and environment it is made, and whether it may be. */
export function createDispatch({ access, db, kinds, memberships }: Pick<Core, 'access' | 'db' | 'kinds' | 'memberships'>, handlers: Handlers): Dispatch {
  const gate = createGate(db);
  const kindNames = new Set(kinds.groups);

  /** The kind whose row an `id` names. */
  const kindOf = (name: string): Kind | undefined => {
    const [group = ''] = name.split('.');
    const known = sameRows[group] ?? group;
    return kindNames.has(known) ? kinds.of(known) : undefined;
  };

  /** A call by id that names no scope is made where the row is; any other, in the only tenant that there is. */
  const placeOf = (name: string, input: Record<string, unknown>, user: string): Place => {
    const { tenant_id, environment_id, id } = input;
    const environment = typeof environment_id === 'string' ? environment_id : '';
    const kind = kindOf(name);
    if (kind?.entity.table === 'tenants' && typeof id === 'string') return { tenant_id: id, environment_id: '' };
    if (typeof tenant_id === 'string' && tenant_id !== '') return { tenant_id, environment_id: environment };
    const row = typeof id === 'string' ? kind?.placeOf(id) : undefined;
    if (row) {
      // Not `row` itself: an environment that was named must be the row's, which the kind checks.
      return { tenant_id: row.tenant_id, environment_id: environment === '' ? row.environment_id : environment };
    }
    const [member, ...more] = memberships.ofUser(user);
    return { tenant_id: member && more.length === 0 ? member.tenant_id : '', environment_id: environment };
  };

  return {
    identify: (token) => access.identify(token),
    run(name, input, user, signal, client) {
      const caller = enter(name, input, user);
      requirePermission(name, caller);
      const handler = handlers[name];
      if (!handler) throw new AppError('not_available', `Not available on the embedded platform yet: ${name}`);
      const answer = () => handler(input, { caller, signal, client });
      return isReading(name) ? answer() : gate(answer, signal);
    },
  };

  function enter(name: string, input: Record<string, unknown>, user: string): Caller {
    const place = placeOf(name, input, user);
    try {
      return access.enter(user, place);
    } catch (thrown) {
      const { id, tenant_id } = input;
      const kind = kindOf(name);
      // Somebody else's row must look like one that is not there, so it is the row that is not found.
      const hidden = thrown instanceof AppError && thrown.code === 'not_found' && typeof id === 'string' && tenant_id !== place.tenant_id;
      throw hidden && kind ? notFound(kind.entity.one, id) : thrown;
    }
  }
}
