import { Cross, Pause, Play, Plus } from '@blueprintjs/icons';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { useNow } from '../../../components/resource/use-now.ts';
import { RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { When } from '../../../components/rows/times.tsx';
import { backfillsOf, changeBackfill, type Backfill, type BackfillDeed } from '../../../state/backfills.ts';
import { useCommand } from '../../../state/commands.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { notifyError } from '../../../state/toasts.ts';
import { PanelStates } from '../panel-states.tsx';
import { useAddress } from '../../../components/use-address.ts';
import { BackfillDialog } from './backfill-dialog.tsx';
import { behaviors, progressWords, shares, standingOf } from './backfill-words.ts';
import './backfills.css';

/** By the clocks of the DAG's zone, as it was asked for; a day that is meant as a whole is said without its time. */
const dayIn = (zone: string, at: string) => new Date(at).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).replace(/ (?:00:00|23:59)$/, '');

const columnsOf = (zone: string, now: number): RowColumn<Backfill>[] => [
  { name: 'id', label: 'No.', kind: 'number', width: 56, cell: ({ id }) => id },
  { name: 'range', label: 'Logical dates', width: 250, cell: ({ from_date, to_date }) => <span title={`${from_date} – ${to_date}`}>{dayIn(zone, from_date)} – {dayIn(zone, to_date)}</span> },
  { name: 'state', label: 'State', width: 90, cell: standingOf },
  { name: 'progress', label: 'Runs', cell: (backfill) => <Progress backfill={backfill} /> },
  { name: 'again', label: 'Runs again', width: 170, cell: ({ reprocess_behavior }) => behaviors.find(({ value }) => value === reprocess_behavior)?.label },
  { name: 'made', label: 'Made', width: 120, cell: ({ created_at }) => <When at={created_at} now={now} /> },
];

/** A backfill's runs by state, as a bar and in words. */
function Progress({ backfill }: { readonly backfill: Backfill }) {
  const all = shares(backfill);
  const total = Math.max(1, all.reduce((sum, [, count]) => sum + count, 0));
  return (
    <span className="backfill-progress">
      <span className="backfill-bar" aria-hidden="true">{all.map(([state, count]) => <span key={state} data-state={state} style={{ width: `${(100 * count) / total}%` }} />)}</span>
      <span className="backfill-words" title={progressWords(backfill)}>{progressWords(backfill)}</span>
    </span>
  );
}

/** The backfills of a DAG, newest first: how far each is, and what can be done with it. */
export function DagBackfills({ dag_id, zone }: { readonly dag_id: string; readonly zone: string }) {
  const source = backfillsOf(dag_id);
  const slice = useList(source);
  const all = slice.data.map((row) => ({ ...row, id: Number(row.id) })) as unknown as readonly Backfill[];
  const { search, put } = useAddress();
  const now = useNow();
  const [making, setMaking] = useState(false);
  const [sending, setSending] = useState(false);
  const chosen = all.find(({ id }) => String(id) === search.get('backfill'));
  const toCreate = useObstacle('backfills', 'create');
  const toChange = useObstacle('backfills', 'pause') ?? (chosen ? (chosen.completed_at === null ? undefined : 'The backfill has ended.') : 'Choose a backfill first.');
  const act = async (deed: BackfillDeed) => {
    if (!chosen) return;
    setSending(true);
    const reply = await changeBackfill(dag_id, chosen.id, deed);
    setSending(false);
    if (!reply.ok) notifyError(reply.error);
  };
  const create = toCreate === undefined ? () => setMaking(true) : null;
  useCommand('list.new', create);
  const isPaused = chosen?.is_paused === true && chosen.completed_at === null;
  const newOne = <ActionButton size="small" intent="primary" icon={<Plus size={14} />} text="New backfill…" obstacle={toCreate} onClick={() => create?.()} />;
  return (
    <div className="dag-panel">
      <div className="dag-bar">
        <span className="tr-muted">{slice.meta && `${all.length.toLocaleString()} ${all.length === 1 ? 'backfill' : 'backfills'}`}</span>
        <AsOf meta={slice.meta} />
        <span className="filter-space" />
        {all.length > 0 && (
          <>
            <ActionButton size="small" variant="minimal" icon={<Cross size={14} />} intent="danger" text="Cancel backfill" title="Makes no more runs; those under way go on" loading={sending} obstacle={toChange} onClick={() => void act('cancel')} />
            <ActionButton size="small" variant="minimal" icon={isPaused ? <Play size={14} /> : <Pause size={14} />} text={isPaused ? 'Resume backfill' : 'Pause backfill'} loading={sending} obstacle={toChange} onClick={() => void act(isPaused ? 'unpause' : 'pause')} />
            {newOne}
          </>
        )}
      </div>
      <PanelStates source={source} slice={slice} many="backfills" empty={<EmptyState title="No backfills yet" text="A backfill makes the runs of a range of past dates of the schedule: those that were missed, or that are to run again." actions={newOne} />}>
        <div className="dag-scroll">
          <RowTable label="Backfills" rows={all} idOf={({ id }) => String(id)} columns={columnsOf(zone, now)} chosen={chosen ? String(chosen.id) : null} onOpen={({ id }) => put({ backfill: String(id) })} onRefresh={() => refresh(source)} />
        </div>
      </PanelStates>
      {making && <BackfillDialog dag_id={dag_id} onClose={() => setMaking(false)} onMade={(id) => put({ backfill: String(id) })} />}
    </div>
  );
}
