import { composerEndpoints } from '../../../shared/contract/all.ts';
import type { Core } from '../core.ts';
import type { Migration } from '../domain.ts';
import type { Fields } from '../rows.ts';

/** Endpoints that an earlier version kept with the credentials of their headers and cookies in clear. */
export const sealMigrations: readonly Migration[] = [
  { id: 'composer-unsealed-1', sql: `CREATE TABLE composer_unsealed AS SELECT id FROM rows WHERE kind = 'composerEndpoints'` },
];

/** Seals what is left of them, in one transaction, and leaves nothing of the old texts in the file. */
export function sealEndpoints({ db, secrets, transaction }: Pick<Core, 'db' | 'secrets' | 'transaction'>): void {
  const left = db.prepare(`SELECT rows.id, data FROM rows JOIN composer_unsealed USING (id) WHERE kind = 'composerEndpoints'`).all();
  if (left.length === 0) return;
  db.exec('PRAGMA secure_delete = ON');
  const update = db.prepare(`UPDATE rows SET data = ? WHERE kind = 'composerEndpoints' AND id = ?`);
  transaction(() => {
    for (const { id, data } of left as { id: string; data: string }[]) {
      const sealed = JSON.stringify(secrets.keep('composerEndpoints', id, composerEndpoints.fields, JSON.parse(data) as Fields));
      if (sealed !== data) update.run(sealed, id);
    }
    db.exec('DELETE FROM composer_unsealed');
  });
  db.exec('PRAGMA secure_delete = OFF; PRAGMA wal_checkpoint(TRUNCATE)');
}
