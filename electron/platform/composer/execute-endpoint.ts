import { randomUUID } from 'node:crypto';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { AppError, toErrorValue } from '../../../shared/errors.ts';
import { defaultExecutionMode, executingText, executionErrorText, failureStatus } from '../../../shared/rules/constants.ts';
import { execute } from '../../execution/execute.ts';
import type { AuthSpec, Outcome, ResponseHeaders } from '../../execution/request.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { uuidv7 } from '../ids.ts';
import { notFound } from '../kinds.ts';
import { composeRequest, hasAuth, type ComposerRow, type Overrides } from './compose-request.ts';

/** One run of an endpoint, from its rows to the result that is kept [N-030]. */

export interface ExecutionInput extends Overrides {
  readonly endpoint_id: string;
  readonly api_id?: string | undefined;
  readonly execution_mode?: string | undefined;
  /** The caller's own mark on this run. */
  readonly correlationId?: string | undefined;
}

export interface PreparedExecution {
  /** Status 0 and 'Executing...', until it has ended [S-011][E-073]. */
  readonly placeholder: ExecutionResult;
  /**
   * Sends it. A target that fails is a result, too: status 500, 'Execution Error' and the error's words [E-071].
   * Throws `invalid_input` where nothing could be sent.
   */
  send(signal: AbortSignal): Promise<ExecutionResult>;
}

/** Puts one run of an endpoint together. Throws `not_found`, `rejected` (disabled) or `invalid_input`. */
export function prepareExecution(core: Core, input: ExecutionInput, caller: Caller): PreparedExecution {
  const { api, endpoint } = findBoth(core, input, caller);
  for (const [what, row] of [['API', api], ['endpoint', endpoint]] as const) {
    if (row['enabled'] === false) throw new AppError('rejected', `The ${what} “${label(row)}” is disabled. Enable it and try again.`);
  }
  const auth = input.auth && (revealed(core, api, endpoint, input.auth) as ExecutionInput['auth']);
  const request = composeRequest(clear(core, 'composerApis', api), clear(core, 'composerEndpoints', endpoint), { ...input, auth });
  const started = core.now();
  const placeholder: ExecutionResult = {
    id: uuidv7(started),
    correlationId: input.correlationId || randomUUID(),
    requestId: randomUUID(),
    status: 0,
    statusText: executingText,
    data: null,
    headers: {},
    duration: 0,
    timestamp: new Date(started).toISOString(),
    executedURL: request.url,
    basePath: text(api['base_path']),
    endpointPath: text(endpoint['path']),
    error: null,
    execution_mode: input.execution_mode ?? defaultExecutionMode,
    tenant_id: caller.tenant_id,
    environment_id: text(endpoint['environment_id']) || caller.environment_id,
    api_id: api.id,
    endpoint_id: endpoint.id,
    user_id: caller.user_id,
    client_ip: null,
    user_agent: null,
    method: request.method,
  };
  return {
    placeholder,
    async send(signal) {
      try {
        return { ...placeholder, ...answered(await execute(request, { signal })) };
      } catch (thrown) {
        // What names a field of the input was refused before it was sent: that is the caller's to correct, not a result.
        if (thrown instanceof AppError && thrown.problems) throw thrown;
        return { ...placeholder, status: failureStatus, statusText: executionErrorText, duration: core.now() - started, ...failed(core, thrown) };
      }
    },
  };
}

function findBoth({ kinds }: Core, { endpoint_id, api_id }: ExecutionInput, caller: Caller): { api: ComposerRow; endpoint: ComposerRow } {
  const endpoint = kinds.of('composerEndpoints').find(endpoint_id, caller);
  if (api_id !== undefined && api_id !== '' && endpoint['api_id'] !== api_id) throw notFound('endpoint', endpoint_id);
  return { endpoint, api: kinds.of('composerApis').find(text(endpoint['api_id']), caller) };
}

const clear = ({ secrets }: Core, group: string, row: ComposerRow) => secrets.reveal(group, row.id, row) as ComposerRow;

/** Marks in a run's own authentication stand for the secrets of the one that it takes the place of. */
function revealed({ secrets }: Core, api: ComposerRow, endpoint: ComposerRow, auth: AuthSpec): unknown {
  const [group, row] = hasAuth(endpoint) ? (['composerEndpoints', endpoint] as const) : (['composerApis', api] as const);
  return secrets.reveal(group, row.id, { auth })['auth'];
}

function answered({ status, status_text, data, headers, duration_ms, url, ...rest }: Outcome): Partial<ExecutionResult> {
  const { data_kind, bytes, truncated, redirects, timing, notice } = rest;
  return {
    status, statusText: status_text, data, headers: flat(headers), duration: duration_ms, executedURL: url,
    data_kind, bytes, truncated, redirects, timing, ...(notice === undefined ? {} : { notice }),
  };
}

function failed({ log }: Core, thrown: unknown): Partial<ExecutionResult> {
  const { code, message } = toErrorValue(thrown);
  if (code === 'internal') log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  return { error: message, error_code: code };
}

/** Several values of one header on one line each: cookies may hold commas. */
const flat = (headers: ResponseHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value]));

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const label = (row: ComposerRow): string => text(row['name']) || text(row['path']) || row.id;
