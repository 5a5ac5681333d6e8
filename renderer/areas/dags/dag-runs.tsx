import { Changes } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { nothing, RowTable, type RowColumn } from '../../components/rows/row-table.tsx';
import { Took, When } from '../../components/rows/times.tsx';
import { Who } from '../../components/rows/who.tsx';
import { runsOf } from '../../state/dags.ts';
import { refresh, useList } from '../../state/lists.ts';
import { runOf, type Run } from './airflow.ts';
import { RunBar } from './deeds/run-bar.tsx';
import { DetailPane, Split } from './detail-pane.tsx';
import { runPath } from './paths.ts';
import { PanelStates } from './panel-states.tsx';
import { StateBadge } from './state-badge.tsx';
import { ConfDiff } from './trigger/conf-diff.tsx';
import { useAddress } from '../../components/use-address.ts';
import { useClock } from './use-clock.ts';

const isOpen = ({ end }: Run) => end === null;

const columnsOf = (dag_id: string, now: number): RowColumn<Run>[] => [
  { name: 'state', label: 'State', width: 100, cell: ({ state }) => <StateBadge state={state} /> },
  { name: 'id', label: 'Run', kind: 'mono', cell: ({ id }) => <Link to={runPath(dag_id, id)} tabIndex={-1} title={id}>{id}</Link> },
  { name: 'type', label: 'Type', width: 90, cell: ({ type }) => type ?? nothing },
  { name: 'by', label: 'By', width: 120, cell: ({ user }) => <Who id={user} /> },
  { name: 'date', label: 'Logical date', width: 130, cell: ({ logicalDate }) => <When at={logicalDate} now={now} /> },
  { name: 'took', label: 'Duration', width: 90, kind: 'number', cell: ({ start, end }) => <Took start={start} end={end} now={now} /> },
  { name: 'conf', label: 'Conf', width: 200, kind: 'mono', cell: ({ conf }) => (Object.keys(conf).length === 0 ? nothing : JSON.stringify(conf)) },
];

/** The runs of a DAG, newest first: what is under way is seen to go on, what is selected is acted on, and of any two the conf is compared. */
export function DagRuns({ dag_id }: { readonly dag_id: string }) {
  const source = runsOf(dag_id);
  const slice = useList(source);
  const { search, put } = useAddress();
  const runs = slice.data.map(runOf);
  const now = useClock(runs.some(isOpen));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const selected = runs.filter(({ id }) => picked.has(id));
  /** Older first. */
  const pair = search.getAll('conf').flatMap((id) => runs.filter((run) => run.id === id));
  const close = () => put({ conf: null });
  const compare = () => put((next) => {
    next.delete('conf');
    for (const { id } of selected.toReversed()) next.append('conf', id);
  });
  return (
    <div className="dag-panel">
      <div className="dag-bar">
        <span className="tr-muted">{slice.meta && countText(runs.length, slice.total)}</span>
        {runs.length > 1 && <ActionButton size="small" variant="minimal" icon={<Changes size={14} />} text="Compare conf" obstacle={selected.length === 2 ? undefined : 'Select two runs to compare what they were given.'} onClick={compare} />}
        <AsOf meta={slice.meta} />
      </div>
      <RunBar dag_id={dag_id} runs={selected} onDrop={() => setPicked(new Set())} onRemoved={() => setPicked(new Set())} />
      <PanelStates source={source} slice={slice} many="runs" empty={<EmptyState title="No runs yet" text="Trigger a run, or give the DAG a schedule; its runs stand here." />}>
        <Split onClose={close} detail={pair.length === 2 ? (
          <DetailPane label="Comparison of conf" title="Conf" onClose={close}>
            <p className="form-note">From <span className="tr-mono">{pair[0]!.id}</span> to <span className="tr-mono">{pair[1]!.id}</span></p>
            <ConfDiff before={pair[0]!.conf} after={pair[1]!.conf} />
          </DetailPane>
        ) : null}>
          <RowTable
            label="Runs" rows={runs} idOf={({ id }) => id} columns={columnsOf(dag_id, now)} chosen={null} picked={picked} onPick={setPicked}
            onOpen={({ id }) => put({ run: id, conf: null }, { replace: false })} onRefresh={() => refresh(source)}
          />
        </Split>
      </PanelStates>
    </div>
  );
}

const countText = (shown: number, total = shown) => (shown < total ? `The last ${shown.toLocaleString()} of ${total.toLocaleString()} runs` : `${total.toLocaleString()} ${total === 1 ? 'run' : 'runs'}`);
