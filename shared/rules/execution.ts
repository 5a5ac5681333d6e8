import type { ExecutionResult } from '../contract/http.ts';
import { defaultExecutionMode, executingText, executionErrorText, executionFailedText } from './constants.ts';

/** What stands for an execution's result where there is none of the server's. */

/** Who ran what, and when it began. `now` is in milliseconds since the epoch. */
export interface Run {
  readonly correlationId: string;
  readonly now: number;
  readonly known?: Partial<ExecutionResult> | undefined;
}

const result = ({ correlationId, now, known }: Run, own: Partial<ExecutionResult>): ExecutionResult => ({
  id: correlationId, correlationId, status: 0, statusText: '', data: null, headers: {}, duration: 0, timestamp: new Date(now).toISOString(),
  executedURL: '', basePath: '', endpointPath: '', requestId: correlationId, error: null, execution_mode: defaultExecutionMode,
  tenant_id: '', environment_id: '', api_id: '', endpoint_id: '', user_id: '', client_ip: null, user_agent: null, ...known, ...own,
});

/** Shown while it is under way: status 0 [S-011][E-073]. */
export const executing = (run: Run): ExecutionResult => result(run, { status: 0, statusText: executingText });

/** A target that could not be called: the synthetic 500, with the error [E-071]. */
export const executionError = (run: Run, error: string): ExecutionResult => result(run, { status: 500, statusText: executionErrorText, error });

/** An execution of which no result came: what the failure says, else 500 and 'Execution Failed' [S-012][E-072]. */
export const executionFailed = (run: Run, failure: { status?: number | undefined; statusText?: string | undefined; error?: string | undefined } = {}): ExecutionResult =>
  result(run, { status: failure.status ?? 500, statusText: failure.statusText ?? executionFailedText, error: failure.error ?? executionFailedText });
