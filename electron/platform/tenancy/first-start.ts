import type { Core } from '../core.ts';

export interface FirstScope {
  readonly user_id: string;
  readonly tenant_id: string;
  readonly environment_id: string;
}

/** Whom the launcher's token stands for, and where they begin. In a new data folder these are made, and nothing else. */
export function firstScope({ db, rows, memberships, access, transaction }: Pick<Core, 'db' | 'rows' | 'memberships' | 'access' | 'transaction'>): FirstScope {
  const owner = db.prepare('SELECT id FROM users ORDER BY rowid LIMIT 1').get();
  if (owner) {
    const user_id = owner['id'] as string;
    const [member] = memberships.ofUser(user_id);
    const environment = member && access.environmentRows(member)[0];
    return { user_id, tenant_id: member?.tenant_id ?? '', environment_id: environment?.id ?? '' };
  }
  return transaction(() => {
    const user_id = memberships.addUser('Owner', null).id;
    const tenant_id = rows.newId();
    rows.insert('tenants', { tenant_id, environment_id: '' }, { id: tenant_id, name: 'My tenant' });
    memberships.put(tenant_id, user_id, 'platform_admin', []);
    const environment = rows.insert('environments', { tenant_id, environment_id: '' }, { name: 'Default' });
    return { user_id, tenant_id, environment_id: environment.id };
  });
}
