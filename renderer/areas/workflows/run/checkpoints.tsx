import { useEffect, useState } from 'react';
import { isEnded, type Checkpoint, type RunWithNodes } from '../../../../shared/contract/workflow-runs.ts';
import { api } from '../../../api/client.ts';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { useObstacle } from '../../../state/list-permission.ts';
import { scopeInput } from '../../../state/lists.ts';
import { notifyError } from '../../../state/toasts.ts';
import { RunBadge } from './run-badge.tsx';
import { startRun } from './run-setup.ts';

interface CheckpointsProps {
  readonly run: RunWithNodes;
  readonly title: (node_id: string) => string;
  readonly onFork: (run_id: string) => void;
  readonly onGo: (node_id: string) => void;
}

/** In which order nodes ended; after each of them the run can be forked. */
export function Checkpoints({ run, title, onFork, onGo }: CheckpointsProps) {
  const [found, setFound] = useState<readonly Checkpoint[] | null>(null);
  const [forking, setForking] = useState<string | null>(null);
  const obstacle = useObstacle('workflowRuns', 'start');
  const { run_id, workflow_id, version_id, graph, data, state } = run;
  // Each node that ends is one more.
  const asked = `${state} ${run.executions.length}`;
  useEffect(() => {
    let here = asked !== '';
    const read = async () => {
      const reply = await api.workflowRuns.checkpoints({ tenant_id: '', environment_id: '', ...scopeInput(), run_id });
      if (!here) return;
      if (reply.ok) setFound(reply.data);
      else notifyError(reply.error);
    };
    void read();
    return () => {
      here = false;
    };
  }, [run_id, asked]);
  const fork = async (checkpoint_id: string) => {
    setForking(checkpoint_id);
    const reply = await startRun({ workflow_id, data, from: { run_id, checkpoint_id }, ...(version_id === null ? (graph ? { graph } : {}) : { version_id }) });
    setForking(null);
    if (reply.ok) onFork(reply.data.run_id);
    else notifyError(reply.error);
  };
  if (!found || found.length === 0) return null;
  return (
    <>
      <h2>Checkpoints</h2>
      <p className="form-note">A fork is a new run that keeps what had ended by then, and runs all else anew.</p>
      <ol className="run-list" aria-label="Checkpoints">
        {found.map(({ checkpoint_id, node_id, iteration, state: nodeState }) => (
          <li key={checkpoint_id}>
            <button type="button" className="run-line" onClick={() => onGo(node_id)}><RunBadge state={nodeState} words={title(node_id)} />{iteration !== '' && <span className="tr-muted">item {iteration}</span>}</button>
            <ActionButton size="small" variant="minimal" text="Fork" aria-label={`Fork after ${title(node_id)}`} loading={forking === checkpoint_id} obstacle={obstacle ?? (isEnded(state) ? undefined : 'The run is still under way.')} onClick={() => void fork(checkpoint_id)} />
          </li>
        ))}
      </ol>
    </>
  );
}
