import { Button, Callout, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { Loading } from '../../../components/loading.tsx';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { useFocus } from '../../../components/use-focus.ts';
import { changeInstances, refreshDesk, type InstanceDeed, type InstanceKey, type Reach, type TaskInstance } from '../../../state/dag-desk.ts';
import { InstanceList } from './instance-list.tsx';
import { countOf, instanceWords } from './instance-words.ts';
import { tellDone } from './undo-deed.ts';

interface DeedDialogProps {
  readonly dag_id: string;
  readonly deed: InstanceDeed;
  readonly keys: readonly InstanceKey[];
  readonly onClose: () => void;
}

interface Preview {
  readonly reach: Reach;
  readonly instances: readonly TaskInstance[];
  readonly failure: ErrorValue | null;
}

/** Shows which task instances something would be done to, as the platform says, does it when told to, and says what was done. */
export function DeedDialog({ dag_id, deed, keys, onClose }: DeedDialogProps) {
  const [reach, setReach] = useState<Reach>({ include_upstream: false, include_downstream: false, only_failed: false });
  const preview = usePreview(dag_id, deed, keys, reach);
  const [state, setState] = useState<'preview' | 'sending' | 'done'>('preview');
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [changed, setChanged] = useState<readonly TaskInstance[]>([]);
  const close = useFocus<HTMLButtonElement>(state === 'done');
  const words = instanceWords[deed];
  const count = preview?.instances.length ?? 0;
  const obstacle = preview === null ? 'The platform is asked what it would change.' : count === 0 ? 'There is nothing that it would change.' : undefined;

  const send = async () => {
    if (!preview) return;
    setState('sending');
    setFailure(null);
    const reply = await changeInstances(dag_id, deed, keys, reach, false);
    if (!reply.ok) {
      setState('preview');
      return setFailure(reply.error);
    }
    setChanged(reply.data.task_instances);
    setState('done');
    refreshDesk(dag_id);
    tellDone(dag_id, deed, preview.instances);
  };
  const left = count - changed.length;
  const runs = new Set(preview?.instances.map(({ dag_run_id }) => dag_run_id)).size;
  return (
    <Dialog isOpen title={`${words.title} ${countOf(keys.length, 'task instance')}`} onClose={onClose} canOutsideClickClose={state === 'preview'} className="deed-dialog">
      <DialogBody>
        {state !== 'done' && (
          <>
            <p>{words.preview}</p>
            <div className="deed-reach" role="group" aria-label="What else it reaches">
              <Checkbox inline label="Tasks before them" checked={reach.include_upstream} disabled={state === 'sending'} onChange={({ currentTarget }) => setReach({ ...reach, include_upstream: currentTarget.checked })} />
              <Checkbox inline label="Tasks after them" checked={reach.include_downstream} disabled={state === 'sending'} onChange={({ currentTarget }) => setReach({ ...reach, include_downstream: currentTarget.checked })} />
              {deed === 'clear' && <Checkbox inline label="Only what failed" checked={reach.only_failed} disabled={state === 'sending'} onChange={({ currentTarget }) => setReach({ ...reach, only_failed: currentTarget.checked })} />}
            </div>
          </>
        )}
        {(failure ?? preview?.failure) && <Callout compact intent="danger" role="alert" title={(failure ?? preview!.failure)!.message}>{adviceFor((failure ?? preview!.failure)!.code)}</Callout>}
        <p role="status" className="deed-summary">
          {state === 'done' ? `${countOf(changed.length, 'task instance')} ${words.done}${left > 0 ? `, ${left.toLocaleString()} had changed meanwhile and ${left === 1 ? 'was' : 'were'} left` : ''}.`
            : preview && !preview.failure ? `${countOf(count, 'task instance')} in ${countOf(runs, 'run')} would change.` : ''}
        </p>
        {preview === null ? <div className="deed-list"><Loading label="Asking what it would change" /></div> : <InstanceList instances={state === 'done' ? changed : preview.instances} done={state === 'done' ? words.done : undefined} />}
      </DialogBody>
      <DialogFooter actions={state === 'done' ? <Button ref={close} intent="primary" text="Close" onClick={onClose} /> : (
        <>
          <Button text="Cancel" onClick={onClose} />
          <ActionButton intent={deed === 'failed' ? 'danger' : 'primary'} loading={state === 'sending'} obstacle={obstacle} text={`${words.button}${count > 0 ? ` ${count.toLocaleString()}` : ''}`} onClick={() => void send()} />
        </>
      )} />
    </Dialog>
  );
}

/** What the platform would change; null while it is asked. A late answer to an earlier question counts no more. */
function usePreview(dag_id: string, deed: InstanceDeed, keys: readonly InstanceKey[], reach: Reach): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    let here = true;
    const ask = async () => {
      const reply = await changeInstances(dag_id, deed, keys, reach, true);
      if (here) setPreview(reply.ok ? { reach, instances: reply.data.task_instances, failure: null } : { reach, instances: [], failure: reply.error });
    };
    void ask();
    return () => {
      here = false;
    };
  }, [dag_id, deed, keys, reach]);
  return preview?.reach === reach ? preview : null;
}
