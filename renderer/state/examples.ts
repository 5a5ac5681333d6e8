import type { Row } from '../../shared/contract/entity.ts';
import type { ExecutionResult } from '../../shared/contract/http.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import { api } from '../api/client.ts';
import { refresh, useList, type Source } from './lists.ts';
import { scope } from './session.ts';

/** Answers that were worth a name. In an address, an example stands where a run can stand, with a mark before its id. */

const mark = 'example:';
export const exampleMark = (id: string): string => `${mark}${id}`;
export const isExample = (run: string | null): run is string => run !== null && run.startsWith(mark);

export const examplesOf = (endpoint_id: string): Source => ({ group: 'composerExamples', input: { endpoint_id } });
const exampleOf = (id: string): Source => ({ group: 'composerExamples', method: 'get', input: { id } });

/** An example as the result that it was made of, but for what belongs to the run alone; `run` is undefined where it is none. */
export function useExample(run: string | null): { readonly result: Partial<ExecutionResult> | undefined; readonly problem: string | undefined } {
  const slice = useList(isExample(run) ? exampleOf(run.slice(mark.length)) : null);
  const row = isExample(run) ? slice.data[0] : undefined;
  return { result: row && resultOf(row), problem: slice.error?.error.message };
}

const results = new WeakMap<Row, Partial<ExecutionResult>>();

/** The same object for the same row, so that its answer is laid out once. */
function resultOf(row: Row): Partial<ExecutionResult> {
  const known = results.get(row);
  if (known) return known;
  const { status, statusText, headers, data, data_kind, text, request, cut, created_at } = row;
  const url = (request as { readonly url?: unknown } | null | undefined)?.url;
  const timestamp = typeof created_at === 'string' ? { timestamp: created_at } : {};
  const result = { status, statusText, headers, data, data_kind, request, truncated: cut, error: null, executedURL: typeof url === 'string' ? url : '', ...(typeof text === 'string' ? { text } : {}), ...timestamp } as Partial<ExecutionResult>;
  results.set(row, result);
  return result;
}

/** Keeps the answer of a run under a name. Returns why it could not. */
export async function saveExample(endpoint_id: string, execution_id: string, name: string): Promise<ErrorValue | null> {
  const { tenant_id, environment_id } = scope();
  const reply = await api.composerExamples.save({ tenant_id, environment_id, execution_id, name });
  if (reply.ok) refresh(examplesOf(endpoint_id));
  return reply.ok ? null : reply.error;
}
