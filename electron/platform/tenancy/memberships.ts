import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { statements } from '../database.ts';
import type { Migration } from '../domain.ts';
import { uuidv7 } from '../ids.ts';
import { notFound } from '../kinds.ts';

/** Users, and of which tenants they are members: in which role, and in which environments. */

export const membershipMigrations: readonly Migration[] = [
  {
    id: 'memberships-1',
    sql: `
      CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE COLLATE NOCASE, created_at TEXT NOT NULL) STRICT;
      CREATE TABLE memberships (
        id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        role TEXT NOT NULL, environment_ids TEXT NOT NULL DEFAULT '[]', created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
        UNIQUE (tenant_id, user_id)
      ) STRICT;
      CREATE INDEX memberships_of_user ON memberships (user_id);
    `,
  },
];

export interface User {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}

export interface Member {
  /** The membership's own. */
  readonly id: string;
  readonly tenant_id: string;
  readonly user_id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** A built-in role, or the name of one of the tenant's. */
  readonly role: string;
  /** Empty: all of them. */
  readonly environment_ids: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Memberships {
  user(id: string): User;
  findUser(email: string): User | undefined;
  addUser(name: string | null, email: string | null): User;
  updateUser(id: string, changes: { readonly name?: string | undefined; readonly email?: string | undefined }): void;
  /** The members of a tenant, the longest there first. */
  of(tenantId: string): Member[];
  ofUser(userId: string): Member[];
  find(tenantId: string, userId: string): Member | undefined;
  /** Makes a user a member, or changes what they are there. */
  put(tenantId: string, userId: string, role: string, environmentIds: readonly string[]): Member;
  /** Ends a membership; a user without any is forgotten, and their tokens with them. */
  remove(tenantId: string, userId: string): void;
}

const columns = 'm.id, m.tenant_id, m.user_id, u.name, u.email, m.role, m.environment_ids, m.created_at, m.updated_at';
const select = `SELECT ${columns} FROM memberships m JOIN users u ON u.id = m.user_id`;
const toMember = (row: Record<string, unknown>) => ({ ...row, environment_ids: JSON.parse(row['environment_ids'] as string) as string[] }) as unknown as Member;

export const isAdmin = (role: string): boolean => role === 'tenant_admin' || role === 'platform_admin';

export function createMemberships(db: DatabaseSync, now: () => number): Memberships {
  const sql = statements(db);
  const time = () => new Date(now()).toISOString();

  const user = (id: string): User => {
    const row = sql('SELECT id, name, email FROM users WHERE id = ?').get(id);
    if (!row) throw notFound('user', id);
    return row as unknown as User;
  };
  const find = (tenantId: string, userId: string): Member | undefined => {
    const row = sql(`${select} WHERE m.tenant_id = ? AND m.user_id = ?`).get(tenantId, userId);
    return row && toMember(row);
  };
  const findUser = (email: string) => sql('SELECT id, name, email FROM users WHERE email = ?').get(email) as unknown as User | undefined;

  /** Somebody must be left who can let others in. */
  const refuseLast = (member: Member) => {
    if (isAdmin(member.role) && sql("SELECT count(*) AS n FROM memberships WHERE tenant_id = ? AND role IN ('tenant_admin', 'platform_admin')").get(member.tenant_id)!['n'] === 1) {
      throw new AppError('conflict', 'A tenant keeps at least one admin: make somebody else an admin first.');
    }
    if (member.role === 'platform_admin' && sql("SELECT count(*) AS n FROM memberships WHERE role = 'platform_admin'").get()!['n'] === 1) {
      throw new AppError('conflict', 'The platform keeps at least one platform admin: make somebody else one first.');
    }
  };

  return {
    user,
    findUser,
    addUser(name, email) {
      const id = uuidv7(now());
      sql('INSERT INTO users (id, name, email, created_at) VALUES (?, ?, ?, ?)').run(id, name, email, time());
      return { id, name, email };
    },
    updateUser(id, { name, email }) {
      const known = user(id);
      const other = email === undefined ? undefined : findUser(email);
      if (other && other.id !== id) throw new AppError('conflict', `${email} is somebody else’s e-mail address.`);
      sql('UPDATE users SET name = ?, email = ? WHERE id = ?').run(name ?? known.name, email ?? known.email, id);
    },
    of: (tenantId) => sql(`${select} WHERE m.tenant_id = ? ORDER BY m.rowid`).all(tenantId).map(toMember),
    ofUser: (userId) => sql(`${select} WHERE m.user_id = ? ORDER BY m.rowid`).all(userId).map(toMember),
    find,
    put(tenantId, userId, role, environmentIds) {
      const known = find(tenantId, userId);
      if (known && known.role !== role && (!isAdmin(role) || known.role === 'platform_admin')) refuseLast(known);
      sql(`INSERT INTO memberships (id, tenant_id, user_id, role, environment_ids, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (tenant_id, user_id) DO UPDATE SET role = excluded.role, environment_ids = excluded.environment_ids, updated_at = excluded.updated_at`)
        .run(uuidv7(now()), tenantId, userId, role, JSON.stringify(environmentIds), time(), time());
      return find(tenantId, userId)!;
    },
    remove(tenantId, userId) {
      const known = find(tenantId, userId);
      if (!known) throw notFound('user', userId);
      refuseLast(known);
      sql('DELETE FROM memberships WHERE id = ?').run(known.id);
      sql('DELETE FROM users WHERE id = ? AND NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id)').run(userId);
    },
  };
}
