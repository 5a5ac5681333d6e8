import type { Core } from '../core.ts';
import type { Handlers } from '../domain.ts';
import type { Row } from '../rows.ts';

/** Who is signed in, and where they may work [N-069][C-064]. */
export const sessionHandlers = ({ access, memberships, rows }: Core): Handlers => ({
  'platformSession.get': (_input, { caller }) => ({
    user: memberships.user(caller.user_id),
    detail: {
      tenants: memberships.ofUser(caller.user_id).map((member) =>
        Object.assign(JSON.parse(rows.find('tenants', member.tenant_id)!.json) as Row, {
          role: member.role,
          permissions: [...access.permissionsOf(member)].toSorted(),
          environments: access.environmentRows(member),
        }),
      ),
    },
  }),
});
