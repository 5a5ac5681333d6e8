import type { SessionState } from '../../shared/contract/app.ts';
import type { WireSession } from '../../shared/contract/session-wire.ts';

export type SessionFacts = Pick<SessionState, 'user' | 'tenants' | 'permissions'>;

/** What the app needs of the session's answer. A tenant whose permissions the platform does not say is absent from them. */
export function readSession({ user, detail: { tenants } }: WireSession): SessionFacts {
  return {
    user,
    tenants,
    permissions: Object.fromEntries(tenants.flatMap(({ id, permissions }) => (permissions ? [[id, permissions]] : []))),
  };
}
