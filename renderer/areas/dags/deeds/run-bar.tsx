import { Button, Dialog, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core';
import { Annotation, Cross, Disable, Redo, Repeat, Stop, Tick, Trash } from '@blueprintjs/icons';
import { useState, type ComponentType } from 'react';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { BulkDialog } from '../../../components/resource/bulk-dialog.tsx';
import { useFocus } from '../../../components/use-focus.ts';
import { useCommand } from '../../../state/commands.ts';
import { changeRun, refreshDesk, setNote, type RunDeed } from '../../../state/dag-desk.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { bulk } from '../../../state/bulk.ts';
import { notify, notifyError } from '../../../state/toasts.ts';
import type { Run } from '../airflow.ts';
import { stateWord } from '../state-badge.tsx';
import { TriggerDialog } from '../trigger/trigger-dialog.tsx';
import './deeds.css';

type Deed = RunDeed | 'stop';
type RunOfBar = Pick<Run, 'id' | 'state' | 'conf'> & { readonly note?: string | null };

const words: Readonly<Record<Deed, { readonly verb: string; readonly done: string; readonly button: string; readonly preview: string; readonly icon: ComponentType<{ readonly size?: number }> }>> = {
  stop: { button: 'Stop', verb: 'Stop', done: 'stopped', icon: Stop, preview: 'What these run is stopped, and they count as failed. Runs that have ended stay as they are.' },
  success: { button: 'Mark success', verb: 'Mark as success', done: 'marked as success', icon: Tick, preview: 'These count as success from now on. What they still run is stopped.' },
  failed: { button: 'Mark failed', verb: 'Mark as failed', done: 'marked as failed', icon: Disable, preview: 'These count as failed from now on. What they still run is stopped.' },
  queued: { button: 'Clear and rerun', verb: 'Clear and rerun', done: 'queued', icon: Redo, preview: 'All tasks of these forget what they came to and run again, with the same conf.' },
  remove: { button: 'Delete', verb: 'Delete', done: 'deleted', icon: Trash, preview: 'These are deleted with their task instances and results. That cannot be undone.' },
};

const isOpen = ({ state }: RunOfBar) => state === 'running' || state === 'queued';

interface RunBarProps {
  readonly dag_id: string;
  readonly runs: readonly RunOfBar[];
  readonly onDrop?: () => void;
  /** They were deleted. */
  readonly onRemoved?: () => void;
}

/** What can be done with runs: the one that is looked at, or those that are selected. */
export function RunBar({ dag_id, runs, onDrop, onRemoved }: RunBarProps) {
  const [asked, setAsked] = useState<{ readonly deed: Deed; readonly runs: readonly RunOfBar[] } | null>(null);
  const [dialog, setDialog] = useState<'note' | 'again' | null>(null);
  const toSet = useObstacle('dagRuns', 'setState');
  const toRemove = useObstacle('dagRuns', 'remove');
  const toNote = useObstacle('dagRuns', 'setNote');
  const toTrigger = useObstacle('dags', 'trigger');
  const only = runs.length === 1 ? runs[0] : undefined;
  const several = runs.length > 1 ? 'Select one run alone for this.' : undefined;
  useCommand('runs.again', only && toTrigger === undefined ? () => setDialog('again') : null);
  useCommand('runs.note', only && toNote === undefined ? () => setDialog('note') : null);
  const obstacleOf = (deed: Deed) => (deed === 'remove' ? toRemove : toSet) ?? (deed === 'stop' && !runs.some(isOpen) ? (only ? 'The run has ended.' : 'None of these is under way.') : undefined);
  const done = (deed: Deed, changed: readonly RunOfBar[]) => {
    refreshDesk(dag_id);
    if (deed === 'remove') return onRemoved?.();
    if (deed === 'success' || deed === 'failed') offerBack(dag_id, deed, changed);
  };
  if (runs.length === 0) return null;
  return (
    <div className={onDrop ? 'selection-bar' : 'run-bar'} role="toolbar" aria-label={onDrop ? 'Selected runs' : 'The run'}>
      {onDrop && <strong>{runs.length === 1 ? '1 run' : `${runs.length.toLocaleString()} runs`}</strong>}
      <ActionButton size="small" variant="minimal" icon={<Repeat size={14} />} text="Run again with…" obstacle={toTrigger ?? several} onClick={() => setDialog('again')} />
      {(Object.keys(words) as Deed[]).map((deed) => {
        const { button, icon: Icon } = words[deed];
        return <ActionButton key={deed} size="small" variant="minimal" icon={<Icon size={14} />} intent={deed === 'remove' ? 'danger' : 'none'} text={`${button}…`} obstacle={obstacleOf(deed)} onClick={() => setAsked({ deed, runs: deed === 'stop' ? runs.filter(isOpen) : runs })} />;
      })}
      <ActionButton size="small" variant="minimal" icon={<Annotation size={14} />} text="Note…" obstacle={toNote ?? several} onClick={() => setDialog('note')} />
      {onDrop && <><span className="filter-space" /><Button size="small" variant="minimal" icon={<Cross size={14} />} text="Select nothing" onClick={onDrop} /></>}
      {asked && (
        <BulkDialog
          group="dagRuns" nouns={{ one: 'run', many: 'runs' }} rows={asked.runs.map(({ id, state }) => ({ id, state }))} {...words[asked.deed]}
          intent={asked.deed === 'remove' || asked.deed === 'failed' || asked.deed === 'stop' ? 'danger' : 'primary'}
          note={({ state }) => stateWord(String(state))} onClose={() => setAsked(null)}
          run={async (rows, tell, signal) => {
            const good = new Set<string>();
            await bulk(rows, ({ id }) => changeRun(dag_id, id, asked.deed === 'stop' ? 'failed' : asked.deed), (result) => {
              if (result.error === null) good.add(result.id);
              tell(result);
            }, signal);
            done(asked.deed, asked.runs.filter(({ id }) => good.has(id)));
          }}
        />
      )}
      {dialog === 'again' && only && <TriggerDialog dag_id={dag_id} from={only} onClose={() => setDialog(null)} />}
      {dialog === 'note' && only && <NoteDialog dag_id={dag_id} run={only} onClose={() => setDialog(null)} />}
    </div>
  );
}

/** Offers to mark runs that had ended as what they were. */
function offerBack(dag_id: string, deed: 'success' | 'failed', changed: readonly RunOfBar[]): void {
  const back = changed.filter(({ state }) => state !== deed && (state === 'success' || state === 'failed'));
  if (back.length === 0) return;
  const undo = async () => {
    for (const { id, state } of back) {
      const reply = await changeRun(dag_id, id, state as 'success' | 'failed');
      if (!reply.ok) notifyError(reply.error);
    }
    refreshDesk(dag_id);
  };
  notify(`${back.length === 1 ? 'Run' : `${back.length.toLocaleString()} runs`} marked as ${deed}`, { intent: 'success', timeout: 8000, action: { text: 'Undo', run: () => void undo() } });
}

const longestNote = 1000;

function NoteDialog({ dag_id, run, onClose }: { readonly dag_id: string; readonly run: RunOfBar; readonly onClose: () => void }) {
  const [text, setText] = useState(run.note ?? '');
  const [sending, setSending] = useState(false);
  const field = useFocus<HTMLTextAreaElement>(true);
  const save = async () => {
    setSending(true);
    const reply = await setNote(dag_id, run.id, text.trim() === '' ? null : text.trim());
    setSending(false);
    if (!reply.ok) return notifyError(reply.error);
    refreshDesk(dag_id);
    onClose();
  };
  const problem = text.trim().length > longestNote ? `A note has at most ${longestNote.toLocaleString()} characters.` : undefined;
  useCommand('form.save', sending || problem !== undefined ? null : () => void save());
  return (
    <Dialog isOpen title="Note on the run" onClose={onClose} className="dag-dialog">
      <DialogBody>
        <TextArea inputRef={field} fill rows={5} aria-label="Note" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
        {problem !== undefined && <p className="form-problem" role="alert">{problem}</p>}
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><ActionButton intent="primary" loading={sending} obstacle={problem} text="Save note" onClick={() => void save()} /></>} />
    </Dialog>
  );
}
