import { join } from 'node:path';
import type { Core } from '../../core.ts';
import type { Handlers } from '../../domain.ts';
import type { FindAirflow } from '../airflow/client.ts';
import { createAirflowLogs } from '../airflow/logs.ts';
import { scopeOf } from '../scope.ts';
import type { OpenLog } from '../task-log.ts';
import { createLogFiles } from './log-files.ts';
import { logHandlers } from './log-handlers.ts';
import { createLogReader } from './log-reader.ts';
import { findOwnLog, openAfterSweep } from './own-logs.ts';

export interface TaskLogs {
  readonly openLog: OpenLog;
  readonly handlers: Handlers;
  stop(): Promise<void>;
}

/** The logs of tasks: written by the scheduler, and read wherever an environment's DAGs run. */
export function createTaskLogs(core: Core, airflowOf: FindAirflow): TaskLogs {
  const files = createLogFiles(join(core.data, 'task-logs'), core);
  const airflowLog = createAirflowLogs(join(core.data, 'airflow-logs'));
  const reader = createLogReader();
  return {
    openLog: openAfterSweep(core.db, files, core.log),
    handlers: logHandlers((place, { caller, signal }) => {
      const airflow = airflowOf(caller, signal);
      return airflow ? airflowLog(airflow, place) : findOwnLog(core.db, files, scopeOf(core, caller), place);
    }, reader),
    async stop() {
      await files.settled();
      await reader.stop();
    },
  };
}
