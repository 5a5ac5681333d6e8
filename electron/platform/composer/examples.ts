import { composerExamples } from '../../../shared/contract/composer-examples.ts';
import { longestExample } from '../../../shared/rules/constants.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { implement, type Handlers } from '../domain.ts';
import { pageOf, withoutNulls } from './apis.ts';
import { ofEndpoint } from './execute-endpoint.ts';
import { executionsOf } from './executions.ts';
import { endpointsOf } from './kinds.ts';

type Given = Readonly<Record<string, unknown>>;

/** Rows like any other kind's: they go with their endpoint. */
export function exampleHandlers(core: Core): Handlers {
  const examples = core.kinds.of('composerExamples');
  const executions = executionsOf(core);
  return implement('composerExamples', composerExamples, {
    list: (query, { caller }) => pageOf(examples.all(withoutNulls(query), caller).map(({ request: _request, headers: _headers, data: _data, text: _text, ...row }) => row)) as never,
    get: ({ id }, { caller }) => examples.find(id, caller) as never,
    save({ execution_id, name }, { caller }) {
      const run = ofEndpoint(executions.find(execution_id, caller));
      if (run.status === 0) throw new AppError('rejected', 'This run is still under way. Save its answer when it has ended.');
      endpointsOf(core).find(run.endpoint_id, caller);
      const { endpoint_id, status, statusText, headers, request, data_kind } = run;
      return examples.create({ name: name.trim(), endpoint_id, status, statusText, headers, request, data_kind, ...bodyOf(run) }, { ...caller, environment_id: run.environment_id }) as never;
    },
    update: ({ id, ...fields }, { caller }) => examples.update(id, fields, caller) as never,
    remove({ id }, { caller }) {
      examples.remove(id, caller);
      return { id };
    },
  });
}

/** The body as far as it is kept. JSON that is too long is kept as the beginning of its text. */
function bodyOf({ data, text, data_kind, spooled, truncated }: Given): Given {
  const whole = typeof text === 'string' ? text : typeof data === 'string' ? data : JSON.stringify(data ?? null);
  const cut = spooled !== undefined || truncated === true || whole.length > longestExample;
  if (whole.length <= longestExample) return { data, text, cut };
  return { data: data_kind === 'base64' ? whole.slice(0, longestExample - (longestExample % 4)) : whole.slice(0, longestExample), ...(data_kind === 'json' && { data_kind: 'text' }), cut };
}
