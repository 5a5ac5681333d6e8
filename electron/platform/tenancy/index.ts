import type { CoreModule } from '../core.ts';
import { memberHandlers } from './members.ts';
import { placeHandlers } from './places.ts';
import { roleHandlers } from './roles.ts';
import { sessionHandlers } from './session.ts';

/** Tenants, environments, members and roles; its tables are those of memberships and access, which stand before all domains. */
export const tenancyDomain: CoreModule = {
  migrations: [],
  create: (core) => ({ handlers: { ...sessionHandlers(core), ...placeHandlers(core), ...memberHandlers(core), ...roleHandlers(core) } }),
};
