import { AppError } from '../../../shared/errors.ts';
import { builtInRoles } from '../../../shared/rules/permissions.ts';
import type { Core } from '../core.ts';
import type { Caller, Handlers } from '../domain.ts';
import { notFound, pageOf } from '../kinds.ts';
import { isAdmin, type Member, type Memberships } from './memberships.ts';

/** Who works in a tenant, as three lists of the contract show it: users, user environments and tenant admins. */

const filled = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

export function memberHandlers(core: Core): Handlers {
  const { access, kinds, memberships, transaction } = core;

  const change = <T>(work: () => T): T => {
    const result = transaction(work);
    access.changed();
    return result;
  };
  const member = (userId: unknown, caller: Caller): Member => {
    const found = memberships.find(caller.tenant_id, String(userId));
    if (!found) throw notFound('user', String(userId));
    return found;
  };
  const admin = (id: unknown, caller: Caller): Member => {
    const found = memberships.of(caller.tenant_id).find((one) => one.id === id && isAdmin(one.role));
    if (!found) throw notFound('tenant admin', String(id));
    return found;
  };
  const checkRole = (role: string, caller: Caller) => {
    if (role === 'platform_admin' && !caller.permissions.has('platform:admin')) throw new AppError('forbidden', 'Only a platform admin can make somebody a platform admin.');
    const known = builtInRoles.some((one) => one === role) || kinds.of('roles').all({ name: role }, caller).length > 0;
    if (!known) throw new AppError('invalid_input', `There is no role “${role}” in this tenant: use one of ${builtInRoles.join(', ')}, or create it first.`);
  };
  /** Who belongs to other tenants, too, or to the platform, is not this tenant's to speak for. */
  const refuseReach = (known: Member, caller: Caller, what: string) => {
    const reaches = known.role === 'platform_admin' || memberships.ofUser(known.user_id).length > 1;
    if (reaches && known.user_id !== caller.user_id && !caller.permissions.has('platform:admin')) {
      throw new AppError('forbidden', `Only a platform admin can ${what} somebody who works in other tenants, too.`);
    }
  };
  const checkEnvironments = (ids: readonly string[], caller: Caller) => {
    for (const id of ids) kinds.of('environments').find(id, caller);
  };

  return {
    'tenantUsers.list': (_input, { caller }) =>
      pageOf(memberships.of(caller.tenant_id).map(({ user_id, tenant_id, name, email, role }) => ({ id: user_id, tenant_id, name, email, role, is_active: true }))),

    'tenantUsers.issueToken': ({ user_id }, { caller }) => {
      const known = member(user_id, caller);
      refuseReach(known, caller, 'sign in as');
      return { token: access.issueToken(known.user_id) };
    },

    'userEnvironments.list': (_input, { caller }) => pageOf(memberships.of(caller.tenant_id)),
    'userEnvironments.create': ({ email, name, user_id, environment_ids, ...fields }, { caller }) => {
      const environments = (environment_ids ?? []) as string[];
      const role = filled(fields['role']) ?? 'member';
      checkRole(role, caller);
      checkEnvironments(environments, caller);
      return change(() => {
        const known = knownUser(memberships, filled(user_id), filled(email), caller);
        if (known && memberships.find(caller.tenant_id, known.id)) throw new AppError('conflict', `${known.email ?? known.name ?? known.id} is a member already: change the member instead.`);
        const user = known ?? memberships.addUser(filled(name) ?? null, filled(email)!);
        return memberships.put(caller.tenant_id, user.id, role, environments);
      });
    },
    'userEnvironments.update': ({ user_id, role, environment_ids, name, email }, { caller }) => {
      const known = member(user_id, caller);
      const nextRole = filled(role) ?? known.role;
      const environments = (environment_ids ?? known.environment_ids) as string[];
      if (nextRole !== known.role) checkRole(nextRole, caller);
      checkEnvironments(environments, caller);
      const rename = { name: filled(name), email: filled(email) };
      if ((rename.name ?? known.name) !== known.name || (rename.email ?? known.email) !== known.email) refuseReach(known, caller, 'rename');
      refuseDemotion(known, nextRole, caller);
      change(() => {
        memberships.updateUser(known.user_id, rename);
        memberships.put(caller.tenant_id, known.user_id, nextRole, environments);
      });
    },
    'userEnvironments.remove': ({ user_id }, { caller }) => {
      const known = member(user_id, caller);
      refuseDemotion(known, undefined, caller);
      change(() => memberships.remove(caller.tenant_id, known.user_id));
    },

    'tenantAdmins.list': (_input, { caller }) => pageOf(memberships.of(caller.tenant_id).filter(({ role }) => isAdmin(role))),
    'tenantAdmins.get': ({ id }, { caller }) => admin(id, caller),
    'tenantAdmins.create': ({ user_id }, { caller }) => {
      const known = member(user_id, caller);
      return isAdmin(known.role) ? known : change(() => memberships.put(caller.tenant_id, known.user_id, 'tenant_admin', []));
    },
    /** Hands the place of one admin to another member. */
    'tenantAdmins.update': ({ id, user_id }, { caller }) => {
      const before = admin(id, caller);
      if (user_id === undefined || user_id === before.user_id) return before;
      const next = member(user_id, caller);
      refuseDemotion(before, 'member', caller);
      return change(() => {
        const after = isAdmin(next.role) ? next : memberships.put(caller.tenant_id, next.user_id, 'tenant_admin', []);
        memberships.put(caller.tenant_id, before.user_id, 'member', []);
        return after;
      });
    },
    'tenantAdmins.remove': ({ user_id }, { caller }) => {
      const known = member(user_id, caller);
      if (!isAdmin(known.role)) throw notFound('tenant admin', known.user_id);
      refuseDemotion(known, 'member', caller);
      change(() => memberships.put(caller.tenant_id, known.user_id, 'member', []));
    },
  };
}

function refuseDemotion(known: Member, role: string | undefined, caller: Caller): void {
  if (known.role === 'platform_admin' && role !== 'platform_admin' && !caller.permissions.has('platform:admin')) {
    throw new AppError('forbidden', 'Only a platform admin can take that from a platform admin.');
  }
}

/** By id only who shares a tenant with the caller, lest ids be tried out; by e-mail anybody. */
function knownUser(memberships: Memberships, id: string | undefined, email: string | undefined, caller: Caller) {
  if (id !== undefined) {
    const shared = memberships.ofUser(caller.user_id).some(({ tenant_id }) => memberships.find(tenant_id, id));
    if (!shared) throw notFound('user', id);
    return memberships.user(id);
  }
  if (email === undefined) throw new AppError('invalid_input', 'Give the e-mail address of the new member.', { problems: [{ path: ['email'], message: 'E-mail is required' }] });
  return memberships.findUser(email);
}
