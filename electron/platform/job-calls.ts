import type { CoreModule } from './core.ts';
import { pageOf } from './kinds.ts';

/** Long work, as its starter follows and cancels it. */
export const jobsDomain: CoreModule = {
  migrations: [],
  create: ({ jobs }) => ({
    handlers: {
      'jobs.list': (_input, { caller }) => pageOf(jobs.list(caller)),
      'jobs.get': ({ id }, { caller }) => jobs.find(id as string, caller),
      'jobs.cancel': ({ id }, { caller }) => jobs.cancel(id as string, caller),
      'jobs.follow': ({ id }, { caller, signal }) => jobs.follow(id as string, caller, signal),
    },
  }),
};
