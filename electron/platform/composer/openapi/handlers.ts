import { composerApis } from '../../../../shared/contract/all.ts';
import type { Core } from '../../core.ts';
import { implement, type Handlers } from '../../domain.ts';
import { exportInThread } from './export-in-thread.ts';
import { exportSource } from './export-source.ts';
import { mayChoose } from './from-document.ts';
import { takeIn } from './take-in.ts';

/** OpenAPI documents in and out [C-111][C-112]. */
export function openapiHandlers(core: Core): Handlers {
  return implement('composerApis', composerApis, {
    async importOpenapi({ document, name, async, environments, auth_configs }, { caller, signal }) {
      const given = { document, name, choices: { environments, auth_configs } };
      mayChoose(given.choices, caller);
      if (!async) return takeIn(core, given, caller, signal, () => undefined);
      const job_id = core.jobs.start('import-openapi', name ? `Import ${name}` : 'Import an OpenAPI document', caller, (job) =>
        takeIn(core, given, caller, job.signal, (done, note) => job.progress(done, note)));
      return { job_id };
    },
    /** No secret is in it: credentials are left empty [F-20]. */
    exportOpenapi: async ({ id, format = 'json' }, { caller, signal }) => ({ ...(await exportInThread(exportSource(core, id, caller), format, signal)) }),
  });
}
