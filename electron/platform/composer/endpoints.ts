import { composerEndpoints } from '../../../shared/contract/all.ts';
import { AppError, toErrorValue, type FieldProblem } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { implement, type Handlers } from '../domain.ts';
import type { Evaluator } from '../expressions/evaluator.ts';
import { pageOf, withoutNulls } from './apis.ts';
import { executionsOf } from './executions.ts';
import { testProblems, testsOf } from './judge.ts';
import { judgeAnswer } from './judge-answer.ts';
import { apisOf, endpointsOf } from './kinds.ts';

type Given = Readonly<Record<string, unknown>>;

/** [C-118…C-126] */
export function endpointHandlers(core: Core, evaluator: Evaluator): Handlers {
  const apis = apisOf(core);
  const endpoints = endpointsOf(core);
  const executions = executionsOf(core);

  return implement('composerEndpoints', composerEndpoints, {
    list: (query, { caller }) => pageOf(endpoints.all(withoutNulls(query), caller)),
    create(fields, { caller }) {
      apis.find(fields.api_id, caller);
      refuseProblems(problemsIn(fields));
      return endpoints.create(complete(fields), caller);
    },
    update({ id, ...fields }, { caller }) {
      if (fields.api_id !== undefined) apis.find(fields.api_id, caller);
      refuseProblems(problemsIn(fields));
      return endpoints.update(id, typeof fields.method === 'string' ? { ...fields, method: methodOf(fields.method) } : fields, caller);
    },
    enable: ({ id }, { caller }) => endpoints.update(id, { enabled: true }, caller), // [S-010]
    disable: ({ id }, { caller }) => endpoints.update(id, { enabled: false }, caller),
    test: ({ tests: given, ...input }, context) => {
      const endpoint = endpoints.find(input.endpoint_id, context.caller);
      const tests = testsOf(given ?? endpoint.tests);
      return executions.run('test', input, context, { judge: async (result) => ({ ...(await judgeAnswer(core, evaluator, endpoint, tests, result)) }) });
    },
    bulkUpdate({ ids, action }, { caller }) {
      const results = core.transaction(() => [...new Set(ids)].map((id) => {
        try {
          if (action === 'delete') endpoints.remove(id, caller);
          else endpoints.update(id, { enabled: action === 'enable' }, caller);
          return { id, error: null };
        } catch (thrown) {
          const { code, message } = toErrorValue(thrown);
          if (code === 'internal') throw thrown;
          return { id, error: message };
        }
      }));
      return { results };
    },
    arrange: ({ endpoints: given }, { caller }) =>
      core.transaction(() => {
        for (const api_id of new Set(given.map((place) => place.api_id))) if (api_id !== undefined) apis.find(api_id, caller);
        for (const { id, ...place } of given) endpoints.update(id, place, caller);
        return { endpoint_count: given.length };
      }),
    bulkCreate({ api_id, endpoints: given }, { caller }) {
      apis.find(api_id, caller);
      const problems = given.flatMap((one, index): FieldProblem[] => problemsIn({ api_id, ...one, path: one['path'] ?? '' }).map(({ path, message }) => ({ path: ['endpoints', index, ...path], message })));
      const [first] = problems;
      if (first) {
        const wrong = new Set(problems.map(({ path }) => path[1])).size;
        throw new AppError('invalid_input', `No endpoint was created: ${wrong} of ${given.length} cannot be. The first problem is in ${first.path.join('.')}: ${first.message}.`, { problems });
      }
      const rows = core.transaction(() => given.map((one) => endpoints.create(complete({ ...one, api_id }), caller)));
      return { endpoint_count: rows.length, endpoints: rows };
    },
  });
}

/** A new endpoint with what is left to be understood. */
function complete(fields: Given): Record<string, unknown> {
  const method = methodOf(typeof fields['method'] === 'string' ? fields['method'] : 'GET');
  return { headers: {}, parameters: [], ...fields, method, name: fields['name'] || `${method} ${fields['path'] as string}`, enabled: fields['enabled'] ?? true };
}

const methodOf = (given: string): string => given.trim().toUpperCase();

/** What is wrong with those fields of an endpoint that are given. */
export function problemsIn(fields: Given): FieldProblem[] {
  const problems: FieldProblem[] = testProblems(fields['tests']);
  for (const [field, value] of Object.entries(fields)) {
    const read = Object.hasOwn(composerEndpoints.fields, field) ? composerEndpoints.fields[field as 'name'].safeParse(value) : undefined;
    if (read?.error) problems.push({ path: [field], message: read.error.issues[0]!.message });
  }
  const { method } = fields;
  if (typeof method === 'string' && (!/^[A-Z][A-Z-]*$/.test(methodOf(method)) || methodOf(method) === 'CONNECT')) {
    problems.push({ path: ['method'], message: `“${method.slice(0, 40)}” is not a method that can be sent. Choose one such as GET or POST` });
  }
  return problems;
}

function refuseProblems(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first) throw new AppError('invalid_input', `${first.path.length > 1 ? `${first.path.join('.')}: ` : ''}${first.message}`, { problems });
}
