import { randomUUID } from 'node:crypto';
import type { ExecutionResult } from '../../../shared/contract/http.ts';
import { AppError, toErrorValue } from '../../../shared/errors.ts';
import { defaultExecutionMode, executingText, executionErrorText, failureStatus } from '../../../shared/rules/constants.ts';
import { execute, type ExecuteOptions } from '../execute.ts';
import { refuse, type ExecutionRequest, type Fields, type Outcome, type ResponseHeaders } from '../request.ts';
import { hasAuth, type ComposerRow } from './compose-request.ts';
import { shownHops, type RequestRecord } from './request-record.ts';

/** One run of an endpoint, from its request to the result that is shown [N-030]: the same wherever it is sent from. */

/** What whoever runs something says of the run itself. */
export interface RunMarks {
  readonly execution_mode?: string | undefined;
  /** The caller's own mark on this run. */
  readonly correlationId?: string | undefined;
}

/** Who runs something, and from where. */
export interface RunOf {
  readonly caller: { readonly user_id: string; readonly tenant_id: string; readonly environment_id: string };
  readonly client?: { readonly ip: string | null; readonly user_agent: string | null } | undefined;
}

export interface PreparedExecution {
  /** Status 0 and 'Executing...', until it has ended [S-011][E-073]. */
  readonly placeholder: ExecutionResult;
  /** How far it has come, where that can be told before its end. */
  readonly current?: (() => ExecutionResult) | undefined;
  /** What is masked in all that is kept of it, though whoever runs it sees it. */
  readonly hides?: (() => readonly string[]) | undefined;
  /**
   * Sends it. A target that fails is a result, too: status 500, 'Execution Error' and the error's words [E-071].
   * Throws `invalid_input` where nothing could be sent.
   */
  send(signal: AbortSignal): Promise<ExecutionResult>;
}

export interface Rows {
  readonly api: ComposerRow;
  readonly endpoint: ComposerRow;
}

export interface Occasion {
  readonly id: string;
  readonly runner: RunOf;
  readonly input: RunMarks;
  /** What the result says beside. */
  readonly more: Partial<ExecutionResult>;
  readonly options: Omit<ExecuteOptions, 'signal'>;
  readonly now: () => number;
  /** Takes a fault of our own, which the result does not tell. */
  readonly log: (line: string) => void;
}

/** A request that is ready to be sent. `record` is what is told of it. */
export function preparedRun({ api, endpoint }: Rows, request: ExecutionRequest, record: RequestRecord, { id, runner, input, more, options, now, log }: Occasion): PreparedExecution {
  const started = now();
  const placeholder: ExecutionResult = {
    ...begun(id, started, input, runner),
    executedURL: record.url,
    basePath: text(api['base_path']),
    endpointPath: text(endpoint['path']),
    environment_id: text(endpoint['environment_id']) || runner.caller.environment_id,
    api_id: api.id,
    endpoint_id: endpoint.id,
    name: labelOf(endpoint),
    method: request.method,
    request: record,
    ...more,
  };
  return {
    placeholder,
    async send(signal) {
      try {
        return { ...placeholder, state: 'done', ...answered(await execute(request, { signal, ...options }), record) };
      } catch (thrown) {
        // What names a field of the input was refused before it was sent: that is the caller's to correct, not a result.
        if (thrown instanceof AppError && thrown.problems) throw thrown;
        return { ...placeholder, status: failureStatus, statusText: executionErrorText, duration: now() - started, ...failed(thrown, log) };
      }
    },
  };
}

/** What every run has from its beginning. Throws `invalid_input` for a mode that is not known. */
export function begun(id: string, started: number, { execution_mode: mode = defaultExecutionMode, correlationId }: RunMarks, { caller, client }: RunOf): ExecutionResult {
  if (mode !== 'sync' && mode !== 'async') throw refuse('execution_mode', `“${mode.slice(0, 40)}” is not a way to run. Choose sync or async.`);
  return {
    id,
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

const editable = new Set(['method', 'path', 'parameters', 'headers', 'body', 'timeout_ms']);

/** The endpoint as it is on somebody's screen. What it is and whose it is stays as it is saved; of `auth`, edits say only that there is none of its own. */
export function withEdits({ api, endpoint }: Rows, edited: Fields | null | undefined): Rows {
  if (!edited) return { api, endpoint };
  const changed = Object.entries(edited).filter(([name, value]) => editable.has(name) || (name === 'auth' && value === null));
  return { api, endpoint: { ...endpoint, ...Object.fromEntries(changed) } };
}

/** Throws `rejected` where one of them is disabled. */
export function checkEnabled({ api, endpoint }: Rows): void {
  for (const [what, row] of [['API', api], ['endpoint', endpoint]] as const) {
    if (row['enabled'] === false) throw new AppError('rejected', `The ${what} “${labelOf(row)}” is disabled. Enable it and try again.`);
  }
}

/** Whose authentication a run has. */
export function authSource(endpoint: ComposerRow, own: unknown): RequestRecord['auth_of'] {
  if (own) return 'run';
  return hasAuth(endpoint) ? 'endpoint' : 'api';
}

function answered({ status, status_text, data, headers, duration_ms, url, ...rest }: Outcome, record: RequestRecord): Partial<ExecutionResult> {
  const { data_kind, bytes, truncated, spooled, redirects, attempts, timing, hops, notice, text: came } = rest;
  return {
    status, statusText: status_text, data, headers: flat(headers), duration: duration_ms, executedURL: url,
    ...(data_kind === 'json' && came !== null && came !== JSON.stringify(data) ? { text: came } : {}),
    data_kind, bytes, truncated, redirects, attempts, timing, hops: shownHops(hops, record), ...(notice === undefined ? {} : { notice }), ...(spooled && { spooled }),
  };
}

function failed(thrown: unknown, log: Occasion['log']): Partial<ExecutionResult> {
  const { code, message } = toErrorValue(thrown);
  if (code === 'internal') log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  return { state: code === 'cancelled' ? 'cancelled' : 'failed', error: message, error_code: code };
}

/** Several values of one header on one line each: cookies may hold commas. */
const flat = (headers: ResponseHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value]));

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const labelOf = (row: ComposerRow): string => text(row['name']) || text(row['path']) || row.id;
