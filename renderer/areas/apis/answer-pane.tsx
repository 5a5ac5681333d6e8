import { Tab, Tabs } from '@blueprintjs/core';
import { useEffect, useMemo } from 'react';
import type { EndpointTest } from '../../../shared/contract/endpoint-tests.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { useCommand } from '../../state/commands.ts';
import { judge, readExecution, useExecutions } from '../../state/executions.ts';
import { AnswerBody } from './answer-body.tsx';
import { AnswerExamples } from './answer-examples.tsx';
import { AnswerHead } from './answer-head.tsx';
import type { AnswerSource } from './answer-port.ts';
import { AnswerPreview, BinaryAnswer, hasPreview } from './answer-preview.tsx';
import { cookiesOf, fileName, isBinary, isEmptyAnswer, isJson, spooledOf, typeOf, type Result, type ShownRun } from './answer-run.ts';
import { Cookies, Headers, TestResults } from './answer-tables.tsx';
import { hopsOf, Timing, Wire } from './answer-wire.tsx';
import { RunDiff } from './run-diff-view.tsx';
import { RunHistory } from './run-history.tsx';

interface AnswerPaneProps {
  readonly endpoint_id: string;
  readonly endpoint: Row;
  readonly apiName: string;
  readonly shown: ShownRun;
  /** The earlier run that the address names. */
  readonly picked: string | null;
  /** The tab that is shown. */
  readonly view: string;
  /** The run with which the shown one is compared. */
  readonly against: string | null;
  /** The tests as they are edited. */
  readonly tests: readonly EndpointTest[];
  /** Puts something into the address, or takes it away. */
  readonly onPut: (changes: Readonly<Record<string, string | null>>) => void;
  /** Undefined while it cannot be sent. */
  readonly onSend: (() => void) | undefined;
  /** Takes the request of a run into the editor. */
  readonly onRestore: (record: Readonly<Record<string, unknown>>) => void;
}

const count = (value: number) => (value === 0 ? undefined : value);

/** What came of a run: the latest of this window, or an earlier one that was picked. */
export function AnswerPane({ endpoint_id, endpoint, apiName, shown, picked, view, against, tests, onPut, onSend, onRestore }: AnswerPaneProps) {
  const { result, failure, partly, assertions, unjudged, history } = shown;
  const id = result?.id;
  const whole = useWhole(result);
  /** The platform knows of it, and it has ended. */
  const kept = result !== undefined && result.status !== 0 && failure === null && result['sent_from'] !== 'computer';
  useCommand('answer.example', () => onPut({ view: 'examples' }));
  const headers = Object.entries(result?.headers ?? {}).flatMap(([name, value]) => value.split('\n').map((one) => [name, one] as const));
  const cookies = result ? cookiesOf(result).length : 0;
  const failed = assertions.filter(({ passed }) => !passed).length;
  const testWords = unjudged ? 'not looked at' : assertions.length === 0 ? undefined : failed === 0 ? `${assertions.length} passed` : `${failed} failed`;
  const again = id !== undefined && result?.status !== 0 && failure === null ? () => void judge(id, tests) : undefined;
  // A view that this answer has not shows the answer itself.
  const known = (view === 'preview' && !(result && hasPreview(result))) || (view === 'cookies' && cookies === 0) ? 'pretty' : view;
  return (
    <section className="answer" aria-label="Answer">
      {result && (
        <AnswerHead
          result={result} failure={failure} partly={partly} earlier={picked !== null} verdict={testWords} onSend={onSend}
          onLimit={() => onPut({ tab: 'settings' })} onTests={() => onPut({ view: 'tests' })} onLatest={() => onPut({ run: null })}
        />
      )}
      {picked !== null && !result && partly !== undefined && <EmptyState title="This run cannot be shown" text={partly} />}
      {id !== undefined && against !== null && against !== id && <RunDiff ids={[against, id]} history={history} onClose={() => onPut({ against: null })} />}
      <Tabs id="answer" selectedTabId={known} renderActiveTabPanelOnly onChange={(next) => onPut({ view: next === 'pretty' ? null : String(next) })}>
        <Tab id="pretty" disabled={false} title="Pretty" panel={result ? <Body result={result} raw={false} /> : picked === null ? <NoAnswer /> : undefined} />
        <Tab id="raw" title="Raw" disabled={!result} panel={result && <Body result={result} raw />} />
        {result && hasPreview(result) && <Tab id="preview" disabled={false} title="Preview" panel={<AnswerPreview result={result} />} />}
        <Tab id="headers" title="Headers" disabled={!result} tagContent={count(headers.length)} panel={<Headers headers={headers} />} />
        {cookies > 0 && <Tab id="cookies" disabled={false} title="Cookies" tagContent={cookies} panel={<Cookies result={result!} />} />}
        <Tab id="tests" title="Tests" disabled={!result} tagContent={count(assertions.length)} panel={<TestResults assertions={assertions} unjudged={unjudged} tests={tests.length} onAgain={again} />} />
        <Tab id="timing" title="Timing" disabled={!result} panel={result && <Timing result={result} />} />
        <Tab id="wire" title="Wire" disabled={!result} tagContent={result && hopsOf(result).length > 1 ? hopsOf(result).length : undefined} panel={whole && <Wire result={whole} />} />
        <Tab id="examples" disabled={false} title="Examples" panel={<AnswerExamples endpoint_id={endpoint_id} execution_id={kept ? id : undefined} picked={picked} onPut={onPut} onRestore={onRestore} />} />
        <Tab id="history" disabled={false} title="History" tagContent={count(history.data.length)} panel={<RunHistory endpoint_id={endpoint_id} endpoint={endpoint} apiName={apiName} current={picked ?? id} tests={tests} onPut={onPut} onRestore={onRestore} canSend={onSend !== undefined} />} />
      </Tabs>
    </section>
  );
}

/** A run with its request, which an answer of this window may lack. */
function useWhole(result: Result | undefined): Result | undefined {
  const id = result?.id;
  const lacks = result !== undefined && result.status !== 0 && result['request'] === undefined && id !== undefined;
  const read = useExecutions(({ past }) => (id === undefined ? undefined : past[id]));
  useEffect(() => {
    if (lacks) void readExecution(id);
  }, [lacks, id]);
  return lacks && read?.ok ? { ...result, request: read.data['request'] } : result;
}

const NoAnswer = () => <EmptyState title="No answer yet" text="Send the request, with Ctrl+Enter or the button, to see what comes back. Earlier runs are under History." />;

function Body({ result, raw }: { readonly result: Result; readonly raw: boolean }) {
  const source = useMemo((): AnswerSource => spooledOf(result) ?? (raw && result.text !== undefined ? { text: result.text } : { value: result.data }), [result, raw]);
  if (result.status === 0) return <p className="answer-note form-note">The answer stands here when it has come.</p>;
  if (isEmptyAnswer(result)) return result.error ? null : <p className="answer-note form-note">The answer has no body.</p>;
  if (isBinary(result)) return <BinaryAnswer result={result} />;
  return <AnswerBody source={source} kind={raw || !isJson(result) ? 'text' : 'json'} file={fileName(result)} type={typeOf(result) || 'text/plain'} />;
}
