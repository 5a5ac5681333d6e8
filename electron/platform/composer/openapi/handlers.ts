import { composerApis } from '../../../../shared/contract/all.ts';
import type { Core } from '../../core.ts';
import { implement, type Handlers } from '../../domain.ts';
import { exportInThread } from './export-in-thread.ts';
import { exportSource } from './export-source.ts';
import { takeIn } from './take-in.ts';

/** OpenAPI documents in and out [C-111][C-112]. */
export function openapiHandlers(core: Core): Handlers {
  return implement('composerApis', composerApis, {
    async importOpenapi({ document, name, async }, { caller, signal }) {
      if (!async) return takeIn(core, { document, name }, caller, signal, () => undefined);
      const job_id = core.jobs.start('import-openapi', name ? `Import ${name}` : 'Import an OpenAPI document', caller, (job) =>
        takeIn(core, { document, name }, caller, job.signal, (done, note) => job.progress(done, note)));
      return { job_id };
    },
    /** No secret is in it: credentials are left empty [F-20]. */
    exportOpenapi: async ({ id, format = 'json' }, { caller, signal }) => ({ ...(await exportInThread(exportSource(core, id, caller), format, signal)) }),
  });
}
