import { Tab, Tabs } from '@blueprintjs/core';
import { useEffect } from 'react';
import type { ExecutionResult } from '../../../shared/contract/http.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { readExecution, useExecutions, historyOf } from '../../state/executions.ts';
import { useList } from '../../state/lists.ts';
import { AnswerBody, rawText } from './answer-body.tsx';
import { AnswerHead } from './answer-head.tsx';
import { RunHistory } from './run-history.tsx';

interface AnswerPaneProps {
  readonly endpoint_id: string;
  /** The earlier run that the address names. */
  readonly picked: string | null;
  /** The tab that is shown. */
  readonly view: string;
  readonly onPick: (id: string | null) => void;
  readonly onView: (view: string) => void;
  /** Undefined while it cannot be sent. */
  readonly onSend: (() => void) | undefined;
  /** Goes to where the time limit is set. */
  readonly onLimit: () => void;
}

/** What came of a run: the latest of this window, or an earlier one that was picked. */
export function AnswerPane({ endpoint_id, picked, view, onPick, onView, onSend, onLimit }: AnswerPaneProps) {
  const run = useExecutions(({ runs }) => runs[endpoint_id]);
  const read = useExecutions(({ past }) => (picked === null ? undefined : past[picked]));
  const history = useList(historyOf(endpoint_id));
  const here = run && (picked === null || picked === run.result.id) ? run : undefined;
  // A run that is picked is read even where it is known here, so that it can be read again when the platform is away.
  useEffect(() => {
    if (picked !== null) void readExecution(picked);
  }, [picked]);
  // Until the whole of it is read, or where it cannot be, the list tells most of it.
  const summary = picked === null ? undefined : (history.data.find(({ id }) => id === picked) as Partial<ExecutionResult> | undefined);
  const result: Partial<ExecutionResult> | undefined = here?.result ?? (read?.ok ? read.data : undefined) ?? summary;
  const partly = here === undefined && read?.ok === false ? read.error.message : undefined;
  const headers = Object.entries(result?.headers ?? {});
  return (
    <section className="answer" aria-label="Answer">
      {result && <AnswerHead result={result} failure={here?.failure ?? null} partly={partly} onSend={onSend} onLimit={onLimit} />}
      {picked !== null && !result && read?.ok === false && <EmptyState title="This run cannot be shown" text={read.error.message} />}
      <Tabs id="answer" selectedTabId={view} renderActiveTabPanelOnly onChange={(next) => onView(String(next))}>
        <Tab id="pretty" title="Pretty" panel={result ? <AnswerBody result={result} /> : picked === null ? <NoAnswer /> : undefined} />
        <Tab id="raw" title="Raw" disabled={!result} panel={result && <pre className="answer-raw">{rawText(result)}</pre>} />
        <Tab id="headers" title="Headers" disabled={!result} tagContent={headers.length === 0 ? undefined : headers.length} panel={<Headers headers={headers} />} />
        <Tab id="history" title="History" panel={<RunHistory slice={history} endpoint_id={endpoint_id} current={picked ?? run?.result.id} onPick={onPick} />} />
      </Tabs>
    </section>
  );
}

const NoAnswer = () => <EmptyState title="No answer yet" text="Send the request, with Ctrl+Enter or the button, to see what comes back. Earlier runs are under History." />;

function Headers({ headers }: { readonly headers: readonly (readonly [string, string])[] }) {
  if (headers.length === 0) return <p className="answer-note form-note">The answer has no headers.</p>;
  return (
    <table className="tr-table answer-headers">
      <thead><tr><th scope="col">Header</th><th scope="col">Value</th></tr></thead>
      <tbody>{headers.map(([name, value]) => <tr key={name}><td className="tr-mono">{name}</td><td className="tr-mono">{value}</td></tr>)}</tbody>
    </table>
  );
}
