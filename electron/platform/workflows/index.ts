import type { CoreModule } from '../core.ts';
import { flowHandlers } from './flows.ts';
import { nodeHandlers, nodeMigrations } from './nodes.ts';
import { recipeHandlers } from './recipes.ts';
import { createVersions, versionHandlers, versionMigrations } from './versions.ts';

export const workflowsDomain: CoreModule = {
  migrations: [...versionMigrations, ...nodeMigrations],
  create(core) {
    const versions = createVersions(core);
    return { handlers: { ...recipeHandlers(core, versions), ...versionHandlers(core, versions), ...nodeHandlers(core, versions), ...flowHandlers(core) } };
  },
};
