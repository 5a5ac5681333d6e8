import type { Core, CoreModule } from '../core.ts';
import { createEvaluator } from '../expressions/evaluator.ts';
import { createAirflows } from './airflow/client.ts';
import { withAirflow } from './airflow/index.ts';
import { createBackfillRuns } from './backfill-runs.ts';
import { createBackfillStore } from './backfill-store.ts';
import { createDagSecrets } from './dag-secrets.ts';
import { createDeeds } from './deeds.ts';
import { createDueRuns } from './due-runs.ts';
import { createEventStore } from './event-store.ts';
import { dagHandlers } from './handlers.ts';
import { createJudge } from './judge/judge.ts';
import { logMigrations } from './logs/own-logs.ts';
import { createTaskLogs } from './logs/task-logs.ts';
import { patient } from './patience.ts';
import { createPlans } from './plan.ts';
import { createRunStore } from './run-store.ts';
import { createRunTimeouts } from './run-timeouts.ts';
import { createPoolStore } from './pool-store.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createDagStore } from './store.ts';
import { dagMigrations } from './tables.ts';
import { taskMigrations } from './task-tables.ts';

/** DAGs: definitions, runs, and the scheduler that takes them through their tasks. */
export const dagsDomain: CoreModule = {
  migrations: [...dagMigrations, ...taskMigrations, ...logMigrations],
  create(core: Core) {
    const evaluator = createEvaluator();
    const stores = { dags: createDagStore(core.db), runs: createRunStore(core.db), events: createEventStore(core.db), backfills: createBackfillStore(core.db), secrets: createDagSecrets(core.secrets), pools: createPoolStore(core.db) };
    const timeouts = createRunTimeouts({ core, ...stores, refresh: (runs) => scheduler.refresh(runs) });
    const plans = createPlans((dag, version) => stores.dags.definition(dag, version)!);
    const due = createDueRuns({ ...stores, plans, timeouts, backfills: createBackfillRuns({ ...stores, plans }) });
    const airflowOf = createAirflows(core);
    const logs = createTaskLogs(core, airflowOf);
    const judge = createJudge();
    const deeds = createDeeds(core, evaluator);
    const scheduler: Scheduler = createScheduler({ core, ...stores, plans, due, deeds, openLog: logs.openLog });
    return {
      handlers: { ...withAirflow(airflowOf, patient(dagHandlers({ core, ...stores, plans, judge, scheduler, deeds })), () => scheduler.trouble()), ...logs.handlers },
      start: () => scheduler.start(),
      async stop() {
        await scheduler.stop();
        await logs.stop();
        await judge.close();
        await evaluator.close();
      },
    };
  },
};
