import { AppError } from '../../../shared/errors.ts';
import { builtInRoles, isPermission, permissionsOf } from '../../../shared/rules/permissions.ts';
import type { Core } from '../core.ts';
import type { Caller, Handlers } from '../domain.ts';
import { pageOf } from '../kinds.ts';

/** The roles of a tenant: rows that list permissions, beside the built-in ones. Members name their role by its name. */
export function roleHandlers({ access, kinds, memberships, transaction }: Core): Handlers {
  const roles = kinds.of('roles');

  const check = ({ name, permissions }: Record<string, unknown>, caller: Caller, id?: string) => {
    if (typeof name === 'string') {
      const taken = builtInRoles.some((one) => one === name) || roles.all({ name }, caller).some((role) => role.id !== id);
      if (taken) throw new AppError('conflict', `There is a role “${name}” already: choose another name.`);
    }
    const unknown = Array.isArray(permissions) ? permissions.map(String).find((one) => !isPermission(one)) : undefined;
    if (unknown !== undefined) throw new AppError('invalid_input', `“${unknown}” is no permission: write area:level, such as agents:read.`);
    const beyond = Array.isArray(permissions) && permissions.some((one) => String(one).startsWith('platform:')) && !caller.permissions.has('platform:admin');
    if (beyond) throw new AppError('forbidden', 'Only a platform admin can give permissions over the platform.');
  };
  const membersWith = (role: unknown, caller: Caller) => memberships.of(caller.tenant_id).filter((member) => member.role === role);

  return {
    'roles.create': (fields, { caller }) => {
      check(fields, caller);
      return roles.create(fields, caller);
    },
    'roles.update': ({ id, ...fields }, { caller }) => {
      const before = roles.find(id as string, caller);
      check(fields, caller, id as string);
      const after = transaction(() => {
        const row = roles.update(id as string, fields, caller);
        if (row['name'] !== before['name']) {
          for (const { user_id, environment_ids } of membersWith(before['name'], caller)) memberships.put(caller.tenant_id, user_id, String(row['name']), environment_ids);
        }
        return row;
      });
      access.changed();
      return after;
    },
    'roles.remove': ({ id }, { caller }) => {
      const { name } = roles.find(id as string, caller);
      const members = membersWith(name, caller);
      if (members.length > 0) throw new AppError('conflict', `${members.length} ${members.length === 1 ? 'member has' : 'members have'} this role: give them another one first.`);
      roles.remove(id as string, caller);
      access.changed();
    },
    'tenantRoles.list': (_input, { caller }) => {
      const builtIn = builtInRoles.map((name) => ({ id: name, name, permissions: permissionsOf(name), built_in: true }));
      return pageOf([...builtIn, ...roles.all({}, caller)]);
    },
  };
}
