import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { Pin, Unpin } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { NodeExecution } from '../../../../shared/contract/workflow-runs.ts';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { Failure } from '../../../components/resource/list-states.tsx';
import { durationText } from '../../../components/rows/duration.ts';
import { refresh, useList, type Source } from '../../../state/lists.ts';
import { RunBadge } from './run-badge.tsx';
import { setPin, unpin } from './run-setup.ts';
import { executionKey } from './run-events.ts';

export const runPath = (run_id: string): string => `/workflows/runs/${encodeURIComponent(run_id)}`;

interface NodeResultProps {
  readonly run_id: string;
  /** Of one node: more than one within a loop. */
  readonly executions: readonly NodeExecution[];
  readonly texts: ReadonlyMap<string, string>;
  /** The recipe on whose canvas an output can be pinned, and whether it is. */
  readonly pin?: { readonly recipe: string; readonly isPinned: boolean };
}

/** What became of a node: its input, its output, how long it took, what it cost, and why it failed. */
export function NodeResult({ run_id, executions, texts, pin }: NodeResultProps) {
  const [iteration, choose] = useState<string | null>(null);
  const execution = executions.find((one) => one.iteration === iteration) ?? executions.find(({ state }) => state === 'failed' || state === 'waiting') ?? executions[0];
  if (!execution) return null;
  return (
    <>
      {executions.length > 1 && (
        <FormGroup label="Item" labelFor="run-item" inline>
          <HTMLSelect id="run-item" value={execution.iteration} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {executions.map((one) => <option key={one.iteration} value={one.iteration}>{`${one.iteration}: ${one.state}`}</option>)}
          </HTMLSelect>
        </FormGroup>
      )}
      <Execution key={executionKey(execution)} run_id={run_id} execution={execution} said={texts.get(executionKey(execution))} {...(pin ? { pin } : {})} />
    </>
  );
}

const source = (run_id: string, { node_id, iteration }: NodeExecution): Source => ({ group: 'workflowRuns', method: 'node', input: { run_id, node_id, iteration } });

function Execution({ run_id, execution, said, pin }: Omit<NodeResultProps, 'executions' | 'texts'> & { readonly execution: NodeExecution; readonly said: string | undefined }) {
  const { state, node_id, attempts, duration_ms, tokens, error, handle, taken_from, child_run_id } = execution;
  const from = source(run_id, execution);
  const { data: [row], error: failure } = useList(from);
  useEffect(() => {
    // The values of a node are there once it has ended.
    if (state !== 'running') refresh(source(run_id, { node_id, iteration: execution.iteration } as NodeExecution));
  }, [state, run_id, node_id, execution.iteration]);
  const [input, output] = [row?.['input'], row?.['output']];
  return (
    <>
      <dl className="run-facts">
        <dt>State</dt><dd><RunBadge state={state} /></dd>
        {duration_ms !== null && duration_ms !== undefined && <><dt>Time</dt><dd>{durationText(duration_ms)}</dd></>}
        {(attempts ?? 1) > 1 && <><dt>Attempts</dt><dd>{attempts}</dd></>}
        {handle !== null && handle !== undefined && <><dt>Way</dt><dd>{handle}</dd></>}
        {tokens && <><dt>Tokens</dt><dd>{`${tokens.total.toLocaleString()} (${tokens.prompt.toLocaleString()} in, ${tokens.completion.toLocaleString()} out)`}</dd></>}
        {taken_from !== null && taken_from !== undefined && <><dt>Taken from</dt><dd>{taken_from === 'pin' ? 'a pinned output' : <Link to={runPath(taken_from)}>an earlier run</Link>}</dd></>}
        {child_run_id !== null && child_run_id !== undefined && <><dt>Its run</dt><dd><Link to={runPath(child_run_id)}>Open</Link></dd></>}
      </dl>
      {error !== null && error !== undefined && <p className="form-problem">{error}</p>}
      {failure && <Failure failure={failure} onRetry={() => refresh(from)} />}
      {said !== undefined && state === 'running' && <><h2>So far</h2><pre className="run-value" aria-live="polite">{said}</pre></>}
      {output !== undefined && state !== 'failed' && <><h2>Output</h2><Value label="Output" value={output} /></>}
      {pin && output !== undefined && state === 'success' && (pin.isPinned
        ? <Button size="small" icon={<Unpin size={14} />} text="Unpin" title="Run it again next time" onClick={() => unpin(pin.recipe, node_id)} />
        : <Button size="small" icon={<Pin size={14} />} text="Pin this output" title="Take it in the next runs instead of running the node" onClick={() => setPin(pin.recipe, node_id, output)} />)}
      {input !== undefined && <><h2>Input</h2><Value label="Input" value={input} /></>}
    </>
  );
}

/** Any value, in full. */
export function Value({ label, value }: { readonly label: string; readonly value: unknown }) {
  if (typeof value === 'string') return <pre className="run-value">{value}</pre>;
  const text = JSON.stringify(value, null, 2) ?? 'nothing';
  return <Editor readOnly language="json" label={label} lines={Math.min(12, text.split('\n').length)} value={text} />;
}
