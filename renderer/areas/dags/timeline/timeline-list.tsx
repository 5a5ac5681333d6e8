import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { durationText } from '../../../components/rows/duration.ts';
import { nothing, RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { pathOf } from '../../../state/areas.ts';
import { runPath } from '../paths.ts';
import { StateBadge } from '../state-badge.tsx';
import { useAddress } from '../../../components/use-address.ts';
import type { TimeWindow } from './time-scale.ts';
import { expected, type Run } from './timeline-bars.ts';
import { momentText } from './timeline-words.ts';

interface TimelineListProps {
  readonly dags: readonly { readonly id: string; readonly runs: readonly Run[] }[];
  readonly window: TimeWindow;
  readonly now: number;
}

/** Rows that are drawn at most. */
const most = 500;
const pathOfRun = ({ dag_id, run_id }: Run) => (run_id === null ? pathOf('dags', dag_id)! : runPath(dag_id, run_id));

const columnsOf = (now: number): RowColumn<Run>[] => [
  { name: 'dag', label: 'DAG', kind: 'mono', sortBy: ({ dag_id }) => dag_id, cell: (run) => <Link to={pathOfRun(run)} tabIndex={-1}>{run.dag_id}</Link> },
  { name: 'state', label: 'State', width: 130, sortBy: ({ state }) => state, cell: ({ state }) => (state === expected ? <span className="dag-state"><span className="timeline-key" /> expected</span> : <StateBadge state={state} />) },
  { name: 'type', label: 'Type', width: 110, cell: ({ type }) => type ?? nothing },
  { name: 'start', label: 'Start', width: 160, sortBy: ({ start }) => start, cell: ({ start }) => momentText(start) },
  { name: 'end', label: 'End', width: 160, sortBy: ({ end }) => end, cell: ({ end }) => (end === null ? nothing : momentText(end)) },
  { name: 'took', label: 'Duration', width: 120, kind: 'number', cell: ({ start, end, state }) => (end === null ? (state === expected ? nothing : durationText(now - start)) : `${state === expected ? 'about ' : ''}${durationText(end - start)}`) },
];

/** The timeline in words: the same runs as a table, the newest first. */
export function TimelineList({ dags, window, now }: TimelineListProps) {
  const navigate = useNavigate();
  const { search, put } = useAddress();
  const runs = useMemo(() => dags.flatMap((dag) => dag.runs).filter(({ start, end, state }) => start <= window.to && (end ?? (state === expected ? start : now)) >= window.from).toSorted((a, b) => b.start - a.start), [dags, window, now]);
  if (runs.length === 0) return <EmptyState title="No runs in this span" text="Go to another time, or show a wider span." />;
  return (
    <>
      {runs.length > most && <p className="timeline-note" role="status">The first {most} of {runs.length.toLocaleString()} runs are listed. Zoom in or filter to see the others.</p>}
      <div className="dag-scroll">
        <RowTable
          label="Runs of all DAGs" rows={runs.slice(0, most)} idOf={(run) => `${run.dag_id} ${run.run_id ?? run.start}`} columns={columnsOf(now)} chosen={null}
          sort={search.get('sort') ?? ''} onSort={(sort) => put({ sort })} onOpen={(run) => void navigate(pathOfRun(run))}
        />
      </div>
    </>
  );
}
