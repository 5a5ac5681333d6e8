import { useEffect } from 'react';
import type { Assertion } from '../../../shared/contract/endpoint-tests.ts';
import type { ExecutionResult } from '../../../shared/contract/http.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { historyOf, readExecution, useExecutions } from '../../state/executions.ts';
import { isExample, useExample } from '../../state/examples.ts';
import { useList, type ListSlice } from '../../state/lists.ts';

export type Result = Partial<ExecutionResult>;

/** The run that a screen shows: the latest of this window, or an earlier one that was picked. */
export interface ShownRun {
  readonly result: Result | undefined;
  /** Why no result came of it. */
  readonly failure: ErrorValue | null;
  /** Why only the summary of an earlier run is known here. */
  readonly partly: string | undefined;
  /** What tests say of it. */
  readonly assertions: readonly Assertion[];
  /** Why its tests could not be looked at. */
  readonly unjudged: ErrorValue | undefined;
  readonly history: ListSlice;
}

const noAssertions: readonly Assertion[] = [];

export function useShownRun(endpoint_id: string, picked: string | null): ShownRun {
  const example = useExample(picked);
  const run = useExecutions(({ runs }) => runs[endpoint_id]);
  const read = useExecutions(({ past }) => (picked === null ? undefined : past[picked]));
  const history = useList(historyOf(endpoint_id));
  const here = run && (picked === null || picked === run.result.id) ? run : undefined;
  // A run that is picked is read even where it is known here, so that it can be read again when the platform is away.
  useEffect(() => {
    if (picked !== null && !isExample(picked)) void readExecution(picked);
  }, [picked]);
  // Until the whole of it is read, or where it cannot be, the list tells most of it.
  const summary = picked === null ? undefined : (history.data.find(({ id }) => id === picked) as Result | undefined);
  const result = example.result ?? here?.result ?? (read?.ok ? read.data : undefined) ?? summary;
  const judged = useExecutions((state) => (result?.id === undefined ? undefined : state.judged[result.id]));
  const own = result?.['assertions'];
  return {
    result, history,
    failure: here?.failure ?? null,
    partly: example.problem ?? (here === undefined && read?.ok === false ? read.error.message : undefined),
    assertions: (judged?.ok ? judged.data.assertions : undefined) ?? (Array.isArray(own) ? (own as Assertion[]) : noAssertions),
    unjudged: judged?.ok === false ? judged.error : undefined,
  };
}

const header = (result: Result, name: string) => Object.entries(result.headers ?? {}).find(([one]) => one.toLowerCase() === name)?.[1];
export const typeOf = (result: Result): string => header(result, 'content-type') ?? '';
export const isBinary = (result: Result): boolean => result['data_kind'] === 'base64';
/** An answer of which the platform keeps the rest: `data` is its beginning. */
export function spooledOf(result: Result): { readonly execution_id: string; readonly bytes: number } | undefined {
  const { id, spooled } = result;
  return id !== undefined && spooled && spooled.gone !== true ? { execution_id: id, bytes: spooled.bytes } : undefined;
}

export const isEmptyAnswer = ({ data }: Result): boolean => data === null || data === undefined || data === '';
export const isJson = (result: Result): boolean => !isBinary(result) && (result['data_kind'] === 'json' || typeof result.data !== 'string' || (result.spooled !== undefined && /^\uFEFF?\s*[[{]/.test(result.data)));

/** A name for the file that an answer is saved as. */
export function fileName(result: Result): string {
  const last = (result.executedURL ?? '').split(/[?#]/)[0]?.split('/').findLast((part) => part !== '') ?? '';
  const stem = /^[\w.-]{1,80}$/.test(last) ? last.replace(/\.\w{1,5}$/, '') : 'answer';
  const [, subtype = ''] = /^\w+\/(?:[\w.-]+\+)?([\w-]+)/.exec(typeOf(result)) ?? [];
  return `${stem}.${isJson(result) ? 'json' : ({ 'plain': 'txt', 'jpeg': 'jpg', 'octet-stream': 'bin', 'svg': 'svg', '': 'txt' }[subtype] ?? subtype)}`;
}

/** The cookies that an answer sets, one a line in the header that they come in. */
export function cookiesOf(result: Result): { readonly name: string; readonly value: string; readonly attributes: string }[] {
  return (header(result, 'set-cookie') ?? '').split('\n').filter((line) => line.trim() !== '').map((line) => {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    return { name: pair.slice(0, Math.max(0, at)).trim(), value: pair.slice(at + 1).trim(), attributes: attributes.map((one) => one.trim()).join('; ') };
  });
}
