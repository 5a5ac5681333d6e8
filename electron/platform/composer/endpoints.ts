import { composerEndpoints } from '../../../shared/contract/all.ts';
import { refuse } from '../../execution/request.ts';
import type { Core } from '../core.ts';
import { implement, type Handlers } from '../domain.ts';
import { pageOf, withoutNulls } from './apis.ts';
import { executionsOf } from './executions.ts';
import { apisOf, endpointsOf } from './kinds.ts';

/** [C-118…C-125] */
export function endpointHandlers(core: Core): Handlers {
  const apis = apisOf(core);
  const endpoints = endpointsOf(core);
  const executions = executionsOf(core);

  return implement('composerEndpoints', composerEndpoints, {
    list: (query, { caller }) => pageOf(endpoints.all(withoutNulls(query), caller)),
    create(fields, { caller }) {
      apis.find(fields.api_id, caller);
      const method = methodOf(fields.method ?? 'GET');
      return endpoints.create({ headers: {}, parameters: [], ...fields, method, name: fields.name || `${method} ${fields.path}`, enabled: fields.enabled ?? true }, caller);
    },
    update({ id, ...fields }, { caller }) {
      if (fields.api_id !== undefined) apis.find(fields.api_id, caller);
      return endpoints.update(id, typeof fields.method === 'string' ? { ...fields, method: methodOf(fields.method) } : fields, caller);
    },
    enable: ({ id }, { caller }) => endpoints.update(id, { enabled: true }, caller), // [S-010]
    disable: ({ id }, { caller }) => endpoints.update(id, { enabled: false }, caller),
    test: (input, { caller, signal }) => executions.run('test', input, caller, signal),
  });
}

function methodOf(given: string): string {
  const method = given.trim().toUpperCase();
  if (!/^[A-Z][A-Z-]*$/.test(method) || method === 'CONNECT') throw refuse('method', `“${given.slice(0, 40)}” is not a method that can be sent. Choose one such as GET or POST.`);
  return method;
}
