import { Fragment } from 'react';
import { nothing } from '../../../components/rows/row-table.tsx';
import { Took, When } from '../../../components/rows/times.tsx';
import type { Instance } from '../airflow.ts';
import { StateBadge } from '../state-badge.tsx';
import { Part } from './part.tsx';

interface WhereProps {
  readonly host: string | null;
  readonly pid: number | null;
}

/** The computer, and the process on it that runs the task. */
export function Where({ host, pid }: WhereProps) {
  if (host === null) return nothing;
  return <span title={pid === null ? host : `Process ${pid} on ${host}`}>{host}{pid !== null && <span className="tr-muted tr-mono"> {pid}</span>}</span>;
}

interface TriesProps {
  readonly tries: readonly Instance[];
  readonly now: number;
}

/** What came of each try of a task instance, the last one first; why it failed stands below it. */
export function Tries({ tries, now }: TriesProps) {
  return (
    <Part title="Tries">
      <div className="tries">
        <table className="tr-table">
          <thead><tr><th scope="col" className="tr-number">Try</th><th scope="col">State</th><th scope="col">Started</th><th scope="col">Ended</th><th scope="col" className="tr-number">Duration</th><th scope="col">Host</th></tr></thead>
          <tbody>
            {tries.toReversed().map(({ tryNumber, state, start, end, error, host, pid }) => (
              <Fragment key={tryNumber}>
                <tr data-failed={error === null ? undefined : ''}>
                  <td className="tr-number">{tryNumber}</td><td><StateBadge state={state} /></td>
                  <td><When at={start} now={now} /></td><td><When at={end} now={now} /></td><td className="tr-number"><Took start={start} end={end} now={now} /></td>
                  <td><Where host={host} pid={pid} /></td>
                </tr>
                {error !== null && <tr className="try-error"><td colSpan={6}>{error}</td></tr>}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
