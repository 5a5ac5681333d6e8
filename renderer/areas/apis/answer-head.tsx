import { Button, Callout } from '@blueprintjs/core';
import { Duplicate, Refresh } from '@blueprintjs/icons';
import { defaultCancelReason } from '../../../shared/rules/constants.ts';
import type { ExecutionResult } from '../../../shared/contract/http.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { duration, size } from '../../components/measures.ts';
import { copyText } from '../../components/resource/copy-rows.ts';
import { TimeAgo } from '../../components/time-ago.tsx';
import { goTo } from '../../state/navigation.ts';
import { detailsOf } from '../../state/toasts.ts';
import { StatusTag } from './status-tag.tsx';

interface AnswerHeadProps {
  readonly result: Partial<ExecutionResult>;
  /** Why no result came of it. */
  readonly failure: ErrorValue | null;
  /** Why only the summary of an earlier run is known here. */
  readonly partly: string | undefined;
  /** It is not the latest run of this window. */
  readonly earlier: boolean;
  /** What the tests say, in a word or two. */
  readonly verdict: string | undefined;
  readonly onSend: (() => void) | undefined;
  /** Goes to where the time limit is set. */
  readonly onLimit: () => void;
  readonly onTests: () => void;
  readonly onLatest: () => void;
}

/** How a run went: status, time, size, address, and what failed. */
export function AnswerHead({ result, failure, partly, earlier, verdict, onSend, onLimit, onTests, onLatest }: AnswerHeadProps) {
  const { status = 0, statusText = '', executedURL = '', timestamp } = result;
  const executing = status === 0;
  const cancelled = failure?.code === 'cancelled' || result['state'] === 'cancelled';
  const bytes = result['bytes'];
  const notice = typeof result['notice'] === 'string' ? result['notice'] : '';
  return (
    <div className="answer-head">
      <div className="answer-figures" role="status" aria-label="Result">
        {cancelled ? <strong>Cancelled</strong> : <StatusTag status={status} text={statusText} />}
        {!executing && result.duration !== undefined && <span className="tr-number" title="Duration">{duration(result.duration)}</span>}
        {typeof bytes === 'number' && !executing && <span className="tr-number" title="Size of the body">{size(bytes)}</span>}
        {!executing && timestamp !== undefined && <TimeAgo at={timestamp} />}
        {result['sent_from'] === 'computer' && <span className="form-note" title="Kept in the activity log alone">from this computer</span>}
        {verdict !== undefined && <Button size="small" variant="minimal" text={`Tests: ${verdict}`} onClick={onTests} />}
        <span className="filter-space" />
        {earlier && <Button size="small" variant="minimal" text={result.id === undefined ? 'An example: go to the latest answer' : 'An earlier run: go to the latest'} onClick={onLatest} />}
      </div>
      {executing && !failure && <div className="tr-line" role="progressbar" aria-label="Executing" />}
      {executedURL !== '' && (
        <p className="answer-address">
          <code>{executedURL}</code>
          <Button size="small" variant="minimal" icon={<Duplicate size={12} />} aria-label="Copy the address" title="Copy the address" onClick={() => void copyText(executedURL, 'Address')} />
        </p>
      )}
      {partly !== undefined && <Callout compact intent="warning">Only the summary of this run is kept on this computer. {partly}</Callout>}
      {notice !== '' && <Callout compact intent="warning">{notice}</Callout>}
      {result.spooled?.gone === true && <Callout compact intent="warning">The answer was large, and all but its beginning is no longer kept.</Callout>}
      {result['truncated'] === true && <Callout compact intent="warning">The answer was longer than what is kept, and was cut.</Callout>}
      <Problem result={result} failure={failure} onSend={onSend} onLimit={onLimit} />
    </div>
  );
}

/** What failed [E-071], and what can be done about it. */
function Problem({ result, failure, onSend, onLimit }: Pick<AnswerHeadProps, 'result' | 'failure' | 'onSend' | 'onLimit'>) {
  const { error } = result;
  if (error === null || error === undefined) return null;
  const code = failure?.code ?? result['error_code'];
  if (code === 'cancelled') return <Callout compact>{failure ? `${defaultCancelReason}. Whether the server has acted on it is not known.` : error}</Callout>;
  return (
    <Callout compact intent="danger" role="alert">
      <div className="failure-text">
        <strong>{result.statusText}</strong>
        <div>{error}</div>
        {failure?.details !== undefined && <details><summary>Details</summary><pre>{detailsOf(failure)}</pre></details>}
      </div>
      <div className="failure-actions">
        {onSend && <Button size="small" icon={<Refresh size={14} />} text="Send again" onClick={onSend} />}
        {code === 'timeout' && <Button size="small" variant="minimal" text="Change the time limit" onClick={onLimit} />}
        {result.api_id !== undefined && result.api_id !== '' && code !== 'timeout' && (
          <Button size="small" variant="minimal" text="Check the API" onClick={() => goTo(`/apis/${encodeURIComponent(result.api_id ?? '')}`)} />
        )}
        <Button size="small" variant="minimal" text="Show call" onClick={() => goTo('/activity?search=composerExecutions.execute')} />
      </div>
    </Callout>
  );
}
