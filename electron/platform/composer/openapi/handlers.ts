import { setImmediate } from 'node:timers/promises';
import { composerApis } from '../../../../shared/contract/all.ts';
import type { Core } from '../../core.ts';
import { implement, type Caller, type Handlers } from '../../domain.ts';
import { apisOf, endpointsOf } from '../kinds.ts';
import { createDocuments, packed } from './documents.ts';
import { exportInThread } from './export-in-thread.ts';
import { exportSource } from './export-source.ts';
import type { Progress } from './import-document.ts';
import { importInThread } from './import-in-thread.ts';

/** OpenAPI documents in and out [C-111][C-112]. */
export function openapiHandlers(core: Core): Handlers {
  const apis = apisOf(core);
  const endpoints = endpointsOf(core);
  const documents = createDocuments(core);

  /** Reads outside of the database's turn, then writes everything or nothing. */
  async function importDocument(document: string, name: string | undefined, caller: Caller, signal: AbortSignal, progress: Progress) {
    const { api, endpoints: found, problems } = await importInThread(document, signal, { onProgress: (done, note) => progress(0.8 * done, note) });
    progress(0.8, `Storing ${found.length} endpoints`);
    const base = { document: await packed(document), skipped: {} };
    await setImmediate(); // a cancel that has arrived is heeded before anything is written
    signal.throwIfAborted();
    const api_id = core.transaction(() => {
      const { id } = apis.create({ ...api, name: name?.trim() || api.name, enabled: true }, caller);
      for (const endpoint of found) endpoints.create({ headers: {}, enabled: true, ...endpoint, api_id: id }, caller);
      documents.keep(id, base);
      return id;
    });
    return { api_id, endpoint_count: found.length, problems: [...problems] };
  }

  return implement('composerApis', composerApis, {
    async importOpenapi({ document, name, async }, { caller, signal }) {
      if (!async) return importDocument(document, name, caller, signal, () => undefined);
      const job_id = core.jobs.start('import-openapi', name ? `Import ${name}` : 'Import an OpenAPI document', caller, (job) =>
        importDocument(document, name, caller, job.signal, (done, note) => job.progress(done, note)));
      return { job_id };
    },
    /** No secret is in it: credentials are left empty [F-20]. */
    exportOpenapi: async ({ id, format = 'json' }, { caller, signal }) => ({ ...(await exportInThread(exportSource(core, id, caller), format, signal)) }),
  });
}
