import { Link } from 'react-router-dom';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useList } from '../../state/lists.ts';
import { dagOf, type Run } from '../dags/airflow.ts';
import { StateBadge } from '../dags/state-badge.tsx';

export interface DagRunMark extends Run {
  readonly dagId: string;
}

/** The last runs of every DAG of this environment, newest first; live while the page is shown. */
export function useLatestRuns(): readonly DagRunMark[] {
  const { data } = useList({ group: 'dags', live: true });
  return data
    .map(dagOf)
    .flatMap(({ id, latest }) => latest.map((run) => ({ ...run, dagId: id })))
    .toSorted((a, b) => (b.start ?? b.logicalDate ?? '').localeCompare(a.start ?? a.logicalDate ?? ''));
}

/** One run as a line that leads to it. */
export function DagRunLine({ run: { dagId, id, state, start, end } }: { readonly run: DagRunMark }) {
  const at = end ?? start;
  return (
    <li>
      <Link to={`/dags/${encodeURIComponent(dagId)}?tab=runs&run=${encodeURIComponent(id)}`}>
        <span className="tr-mono tr-clip">{dagId}</span>
        <StateBadge state={state} />
        {at !== null && <TimeAgo at={at} />}
      </Link>
    </li>
  );
}
