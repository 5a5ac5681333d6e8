import { composerApis } from '../../../shared/contract/all.ts';
import { isSecretMark } from '../../../shared/rules/secret-mark.ts';
import { inOrder } from '../../../shared/rules/endpoint-folders.ts';
import type { Core } from '../core.ts';
import { implement, type Handlers } from '../domain.ts';
import type { Fields } from '../rows.ts';
import { analyticsOf } from './analytics.ts';
import { executionsOf } from './executions.ts';
import { createSources } from './fetched/sources.ts';
import { apisOf, endpointsOf } from './kinds.ts';
import { createDocuments } from './openapi/documents.ts';

/** [C-105…C-113] */
export function apiHandlers(core: Core): Handlers {
  const apis = apisOf(core);
  const endpoints = endpointsOf(core);
  const documents = createDocuments(core);
  const sources = createSources(core);

  return implement('composerApis', composerApis, {
    list: (query, { caller }) => pageOf([...inOrder(apis.all(withoutNulls(query), caller))]),
    create: (fields, { caller }) => apis.create({ ...fields, enabled: fields.enabled ?? true, auth: fields.auth ?? { type: 'none', credentials: {} } }, caller),
    remove: ({ id }, { caller }) =>
      core.transaction(() => {
        apis.find(id, caller);
        for (const endpoint of endpoints.all({ api_id: id }, { ...caller, environment_id: '' })) endpoints.remove(endpoint.id, caller);
        apis.remove(id, caller);
        return { id };
      }),
    /** With its endpoints, with secrets of its own that are the same, and with the document that it can be synced with. */
    clone: ({ id, name }, { caller }) =>
      core.transaction(() => {
        const api = apis.find(id, caller);
        const copied = endpoints.all({ api_id: id }, caller).map((endpoint) => withMarkedHeaders(endpoint, core.secrets.reveal('composerEndpoints', endpoint.id, endpoint)));
        const copy = apis.create({ ...core.secrets.reveal('composerApis', id, api), name: name?.trim() || `${api.name} (copy)` }, caller);
        for (const endpoint of copied) endpoints.create({ ...endpoint, api_id: copy.id }, caller);
        const base = documents.find(id);
        if (base) documents.keep(copy.id, base);
        const source = sources.find(id);
        if (source) sources.keep(copy.id, source);
        return { ...copy, endpoint_count: copied.length };
      }),
    analytics: (query, { caller }) => analyticsOf(core, executionsOf(core).counters, query, caller),
  });
}

/** The clear row, of which the copy keeps those headers as secrets that are secrets in this one. */
function withMarkedHeaders(stored: Fields, clear: Fields): Fields {
  const [before, now] = [stored['headers'], clear['headers']];
  if (typeof before !== 'object' || before === null || typeof now !== 'object' || now === null) return clear;
  return { ...clear, headers: Object.fromEntries(Object.entries(now).map(([name, value]) => [name, isSecretMark((before as Fields)[name]) ? { value: value as unknown, secret: true } : (value as unknown)])) };
}

/** All the rows of a list that is not paged. */
export const pageOf = <R>(rows: R[]): { rows: R[]; total: number } => ({ rows, total: rows.length });

/** A filter that is null asks for nothing. */
export const withoutNulls = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null));
