import type { DatabaseSync } from 'node:sqlite';
import { AppError, toErrorValue } from '../../../../shared/errors.ts';
import { statements } from '../../database.ts';
import type { Migration } from '../../domain.ts';
import type { OpenLog } from '../task-log.ts';
import type { Scope } from '../store.ts';
import type { LogFiles } from './log-files.ts';
import type { LogPlace, LogSource } from './log-handlers.ts';

/** Whatever takes a task instance away leaves its key behind, by which its logs are found and taken away, too. */
export const logMigrations: readonly Migration[] = [
  {
    id: 'task-logs-1',
    sql: `
      CREATE TABLE task_logs_gone (instance INTEGER PRIMARY KEY) STRICT;
      CREATE TRIGGER task_logs_follow AFTER DELETE ON task_instances BEGIN
        INSERT OR IGNORE INTO task_logs_gone VALUES (old.instance);
      END;
    `,
  },
];

/** Opens logs of tries, and takes away those of task instances that are gone before their keys are given out anew. */
export function openAfterSweep(db: DatabaseSync, files: LogFiles, complain: (line: string) => void): OpenLog {
  const sql = statements(db);
  const sweep = () => {
    // Asked before it is deleted, since the question takes no lock.
    if (sql('SELECT 1 FROM task_logs_gone LIMIT 1').get() === undefined) return;
    files.forget(sql('DELETE FROM task_logs_gone RETURNING instance').all().map((row) => row['instance'] as number));
  };
  return (instance, try_number) => {
    try {
      sweep();
    } catch (thrown) {
      complain(`Logs of tasks that are gone cannot be taken away: ${toErrorValue(thrown).message}`);
    }
    return files.open(instance, try_number);
  };
}

/** The log of a try that this platform's scheduler made. */
export function findOwnLog(db: DatabaseSync, files: LogFiles, { tenant_id, environment_id }: Scope, { dag_id, dag_run_id, task_id, map_index = -1, try_number }: LogPlace): LogSource {
  const text = `SELECT t.instance, t.try_number FROM dags d JOIN dag_runs r ON r.dag = d.dag JOIN task_instances t ON t.run = r.run
    WHERE d.tenant_id = ? AND d.environment_id = ? AND d.dag_id = ? AND r.dag_run_id = ? AND t.task_id = ? AND t.map_index = ?`;
  const row = statements(db)(text).get(tenant_id, environment_id, dag_id, dag_run_id, task_id, map_index) as { instance: number; try_number: number } | undefined;
  if (!row || try_number > row.try_number) throw new AppError('not_found', `Not found: try ${try_number} of ${task_id} in the run ${dag_run_id} of DAG ${dag_id}`);
  const { instance } = row;
  return {
    file: files.fileOf(instance, try_number),
    isOpen: files.isOpen(instance, try_number),
    changed: (signal) => files.changed(instance, try_number, signal),
  };
}
