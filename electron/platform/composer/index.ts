import { composer, composerExecutions } from '../../../shared/contract/all.ts';
import type { CoreModule } from '../core.ts';
import { implement } from '../domain.ts';
import { apiHandlers } from './apis.ts';
import { endpointHandlers } from './endpoints.ts';
import { executionsOf } from './executions.ts';
import { historyMigrations } from './history.ts';

export { executeEndpoint } from './executions.ts';

/** The API composer: APIs and endpoints are rows like any other kind's; their runs have a history of their own. */
export const composerDomain: CoreModule = {
  migrations: historyMigrations,
  create(core) {
    const executions = executionsOf(core);
    return {
      handlers: {
        ...apiHandlers(core),
        ...endpointHandlers(core),
        ...implement('composerExecutions', composerExecutions, {
          execute: (input, { caller, signal }) => executions.run('execution', input, caller, signal), // [C-132]
          list: (query, { caller }) => executions.list('execution', query, caller), // [C-135]
          status: ({ execution_id }, { caller }) => executions.find(execution_id, caller), // [C-133]
        }),
        ...implement('composer', composer, {
          health: () => ({ status: 'ok', timestamp: new Date(core.now()).toISOString() }), // [C-115]
        }),
      },
    };
  },
};
