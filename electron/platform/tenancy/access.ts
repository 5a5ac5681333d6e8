import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { allows, needs, permissionsOf, type Permission } from '../../../shared/rules/permissions.ts';
import { statements } from '../database.ts';
import type { Caller, Migration } from '../domain.ts';
import { notFound } from '../kinds.ts';
import type { Place, Row, Rows } from '../rows.ts';
import { isAdmin, type Member, type Memberships } from './memberships.ts';

/** Who may come in, and where: tokens (only their hashes are kept), and what a membership allows. */

export const accessMigrations: readonly Migration[] = [
  {
    id: 'access-1',
    sql: `CREATE TABLE tokens (
      hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at TEXT NOT NULL
    ) STRICT`,
  },
];

export interface Access {
  /** The user of a token. Throws `unauthorized`. */
  identify(token: string | undefined): string;
  /** The user as caller in this scope; an empty tenant is none. Throws `not_found` for what they may not see. */
  enter(userId: string, place: Place): Caller;
  permissionsOf(member: Member): ReadonlySet<string>;
  /** The tenant's environments that this member may enter, the oldest first. */
  environmentRows(member: Member): Row[];
  /** The same by their ids, of a user in a tenant; none where they are no member. */
  environmentsOf(userId: string, tenantId: string): string[];
  /** The environments to which a caller is confined in their tenant; undefined: none in particular. */
  readonly confinedTo: (caller: Caller) => readonly string[] | undefined;
  /** A new token for a user: shown this once, since only its hash is kept. */
  issueToken(userId: string): string;
  /** Lets a token in until the platform stops. */
  admit(token: string, userId: string): void;
  /** To be called after every change of users, memberships, roles, tenants or environments. */
  changed(): void;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export function createAccess(db: DatabaseSync, rows: Rows, memberships: Memberships, now: () => number): Access {
  const sql = statements(db);
  /** Tokens of this run by their hash. */
  const admitted = new Map<string, string>();
  /** What was found out since the last change, by token and by scope. */
  const users = new Map<string, string>();
  const callers = new Map<string, Caller>();

  const rolePermissions = (tenantId: string, role: string): readonly string[] => {
    const [own] = JSON.parse(rows.list('roles', { tenant_id: tenantId, environment_id: '', equal: { name: role }, limit: 1 }).json) as Row[];
    const listed = own?.['permissions'];
    return permissionsOf(role, Array.isArray(listed) ? listed.map(String) : []);
  };
  const platformPermissions = (userId: string): readonly string[] =>
    memberships.ofUser(userId).some(({ role }) => role === 'platform_admin') ? permissionsOf('platform_admin').filter((one) => one.startsWith('platform:')) : [];
  const permissionsIn = ({ tenant_id, role, user_id }: Member): ReadonlySet<string> =>
    new Set([...rolePermissions(tenant_id, role), ...platformPermissions(user_id)]);

  const environmentRows = ({ tenant_id, role, environment_ids }: Member): Row[] => {
    const all = JSON.parse(rows.list('environments', { tenant_id, environment_id: '' }).json) as Row[];
    return isAdmin(role) || environment_ids.length === 0 ? all : all.filter(({ id }) => environment_ids.includes(id));
  };

  function callerIn(user_id: string, { tenant_id, environment_id }: Place): Caller {
    if (tenant_id === '') return { user_id, tenant_id, environment_id: '', permissions: new Set(platformPermissions(user_id)) };
    const member = memberships.find(tenant_id, user_id);
    if (!member) throw notFound('tenant', tenant_id);
    if (environment_id !== '' && !environmentRows(member).some(({ id }) => id === environment_id)) throw notFound('environment', environment_id);
    return { user_id, tenant_id, environment_id, permissions: permissionsIn(member) };
  }

  return {
    identify(token) {
      if (token === undefined) throw new AppError('unauthorized', 'Sign in: the platform wants a token (Authorization: Bearer …).');
      const known = users.get(token);
      if (known !== undefined) return known;
      const hash = hashOf(token);
      const found = admitted.get(hash) ?? (sql('SELECT user_id FROM tokens WHERE hash = ?').get(hash)?.['user_id'] as string | undefined);
      if (found === undefined) throw new AppError('unauthorized', 'This token is not valid here, or no longer: sign in again.');
      users.set(token, found);
      return found;
    },
    enter(userId, place) {
      const key = JSON.stringify([userId, place.tenant_id, place.environment_id]);
      let caller = callers.get(key);
      if (!caller) callers.set(key, (caller = callerIn(userId, place)));
      return caller;
    },
    permissionsOf: permissionsIn,
    environmentRows,
    environmentsOf(userId, tenantId) {
      const member = memberships.find(tenantId, userId);
      return member ? environmentRows(member).map(({ id }) => id) : [];
    },
    confinedTo({ tenant_id, user_id }) {
      const member = memberships.find(tenant_id, user_id);
      return member && !isAdmin(member.role) && member.environment_ids.length > 0 ? member.environment_ids : undefined;
    },
    issueToken(userId) {
      const token = randomBytes(32).toString('base64url');
      sql('INSERT INTO tokens (hash, user_id, created_at) VALUES (?, ?, ?)').run(hashOf(token), userId, new Date(now()).toISOString());
      return token;
    },
    admit: (token, userId) => void admitted.set(hashOf(token), userId),
    changed() {
      users.clear();
      callers.clear();
    },
  };
}

/** Throws `forbidden`, with the permission that a call needs and the caller lacks. */
export const requirePermission = (name: string, caller: Caller): void => requireOne(caller, needs(name));

export function requireOne({ permissions }: Caller, needed: Permission | undefined): void {
  if (allows(permissions, needed)) return;
  throw new AppError('forbidden', `This needs the permission ${needed}, which your role does not have. An admin of the tenant can give it.`, { details: { permission: needed } });
}
