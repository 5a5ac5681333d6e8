import type { EndpointTest } from '../../../../shared/contract/endpoint-tests.ts';
import { composerSuites, type SuiteFile } from '../../../../shared/contract/suites.ts';
import { AppError, toErrorValue } from '../../../../shared/errors.ts';
import type { Core } from '../../core.ts';
import { implement, type Caller, type Handlers } from '../../domain.ts';
import type { Evaluator } from '../../expressions/evaluator.ts';
import { CutShort } from '../../jobs.ts';
import { executionsOf } from '../executions.ts';
import { testsOf } from '../judge.ts';
import { judgeAnswer } from '../judge-answer.ts';
import { apisOf, endpointsOf, type Endpoint } from '../kinds.ts';
import { answerSchemasOf } from '../openapi/answer-schemas.ts';
import { safeRows } from '../interchange/safe-rows.ts';
import { runSuite, type Outcome } from './run-suite.ts';

type Row = Readonly<Record<string, unknown>>;

/** The tests of many endpoints in one go, here or, exported, by the command line. */
export function suiteHandlers(core: Core, evaluator: Evaluator): Handlers {
  const apis = apisOf(core);
  const endpoints = endpointsOf(core);
  const executions = executionsOf(core);

  const chosen = (api_id: string, ids: readonly string[] | undefined, caller: Caller): Endpoint[] => {
    const own = endpoints.all({ api_id }, { ...caller, environment_id: '' });
    if (!ids) return own.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    const byId = new Map(own.map((one) => [one.id, one]));
    return ids.map((id) => byId.get(id) ?? endpoints.find(id, caller)).map((one) => {
      if (one.api_id !== api_id) throw new AppError('invalid_input', `“${one.name || one.path}” is not an endpoint of this API. Choose endpoints of one API.`);
      return one;
    });
  };

  async function sent(endpoint: Endpoint, variables: Row, caller: Caller, signal: AbortSignal): Promise<Outcome> {
    if (endpoint.enabled === false) return { state: 'skipped', error: 'Not run: the endpoint is disabled.' };
    const tests = testsOf(endpoint.tests);
    const result = await executions.run('test', { endpoint_id: endpoint.id, variables }, { caller, signal }, { judge: async (one) => ({ ...(await judgeAnswer(core, evaluator, endpoint, tests, one, signal)) }) });
    signal.throwIfAborted();
    const { id, status, statusText, duration, error, passed, assertions } = result as typeof result & Pick<Outcome, 'assertions'>;
    return { state: passed === true ? 'passed' : 'failed', execution_id: id, status, statusText, duration, error, assertions };
  }

  async function looked(endpoint: Endpoint, caller: Caller, signal: AbortSignal): Promise<Outcome> {
    const [last] = executions.list('execution', { subject_id: endpoint.id, limit: 1 }, caller).rows;
    if (last?.id === undefined) return { state: 'skipped', error: 'No answer of it is kept. Send it once.' };
    const kept = executions.find(last.id, caller);
    const { passed, assertions } = await judgeAnswer(core, evaluator, endpoint, testsOf(endpoint.tests), kept, signal);
    return { state: passed ? 'passed' : 'failed', execution_id: kept.id, status: kept.status, statusText: kept.statusText, duration: kept.duration, error: kept.error, assertions };
  }

  /** What its tests take from its document, which the file's reader does not have. */
  const schemasFor = async (endpoint: Endpoint) => (testsOf(endpoint.tests).some(isOfDocument) ? answerSchemasOf(core).of(endpoint) : undefined);

  return implement('composerSuites', composerSuites, {
    run({ api_id, endpoint_ids, data = [], variables = {}, source = 'send', async, ...options }, { caller, signal: own }) {
      const { name } = apis.find(api_id, caller);
      const plan = { name, endpoints: chosen(api_id, endpoint_ids, caller), data, ...options };
      const work = async (signal: AbortSignal, tell: (done: number, note: string) => void) => ({ api_id, ...(await runSuite(plan, {
        now: core.now, tell, signal,
        async run(endpoint, row) {
          try {
            return await (source === 'kept' ? looked(endpoint, caller, signal) : sent(endpoint, { ...variables, ...row }, caller, signal));
          } catch (thrown) {
            signal.throwIfAborted();
            return { state: 'failed', error: toErrorValue(thrown).message };
          }
        },
      })) });
      if (!async) return work(own, () => undefined);
      const job = async (signal: AbortSignal, tell: (done: number, note: string) => void) => {
        const report = await work(signal, tell);
        if (report.cancelled) throw new CutShort(report);
        return report;
      };
      return { job_id: core.jobs.start('run-suite', `Tests of ${name}`, caller, (one) => job(one.signal, (done, note) => one.progress(done, note))) };
    },

    /** No secret is in it: a placeholder stands for each, which whoever runs the file gives a value. */
    async exportFile({ api_id, endpoint_ids }, { caller }) {
      const rows = safeRows(core, api_id, undefined, caller);
      const byId = new Map(rows.endpoints.map((one) => [one.id, one]));
      const taken = await Promise.all(chosen(api_id, endpoint_ids, caller).map(async (endpoint): Promise<Row> => Object.assign({}, byId.get(endpoint.id)!, { response_schemas: await schemasFor(endpoint) })));
      const { name } = apis.find(api_id, caller);
      const file: SuiteFile = {
        format: 'trellis-suite', version: 1, name,
        api: only(rows.api, apiFields),
        endpoints: taken.map((one) => only(one, endpointFields)),
        variables: (rows.environment['variables'] ?? {}) as Record<string, unknown>,
      };
      const text = JSON.stringify(file);
      const placeholders = rows.placeholders.names().filter((one) => text.includes(`{{${one}}}`));
      return { text: `${JSON.stringify({ ...file, placeholders }, null, 2)}\n`, filename: `${fileStem(name)}.suite.json`, placeholders };
    },
  });
}

const apiFields = ['name', 'server_url', 'base_path', 'auth', 'variables'];
const endpointFields = ['name', 'method', 'path', 'enabled', 'parameters', 'headers', 'body', 'auth', 'timeout_ms', 'tests', 'response_schemas'];

const only = (row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined || row[name] === null ? [] : [[name, row[name]]])));

const isOfDocument = ({ comparison, expected }: EndpointTest) => comparison === 'schema' && (expected ?? null) === null;

const fileStem = (name: string) => name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 80) || 'api';
