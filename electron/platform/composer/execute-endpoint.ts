import { randomUUID } from 'node:crypto';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { AppError, toErrorValue } from '../../../shared/errors.ts';
import { defaultExecutionMode, executingText, executionErrorText, failureStatus } from '../../../shared/rules/constants.ts';
import { execute } from '../../execution/execute.ts';
import { refuse, type AuthSpec, type ExecutionRequest, type Fields, type Outcome, type ResponseHeaders } from '../../execution/request.ts';
import type { Core } from '../core.ts';
import type { Caller, HandlerContext } from '../domain.ts';
import { fetchOptions } from '../fetch-options.ts';
import { uuidv7 } from '../ids.ts';
import { notFound } from '../kinds.ts';
import { requirePermission } from '../tenancy/access.ts';
import { composeRequest, hasAuth, type ComposerRow, type Overrides } from './compose-request.ts';
import { recordOf, requestAgain, shownHops, type RequestRecord } from './request-record.ts';

/** One run of an endpoint, from its rows to the result that is kept [N-030]. */

/** What whoever runs something says of the run itself. */
export interface RunMarks {
  readonly execution_mode?: string | undefined;
  /** The caller's own mark on this run. */
  readonly correlationId?: string | undefined;
}

export interface ExecutionInput extends Overrides, RunMarks {
  readonly endpoint_id: string;
  readonly api_id?: string | undefined;
  /** Fields of the endpoint in the place of what is saved; of `auth`, only that there is none of its own. */
  readonly edited?: Fields | null | undefined;
}

export interface ReplayInput extends RunMarks, Pick<Overrides, 'headers' | 'body' | 'auth'> {
  readonly execution_id: string;
}

/** Who runs something, and from where. */
export type Runner = Pick<HandlerContext, 'caller' | 'client'>;

export interface PreparedExecution {
  /** Status 0 and 'Executing...', until it has ended [S-011][E-073]. */
  readonly placeholder: ExecutionResult;
  /** How far it has come, where that can be told before its end. */
  readonly current?: (() => ExecutionResult) | undefined;
  /**
   * Sends it. A target that fails is a result, too: status 500, 'Execution Error' and the error's words [E-071].
   * Throws `invalid_input` where nothing could be sent.
   */
  send(signal: AbortSignal): Promise<ExecutionResult>;
}

/** Puts one run of an endpoint together. Throws `not_found`, `rejected` (disabled), `forbidden` or `invalid_input`. */
export function prepareExecution(core: Core, input: ExecutionInput, runner: Runner, more: Partial<ExecutionResult> = {}): PreparedExecution {
  // Who may only run an endpoint must not send another request with its credentials.
  if (input.edited) requirePermission('composerEndpoints.update', runner.caller);
  const rows = withEdits(findBoth(core, input, runner.caller), input.edited);
  const { api, endpoint } = rows;
  const auth = input.auth && revealed(core, rows, input.auth);
  const request = composeRequest(clear(core, 'composerApis', api), clear(core, 'composerEndpoints', endpoint), { ...input, auth }, environmentOf(core, rows.endpoint, runner.caller));
  return prepared(core, rows, request, recordOf(request, authSource(endpoint, input.auth), input.auth), { runner, input, more });
}

/** Puts a kept request together once more. It signs in as its endpoint does now, unless the run had its own authentication. */
export function prepareReplay(core: Core, kept: ExecutionResult, input: ReplayInput, runner: Runner): PreparedExecution {
  const record = ofEndpoint(kept)['request'] as RequestRecord | null | undefined;
  if (!record) throw new AppError('rejected', 'The request of this run was not kept. Run its endpoint anew.');
  const rows = findBoth(core, { endpoint_id: kept.endpoint_id }, runner.caller);
  const own = input.auth ?? (record.auth_of === 'run' ? record.auth : undefined);
  const auth = own && revealed(core, rows, own);
  // What the endpoint says now, of any path: the variables of its own are part of the kept address.
  const now = composeRequest(clear(core, 'composerApis', rows.api), { ...clear(core, 'composerEndpoints', rows.endpoint), path: '/' }, { auth }, environmentOf(core, rows.endpoint, runner.caller));
  const request = requestAgain(record, input, now);
  return prepared(core, rows, request, recordOf(request, authSource(rows.endpoint, own), own), { runner, input, more: { replay_of: kept.id } });
}

/** A run of a workflow has no request and no tests of its own. Throws `rejected`. */
export function ofEndpoint(kept: ExecutionResult): ExecutionResult {
  if (kept['workflow_id'] === undefined) return kept;
  throw new AppError('rejected', 'This is a run of a workflow. Take the run of one of its nodes, or run the workflow again.');
}

const editable = new Set(['method', 'path', 'parameters', 'headers', 'body', 'timeout_ms']);

/** The endpoint as it is on somebody's screen. What it is and whose it is stays as it is saved. */
function withEdits({ api, endpoint }: Rows, edited: Fields | null | undefined): Rows {
  if (!edited) return { api, endpoint };
  const changed = Object.entries(edited).filter(([name, value]) => editable.has(name) || (name === 'auth' && value === null));
  return { api, endpoint: { ...endpoint, ...Object.fromEntries(changed) } };
}

interface Rows {
  readonly api: ComposerRow;
  readonly endpoint: ComposerRow;
}

interface Occasion {
  readonly runner: Runner;
  readonly input: RunMarks;
  /** What the result says beside. */
  readonly more: Partial<ExecutionResult>;
}

function prepared(core: Core, { api, endpoint }: Rows, request: ExecutionRequest, record: RequestRecord, { runner, input, more }: Occasion): PreparedExecution {
  const started = core.now();
  const options = fetchOptions(core, runner.caller, text(endpoint['environment_id']) || runner.caller.environment_id);
  const placeholder: ExecutionResult = {
    ...begun(started, input, runner),
    executedURL: record.url,
    basePath: text(api['base_path']),
    endpointPath: text(endpoint['path']),
    environment_id: text(endpoint['environment_id']) || runner.caller.environment_id,
    api_id: api.id,
    endpoint_id: endpoint.id,
    name: label(endpoint),
    method: request.method,
    request: record,
    ...more,
  };
  return {
    placeholder,
    async send(signal) {
      try {
        return { ...placeholder, state: 'done', ...answered(await execute(request, { signal, ...options })) };
      } catch (thrown) {
        // What names a field of the input was refused before it was sent: that is the caller's to correct, not a result.
        if (thrown instanceof AppError && thrown.problems) throw thrown;
        return { ...placeholder, status: failureStatus, statusText: executionErrorText, duration: core.now() - started, ...failed(core, thrown) };
      }
    },
  };
}

/** What every run has from its beginning. Throws `invalid_input` for a mode that is not known. */
export function begun(started: number, { execution_mode: mode = defaultExecutionMode, correlationId }: RunMarks, { caller, client }: Runner): ExecutionResult {
  if (mode !== 'sync' && mode !== 'async') throw refuse('execution_mode', `“${mode.slice(0, 40)}” is not a way to run. Choose sync or async.`);
  return {
    id: uuidv7(started),
    correlationId: correlationId || randomUUID(),
    requestId: randomUUID(),
    status: 0,
    statusText: executingText,
    state: 'running',
    data: null,
    headers: {},
    duration: 0,
    timestamp: new Date(started).toISOString(),
    executedURL: '',
    basePath: '',
    endpointPath: '',
    error: null,
    execution_mode: mode,
    tenant_id: caller.tenant_id,
    environment_id: caller.environment_id,
    api_id: '',
    endpoint_id: '',
    user_id: caller.user_id,
    client_ip: client?.ip ?? null,
    user_agent: client?.user_agent ?? null,
  };
}

function findBoth({ kinds }: Core, { endpoint_id, api_id }: Pick<ExecutionInput, 'endpoint_id' | 'api_id'>, caller: Caller): Rows {
  const endpoint = kinds.of('composerEndpoints').find(endpoint_id, caller);
  if (api_id !== undefined && api_id !== '' && endpoint['api_id'] !== api_id) throw notFound('endpoint', endpoint_id);
  const api = kinds.of('composerApis').find(text(endpoint['api_id']), caller);
  for (const [what, row] of [['API', api], ['endpoint', endpoint]] as const) {
    if (row['enabled'] === false) throw new AppError('rejected', `The ${what} “${label(row)}” is disabled. Enable it and try again.`);
  }
  return { api, endpoint };
}

const clear = ({ secrets }: Core, group: string, row: ComposerRow) => secrets.reveal(group, row.id, row) as ComposerRow;

/** The row of the environment in which an API or an endpoint is, for its variables; in none, nothing. */
export function environmentOf(core: Core, row: ComposerRow, caller: Caller): Fields {
  const id = text(row['environment_id']) || caller.environment_id;
  return id === '' ? {} : clear(core, 'environments', core.kinds.of('environments').find(id, caller));
}

/** Marks in a run's own authentication stand for the secrets of the one that it takes the place of. */
function revealed({ secrets }: Core, { api, endpoint }: Rows, auth: AuthSpec): AuthSpec {
  const [group, row] = hasAuth(endpoint) ? (['composerEndpoints', endpoint] as const) : (['composerApis', api] as const);
  return secrets.reveal(group, row.id, { auth })['auth'] as AuthSpec;
}

function authSource(endpoint: ComposerRow, own: unknown): RequestRecord['auth_of'] {
  if (own) return 'run';
  return hasAuth(endpoint) ? 'endpoint' : 'api';
}

function answered({ status, status_text, data, headers, duration_ms, url, ...rest }: Outcome): Partial<ExecutionResult> {
  const { data_kind, bytes, truncated, redirects, attempts, timing, hops, notice } = rest;
  return {
    status, statusText: status_text, data, headers: flat(headers), duration: duration_ms, executedURL: url,
    data_kind, bytes, truncated, redirects, attempts, timing, hops: shownHops(hops), ...(notice === undefined ? {} : { notice }),
  };
}

function failed({ log }: Core, thrown: unknown): Partial<ExecutionResult> {
  const { code, message } = toErrorValue(thrown);
  if (code === 'internal') log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  return { state: code === 'cancelled' ? 'cancelled' : 'failed', error: message, error_code: code };
}

/** Several values of one header on one line each: cookies may hold commas. */
const flat = (headers: ResponseHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value]));

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const label = (row: ComposerRow): string => text(row['name']) || text(row['path']) || row.id;
