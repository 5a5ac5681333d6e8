import { Pause, Play, Repeat } from '@blueprintjs/icons';
import { useState, type ReactNode } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { BulkDialog } from '../../components/resource/bulk-dialog.tsx';
import type { RowAction } from '../../components/resource/row-action.tsx';
import { setPaused, triggerRun } from '../../state/dags.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { bulk } from '../../state/lists.ts';
import { dagOf } from './airflow.ts';
import { TriggerDialog } from './trigger-dialog.tsx';

type Deed = 'trigger' | 'pause' | 'resume';

interface Asked {
  readonly deed: Deed;
  readonly rows: readonly Row[];
}

/** What can be done with DAGs, and the dialog in which it is done to several, or a run gets its conf. */
export function useDagActions(): { readonly actions: readonly RowAction[]; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const toTrigger = useObstacle('dags', 'trigger');
  const toPause = useObstacle('dags', 'pause');
  const toResume = useObstacle('dags', 'unpause');
  const close = () => setAsked(null);
  /** What changes one DAG can be taken back by its opposite, and is done at once. */
  const pause = (paused: boolean) => (rows: readonly Row[]) => {
    if (rows.length === 1) void setPaused(rows[0]!, paused);
    else setAsked({ deed: paused ? 'pause' : 'resume', rows });
  };
  const actions: RowAction[] = [
    { text: 'Trigger run', icon: <Repeat size={14} />, command: 'dags.trigger', obstacle: toTrigger, run: (rows) => setAsked({ deed: 'trigger', rows }) },
    { text: 'Pause', icon: <Pause size={14} />, command: 'dags.pause', obstacle: toPause, run: pause(true) },
    { text: 'Resume', icon: <Play size={14} />, command: 'dags.resume', obstacle: toResume, run: pause(false) },
  ];
  const only = asked?.deed === 'trigger' && asked.rows.length === 1 ? asked.rows[0] : undefined;
  const dialog = only ? <TriggerDialog key={only.id} dag_id={dagOf(only).id} onClose={close} /> : asked && <ManyDialog asked={asked} onClose={close} />;
  return { actions, dialog };
}

const words = {
  trigger: { verb: 'Trigger', done: 'triggered', preview: 'Each of these would get a run with its own params. A paused DAG runs too when it is triggered.' },
  pause: { verb: 'Pause', done: 'paused', preview: 'The schedules of these would not be followed until they are resumed. Runs that are under way go on.' },
  resume: { verb: 'Resume', done: 'resumed', preview: 'The schedules of these would be followed from now on. What came while they were paused is not made up for.' },
} as const;

function ManyDialog({ asked: { deed, rows }, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const note = (row: Row) => {
    const { isPaused } = dagOf(row);
    if (deed === 'trigger') return isPaused ? 'paused' : undefined;
    return isPaused === (deed === 'pause') ? `is ${isPaused ? 'paused' : 'active'} already` : undefined;
  };
  const act = (row: Row) => (deed === 'trigger' ? triggerRun(dagOf(row).id) : setPaused(row, deed === 'pause'));
  return (
    <BulkDialog
      group="dags" rows={rows} {...words[deed]} intent="primary" note={note} onClose={onClose}
      run={(rows, tell, signal) => bulk(rows, act, tell, signal)}
    />
  );
}
