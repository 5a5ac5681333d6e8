import { composerApis } from '../../../shared/contract/all.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers } from '../domain.ts';
import { analyticsOf } from './analytics.ts';
import { executionsOf } from './executions.ts';
import { apisOf, endpointsOf } from './kinds.ts';
import { importInThread } from './openapi/import-in-thread.ts';

/** [C-105…C-113] */
export function apiHandlers(core: Core): Handlers {
  const apis = apisOf(core);
  const endpoints = endpointsOf(core);

  /** Reads outside of the database's turn, then writes everything or nothing. */
  async function importDocument(document: string, name: string | undefined, caller: Caller, signal: AbortSignal) {
    const { api, endpoints: found, problems } = await importInThread(document, signal);
    const api_id = core.transaction(() => {
      const { id } = apis.create({ ...api, name: name?.trim() || api.name, enabled: true }, caller);
      for (const endpoint of found) endpoints.create({ headers: {}, ...endpoint, api_id: id, enabled: true }, caller);
      return id;
    });
    return { api_id, endpoint_count: found.length, problems: problems.map(({ where, message }) => ({ where, message })) };
  }

  return implement('composerApis', composerApis, {
    list: (query, { caller }) => pageOf(apis.all(withoutNulls(query), caller)),
    create: (fields, { caller }) => apis.create({ ...fields, enabled: fields.enabled ?? true, auth: fields.auth ?? { type: 'none', credentials: {} } }, caller),
    remove: ({ id }, { caller }) =>
      core.transaction(() => {
        apis.find(id, caller);
        for (const endpoint of endpoints.all({ api_id: id }, { ...caller, environment_id: '' })) endpoints.remove(endpoint.id, caller);
        apis.remove(id, caller);
        return { id };
      }),
    /** With its endpoints, and with secrets of its own that are the same. */
    clone: ({ id, name }, { caller }) =>
      core.transaction(() => {
        const api = apis.find(id, caller);
        const copied = endpoints.all({ api_id: id }, caller).map((endpoint) => core.secrets.reveal('composerEndpoints', endpoint.id, endpoint));
        const copy = apis.create({ ...core.secrets.reveal('composerApis', id, api), name: name?.trim() || `${api.name} (copy)` }, caller);
        for (const endpoint of copied) endpoints.create({ ...endpoint, api_id: copy.id }, caller);
        return { ...copy, endpoint_count: copied.length };
      }),
    analytics: (query, { caller }) => analyticsOf(core, executionsOf(core).counters, query, caller),
    async importOpenapi({ document, name, async }, { caller, signal }) {
      if (!async) return importDocument(document, name, caller, signal);
      const job_id = core.jobs.start('import-openapi', name ? `Import ${name}` : 'Import an OpenAPI document', caller, (job) => {
        job.progress(0, 'Reading the document');
        return importDocument(document, name, caller, job.signal);
      });
      return { job_id };
    },
  });
}

/** All the rows of a list that is not paged. */
export const pageOf = <R>(rows: R[]): { rows: R[]; total: number } => ({ rows, total: rows.length });

/** A filter that is null asks for nothing. */
export const withoutNulls = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null));
