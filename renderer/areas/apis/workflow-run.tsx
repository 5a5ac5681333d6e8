import { Button, Callout, FormGroup } from '@blueprintjs/core';
import { Play, Stop, Unpin } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Editor } from '../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../components/json-editor/json-problem.ts';
import { duration } from '../../components/measures.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { adviceFor, Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useCommand } from '../../state/commands.ts';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { refresh, useList } from '../../state/lists.ts';
import { cancelWorkflow, setPin, setRunInput, setupOf, startWorkflow, useRunSetups, workflowRunOf, workflowRunsOf } from '../../state/workflow-runs.ts';
import { nodesOf, runState } from './workflow-nodes.ts';
import { WorkflowResults } from './workflow-results.tsx';

/** Runs a composer workflow with an input, and shows each node's result as it comes. Which run is looked at stands in the address. */
export function WorkflowRunTab({ row }: { readonly row: Row }) {
  const [search, setSearch] = useSearchParams();
  const run = search.get('run');
  const setup = useRunSetups(({ setups }) => setupOf(setups, row.id));
  const slice = useList(run === null ? null : workflowRunOf(run));
  const [shown] = slice.data;
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const nodes = nodesOf(row['definition']);
  const state = shown && runState(shown);
  const running = state === 'running';
  useEffect(() => {
    if (state !== undefined) refresh(workflowRunsOf(row.id));
  }, [row.id, state]);
  const syntax = setup.data.trim() === '' ? undefined : jsonProblem(setup.data)?.message;
  const away = useObstacle('composerExecutions', 'executeWorkflow');
  const obstacle = away ?? (nodes.length === 0 ? 'The workflow has no nodes yet. Add one on the Definition tab.' : syntax);
  const show = (id: string) => setSearch((now) => {
    const next = new URLSearchParams(now);
    next.set('run', id);
    next.delete('node');
    return next;
  }, { replace: true });
  const start = async () => {
    setSending(true);
    setFailure(null);
    const reply = await startWorkflow(row.id, new Set(nodes.map(({ id }) => id)));
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    if (reply.data.id !== undefined) show(reply.data.id);
  };
  const cancel = () => run !== null && void cancelWorkflow(run);
  const canRun = obstacle === undefined && !sending && !running;
  useCommand('workflow.run', canRun ? () => void start() : null);
  useCommand('request.cancel', running ? cancel : null);
  return (
    <div className="workflow-run">
      <div className="workflow-begin">
        <FormGroup label="Input (JSON)" helperText={<>Expressions read it as <code>input</code>.</>}>
          <Editor language="json" label="Input as JSON" lines={6} value={setup.data} onChange={(text) => setRunInput(row.id, text)} />
        </FormGroup>
        {syntax !== undefined && <p className="form-problem" role="alert">{syntax}</p>}
        <Pins workflow_id={row.id} pins={setup.pins} />
        <div className="panel-bar">
          <ActionButton intent="primary" icon={<Play size={14} />} loading={sending} obstacle={running ? 'A run goes on. Wait for it, or cancel it.' : obstacle} text="Run" title="Run (Ctrl+Enter)" onClick={() => void start()} />
          {running && <Button icon={<Stop size={14} />} text="Cancel" title="Cancel (Escape)" onClick={cancel} />}
        </div>
        {failure && <Callout compact intent="danger" role="alert" className="form-notice" title={failure.message}>{adviceFor(failure.code)}</Callout>}
        <Runs workflow_id={row.id} chosen={run} onShow={show} />
      </div>
      <div className="workflow-shown">
        {run === null ? <EmptyState title="No run is shown" text="Run it, or choose an earlier run, and the result of each node stands here." /> : (
          <>
            {slice.error && <Failure failure={slice.error} onRetry={() => refresh(workflowRunOf(run))} />}
            <AsOf meta={slice.meta} />
            {shown ? <WorkflowResults workflow_id={row.id} run={shown} nodes={nodes} /> : slice.loading && <Skeleton label="Loading the run" />}
          </>
        )}
      </div>
    </div>
  );
}

function Pins({ workflow_id, pins }: { readonly workflow_id: string; readonly pins: Readonly<Record<string, { readonly execution_id: string; readonly timestamp: string }>> }) {
  const entries = Object.entries(pins);
  if (entries.length === 0) return <p className="form-note">A node that is pinned to an earlier result is not called again: pin it at its result.</p>;
  return (
    <div className="workflow-pins" role="group" aria-label="Pinned nodes">
      <span className="tr-muted">Not called again:</span>
      {entries.map(([node, { timestamp }]) => (
        <Button key={node} size="small" icon={<Unpin size={12} />} aria-label={`Unpin ${node}`} title="Press to call it again" onClick={() => setPin(workflow_id, node, null)}>{node} <span className="tr-muted"><TimeAgo at={timestamp} /></span></Button>
      ))}
    </div>
  );
}

function Runs({ workflow_id, chosen, onShow }: { readonly workflow_id: string; readonly chosen: string | null; readonly onShow: (id: string) => void }) {
  const { data } = useList(workflowRunsOf(workflow_id));
  return (
    <>
      <h2 className="panel-heading">Earlier runs</h2>
      {data.length === 0 ? <p className="form-note">It has not run yet.</p> : (
        <ul className="workflow-runs" aria-label="Earlier runs">
          {data.map((run) => (
            <li key={run.id}>
              <button type="button" aria-current={run.id === chosen} onClick={() => onShow(run.id)}>
                <span>{stateWords[runState(run)]}</span><TimeAgo at={textOf(run['timestamp'])} /><span className="tr-number">{took(run)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const stateWords = { running: 'Running', success: 'Success', failed: 'Failed', cancelled: 'Cancelled' } as const;
const took = ({ duration: ms }: Row): string => (typeof ms === 'number' ? duration(ms) : '');
