import { composer, composerExecutions } from '../../../shared/contract/all.ts';
import type { CoreModule } from '../core.ts';
import { implement } from '../domain.ts';
import { cookieMigrations } from '../kept-cookies.ts';
import { createEvaluator } from '../expressions/evaluator.ts';
import { answerHandlers } from './answers/handlers.ts';
import { answerMigrations } from './answers/kept-answers.ts';
import { apiHandlers } from './apis.ts';
import { cookieHandlers } from './cookies.ts';
import { counterMigrations } from './counters.ts';
import { endpointHandlers } from './endpoints.ts';
import { ofEndpoint } from './execute-endpoint.ts';
import { exampleHandlers } from './examples.ts';
import { executionsOf } from './executions.ts';
import { checkHealth, healthMigrations } from './health.ts';
import { fetchedHandlers } from './fetched/handlers.ts';
import { sourceMigrations } from './fetched/sources.ts';
import { historyMigrations } from './history.ts';
import { interchangeHandlers } from './interchange/handlers.ts';
import { testsOf } from './judge.ts';
import { judgeAnswer } from './judge-answer.ts';
import { endpointsOf } from './kinds.ts';
import { documentMigrations } from './openapi/documents.ts';
import { openapiHandlers } from './openapi/handlers.ts';
import { reloadConfig } from './reload.ts';
import { suiteHandlers } from './suites/handlers.ts';
import { sealEndpoints, sealMigrations } from './seal-endpoints.ts';
import { uploadHandlers, uploadsOf } from './uploads.ts';
import { syncHandlers } from './sync/handlers.ts';
import { syncMigrations } from './sync/syncs.ts';
import { prepareWorkflow } from './workflow-executions.ts';
import { workflowHandlers } from './workflows.ts';

export { executeEndpoint } from './executions.ts';

/** The API composer: APIs, endpoints and workflows are rows like any other kind's; their runs have a history of their own. */
export const composerDomain: CoreModule = {
  migrations: [...historyMigrations, ...answerMigrations, ...counterMigrations, ...healthMigrations, ...documentMigrations, ...sourceMigrations, ...syncMigrations, ...sealMigrations, ...cookieMigrations],
  create(core) {
    sealEndpoints(core);
    const executions = executionsOf(core);
    const endpoints = endpointsOf(core);
    const evaluator = createEvaluator();
    const parts = { core, executions, evaluator };
    const answers = answerHandlers(core);
    return {
      handlers: {
        ...apiHandlers(core),
        ...endpointHandlers(core, evaluator),
        ...workflowHandlers(core),
        ...interchangeHandlers(core),
        ...openapiHandlers(core),
        ...fetchedHandlers(core),
        ...syncHandlers(core),
        ...suiteHandlers(core, evaluator),
        ...exampleHandlers(core),
        ...cookieHandlers(core),
        ...uploadHandlers(core),
        ...answers.handlers,
        ...implement('composerExecutions', composerExecutions, {
          execute: (input, context) => executions.run('execution', input, context), // [C-132]
          list: ({ endpoint_id, ...query }, { caller }) => executions.list('execution', { ...query, subject_id: endpoint_id }, caller), // [C-135]
          listTests: ({ endpoint_id, ...query }, { caller }) => executions.list('test', { ...query, subject_id: endpoint_id }, caller),
          status: ({ execution_id }, { caller }) => executions.find(execution_id, caller), // [C-133]
          cancel: ({ execution_id, reason }, { caller }) => executions.cancel(execution_id, reason, caller), // [C-134]
          replay: (input, context) => executions.replay(input, context),
          async retest({ execution_id, tests }, { caller, signal }) {
            const kept = ofEndpoint(executions.find(execution_id, caller));
            const endpoint = endpoints.find(kept.endpoint_id, caller);
            return { execution_id: kept.id, ...(await judgeAnswer(core, evaluator, endpoint, testsOf(tests ?? endpoint.tests), kept, signal)) };
          },
          executeWorkflow: async (input, { signal, ...runner }) => executions.launch('workflow', prepareWorkflow(parts, input, runner), signal), // [C-136]
          workflowRuns: ({ workflow_id, ...query }, { caller }) => executions.list('workflow', { ...query, subject_id: workflow_id }, caller),
        }),
        ...implement('composer', composer, {
          health: (_input, { caller, signal }) => checkHealth(core, evaluator, caller, signal), // [C-115]
          hotReload: ({ scope, force }, { caller }) => reloadConfig(core, scope, force, caller), // [C-114]
        }),
      },
      async stop() {
        await executions.stop();
        uploadsOf(core).close();
        await answers.stop();
        await evaluator.close();
      },
    };
  },
};
