import type { CoreModule } from '../core.ts';
import { authConfigHandlers } from './auth-configs.ts';
import { bulkUpdateMigrations } from './bulk-updates.ts';
import { connectorHandlers } from './connectors.ts';
import { documentHandlers } from './documents.ts';
import { openApiHandlers } from './open-apis.ts';

export const connectorsDomain: CoreModule = {
  migrations: bulkUpdateMigrations,
  create: (core) => ({ handlers: { ...connectorHandlers(core), ...documentHandlers(core), ...authConfigHandlers(core), ...openApiHandlers(core) } }),
};
