import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { runsOf } from '../../state/dags.ts';
import { refresh, useList } from '../../state/lists.ts';
import { runOf, type Run } from './airflow.ts';
import { runPath } from './paths.ts';
import { PanelStates } from './panel-states.tsx';
import { nothing, RowTable, type RowColumn } from './row-table.tsx';
import { StateBadge } from './state-badge.tsx';
import { Took, When } from './times.tsx';
import { useAddress } from './use-address.ts';
import { useClock } from './use-clock.ts';

const isOpen = ({ end }: Run) => end === null;

const columnsOf = (dag_id: string, now: number): RowColumn<Run>[] => [
  { name: 'state', label: 'State', width: 120, cell: ({ state }) => <StateBadge state={state} /> },
  { name: 'id', label: 'Run', kind: 'mono', cell: ({ id }) => <Link to={runPath(dag_id, id)} tabIndex={-1} title={id}>{id}</Link> },
  { name: 'type', label: 'Type', width: 100, cell: ({ type }) => type ?? nothing },
  { name: 'date', label: 'Logical date', width: 150, cell: ({ logicalDate }) => <When at={logicalDate} now={now} /> },
  { name: 'took', label: 'Duration', width: 110, kind: 'number', cell: ({ start, end }) => <Took start={start} end={end} now={now} /> },
  { name: 'conf', label: 'Conf', kind: 'mono', cell: ({ conf }) => (Object.keys(conf).length === 0 ? nothing : JSON.stringify(conf)) },
];

/** The runs of a DAG, newest first; what is under way is seen to go on. */
export function DagRuns({ dag_id }: { readonly dag_id: string }) {
  const source = runsOf(dag_id);
  const slice = useList(source);
  const { put } = useAddress();
  const runs = slice.data.map(runOf);
  const now = useClock(runs.some(isOpen));
  return (
    <div className="dag-panel">
      <div className="dag-bar"><span className="tr-muted">{slice.meta && countText(runs.length, slice.total)}</span><AsOf meta={slice.meta} /></div>
      <PanelStates source={source} slice={slice} many="runs" empty={<EmptyState title="No runs yet" text="Trigger a run, or give the DAG a schedule; its runs stand here." />}>
        <div className="dag-scroll">
          <RowTable
            label="Runs" rows={runs} idOf={({ id }) => id} columns={columnsOf(dag_id, now)} chosen={null}
            onOpen={({ id }) => put({ run: id }, { replace: false })} onRefresh={() => refresh(source)}
          />
        </div>
      </PanelStates>
    </div>
  );
}

const countText = (shown: number, total = shown) => (shown < total ? `The last ${shown.toLocaleString()} of ${total.toLocaleString()} runs` : `${total.toLocaleString()} ${total === 1 ? 'run' : 'runs'}`);
