import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { transaction } from '../../electron/storage/transaction.ts';
import { servePlatform } from './platform-process.ts';
import { range } from './sample.ts';

/** DAGs that were run before, as many as a desk has at most. */

/** Minutes between two runs of a DAG, so that the last day holds all of them. */
const apart = 90;
const perCall = 500;

/** Makes a data folder whose embedded platform has `dags` DAGs with `runs` ended runs each, and whose app starts on it at once. */
export async function seedDags(dataFolder: string, dags: number, runs: number): Promise<void> {
  const folder = join(dataFolder, 'platform');
  const platform = await servePlatform(folder);
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${platform.token}`, 'x-tenant-id': platform.tenant_id, 'x-environment-id': platform.environment_id };
    const response = await fetch(`${platform.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  const definitions = range(dags).map((n) => ({
    dag_id: `pipeline_${String(n).padStart(5, '0')}`, description: `Moves the table ${n}`, schedule: n % 3 === 0 ? '0 4 * * *' : null, tags: [`team-${n % 40}`, n % 2 === 0 ? 'nightly' : 'hourly'], owners: [`owner-${n % 25}`],
    tasks: [{ task_id: 'move', operator: 'sleep', seconds: 0 }],
  }));
  for (let at = 0; at < dags; at += perCall) await ask('/api/router/dp_fastapi/proxy/', { dags: definitions.slice(at, at + perCall) });
  const { dag_run_id } = await ask<{ dag_run_id: string }>('/api/router/airflow/proxy', { action: 'triggerDagRun', dag_id: 'pipeline_00000' });
  while ((await ask<{ state: string }>('/api/router/airflow/proxy', { action: 'fetchDagRun', dag_id: 'pipeline_00000', dag_run_id })).state !== 'success') await new Promise((resolve) => setTimeout(resolve, 50));
  await platform.end();
  repeatRun(join(folder, 'platform.db'), runs);
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ current_profile: 'embedded' }));
}

/** Writes the only run over and over for each DAG, as its own platform has written it. */
function repeatRun(file: string, runs: number): void {
  const db = new DatabaseSync(file);
  const names = (db.prepare('PRAGMA table_info(dag_runs)').all() as { name: string }[]).map(({ name }) => name).filter((name) => name !== 'run');
  const given: Readonly<Record<string, string>> = {
    dag: 'd.dag', dag_run_id: `'manual__' || d.dag || '_' || ?1`, state: `iif((d.dag + ?1) % 5 = 0, 'failed', 'success')`,
    logical_date: 'r.logical_date - ?2', queued_at: 'r.queued_at - ?2', start_date: 'r.start_date - ?2', end_date: 'r.start_date - ?2 + 20000 + 1000 * ((d.dag + ?1) % 90)',
  };
  const insert = db.prepare(`INSERT INTO dag_runs (${names.join()}) SELECT ${names.map((name) => given[name] ?? `r.${name}`).join()} FROM dags d, (SELECT * FROM dag_runs LIMIT 1) r`);
  transaction(db, () => range(runs).toReversed().forEach((n) => insert.run(n, (n + 1) * apart * 60_000)));
  db.close();
}
