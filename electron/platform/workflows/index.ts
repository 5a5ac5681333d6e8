import type { CoreModule } from '../core.ts';
import { runMigrations } from './engine/run-tables.ts';
import { workflowRunnerOf } from './engine/workflow-runner.ts';
import { flowHandlers } from './flows.ts';
import { nodeHandlers, nodeMigrations } from './nodes.ts';
import { forgetUnclaimed, recipeFileHandlers } from './recipe-files.ts';
import { shelfHandlers, shelfMigrations } from './recipe-shelf.ts';
import { recipeHandlers } from './recipes.ts';
import { runHandlers } from './runs.ts';
import { runtimeAgentHandlers } from './runtime-agent.ts';
import { createSaving } from './saving.ts';
import { createSchedules } from './schedule.ts';
import { versionHandlers } from './version-handlers.ts';
import { createVersions, versionMigrations } from './versions.ts';

export const workflowsDomain: CoreModule = {
  migrations: [...versionMigrations, ...nodeMigrations, ...shelfMigrations, ...runMigrations],
  create(core) {
    const versions = createVersions(core);
    const schedules = createSchedules(core);
    const saving = createSaving(core, versions, schedules);
    return {
      handlers: {
        ...recipeHandlers(core, versions, saving, schedules), ...versionHandlers(core, versions, saving), ...recipeFileHandlers(core, versions, saving, schedules),
        ...nodeHandlers(core, versions, saving), ...shelfHandlers(core), ...flowHandlers(core), ...runHandlers(core, versions),
        ...runtimeAgentHandlers(core, versions),
      },
      start() {
        forgetUnclaimed(core);
        workflowRunnerOf(core).resumeAll();
      },
      stop: () => workflowRunnerOf(core).stop(),
    };
  },
};
