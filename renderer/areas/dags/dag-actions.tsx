import { Pause, Play, Repeat, Time } from '@blueprintjs/icons';
import { useState, type ReactNode } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { RowAction } from '../../components/resource/row-action.tsx';
import { setPaused } from '../../state/dags.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { dagOf } from './airflow.ts';
import { BulkDagsDialog } from './list/bulk-dags-dialog.tsx';
import type { BulkDeed } from './list/bulk-plan.ts';
import { offerBack } from './list/undo-pause.ts';
import { TriggerDialog } from './trigger/trigger-dialog.tsx';

interface Asked {
  readonly deed: BulkDeed;
  readonly rows: readonly Row[];
}

/** What can be done with DAGs, and the dialog in which it is done to several, or a run gets its conf, or a pause its end. */
export function useDagActions(): { readonly actions: readonly RowAction[]; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const toTrigger = useObstacle('dags', 'trigger');
  const toPause = useObstacle('dags', 'pause');
  const toResume = useObstacle('dags', 'unpause');
  const close = () => setAsked(null);
  /** What changes one DAG can be taken back by its opposite, and is done at once. */
  const pause = (paused: boolean) => async (rows: readonly Row[]) => {
    const [row] = rows;
    if (rows.length !== 1 || row === undefined) return setAsked({ deed: paused ? 'pause' : 'resume', rows });
    if (dagOf(row).isPaused === paused) return;
    const reply = await setPaused(row, paused);
    if (reply.ok) offerBack(rows, paused);
  };
  const actions: RowAction[] = [
    { text: 'Trigger run', icon: <Repeat size={14} />, command: 'dags.trigger', obstacle: toTrigger, run: (rows) => setAsked({ deed: 'trigger', rows }) },
    { text: 'Pause', icon: <Pause size={14} />, command: 'dags.pause', obstacle: toPause, run: (rows) => void pause(true)(rows) },
    { text: 'Resume', icon: <Play size={14} />, command: 'dags.resume', obstacle: toResume, run: (rows) => void pause(false)(rows) },
    { text: 'Pause until…', icon: <Time size={14} />, command: 'dags.pauseUntil', obstacle: toPause, run: (rows) => setAsked({ deed: 'pause', rows }) },
  ];
  const only = asked?.deed === 'trigger' && asked.rows.length === 1 ? asked.rows[0] : undefined;
  const dialog = only ? <TriggerDialog key={only.id} dag_id={dagOf(only).id} onClose={close} /> : asked && <BulkDagsDialog {...asked} onClose={close} />;
  return { actions, dialog };
}
