import type { ExecutionResult } from '../../../shared/contract/http.ts';
import { duration } from '../../components/measures.ts';
import { AsOf } from '../../components/resource/as-of.tsx';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { historyOf } from '../../state/executions.ts';
import { refresh, type ListSlice } from '../../state/lists.ts';
import { StatusTag } from './status-tag.tsx';

interface RunHistoryProps {
  readonly slice: ListSlice;
  readonly endpoint_id: string;
  /** The run that is shown. */
  readonly current: string | undefined;
  readonly onPick: (id: string) => void;
}

/** Earlier runs of the endpoint, newest first: the platform keeps 100 of each [K-016]. Choosing one shows it. */
export function RunHistory({ slice: { data, meta, loading, error }, endpoint_id, current, onPick }: RunHistoryProps) {
  if (error) return <Failure failure={error} onRetry={() => refresh(historyOf(endpoint_id))} />;
  if (!meta) return loading ? <Skeleton label="Loading earlier runs" /> : null;
  if (data.length === 0) return <p className="answer-note form-note">This endpoint has not been run yet.</p>;
  return (
    <>
      <AsOf meta={meta} />
      <ul className="runs" aria-label="Earlier runs">
        {data.map((row) => {
          const { status = 0, statusText = '', timestamp, duration: took = 0, executedURL = '' } = row as Partial<ExecutionResult>;
          return (
            <li key={row.id}>
              <button type="button" aria-current={row.id === current} onClick={() => onPick(row.id)}>
                <StatusTag status={status} text={statusText} />
                <span className="tr-clip tr-mono" title={executedURL}>{executedURL}</span>
                <span className="tr-number">{duration(took)}</span>
                {timestamp !== undefined && <TimeAgo at={timestamp} />}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
