import { Button, Callout } from '@blueprintjs/core';
import { BanCircle, Disable, Error as ErrorIcon, Pin, Play, Stop, Tick, Time, Unpin } from '@blueprintjs/icons';
import type { JSX } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { nodeStates, NodeResult } from '../../../shared/contract/composer-graph.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { Editor } from '../../components/json-editor/editor.tsx';
import { duration } from '../../components/measures.ts';
import { TimeAgo } from '../../components/time-ago.tsx';
import { pathOf } from '../../state/areas.ts';
import { textOf } from '../../state/list-order.ts';
import { setPin, setupOf, useRunSetups } from '../../state/workflow-runs.ts';
import { resultsOf, runState, type RunNode } from './workflow-nodes.ts';

type NodeState = (typeof nodeStates)[number];

const signs: Readonly<Record<NodeState, readonly [icon: JSX.Element, word: string]>> = {
  waiting: [<Time key="icon" size={12} />, 'Waiting'],
  running: [<Play key="icon" size={12} />, 'Running'],
  success: [<Tick key="icon" size={12} />, 'Success'],
  failed: [<ErrorIcon key="icon" size={12} />, 'Failed'],
  cancelled: [<Stop key="icon" size={12} />, 'Cancelled'],
  skipped: [<Disable key="icon" size={12} />, 'Skipped'],
  upstream_failed: [<BanCircle key="icon" size={12} />, 'Upstream failed'],
  not_run: [<Disable key="icon" size={12} />, 'Not run'],
  pinned: [<Pin key="icon" size={12} />, 'Pinned'],
};

function StateSign({ state }: { readonly state: NodeState }) {
  const [icon, word] = signs[state];
  return <span className="node-state" data-state={state}>{icon} {word}</span>;
}

interface WorkflowResultsProps {
  readonly workflow_id: string;
  readonly run: Row;
  /** Of the workflow as it is now; a run may be of an earlier one. */
  readonly nodes: readonly RunNode[];
}

const asState = { running: 'running', success: 'success', failed: 'failed', cancelled: 'cancelled' } as const;

/** What came of a run, node by node; one node's answer is looked at in full. */
export function WorkflowResults({ workflow_id, run, nodes }: WorkflowResultsProps) {
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('node');
  const results = resultsOf(run);
  const known = new Map(nodes.map((node) => [node.id, node]));
  const state = runState(run);
  const pins = useRunSetups(({ setups }) => setupOf(setups, workflow_id).pins);
  const look = (node: string | null) => setSearch((now) => {
    const next = new URLSearchParams(now);
    if (node === null) next.delete('node');
    else next.set('node', node);
    return next;
  }, { replace: true });
  const timestamp = textOf(run['timestamp']);
  const one = chosen === null ? undefined : results.get(chosen);
  return (
    <>
      <div className="panel-bar" role="status" aria-label="The run">
        <StateSign state={asState[state]} />
        <TimeAgo at={timestamp} />
        {state !== 'running' && typeof run['duration'] === 'number' && <span className="tr-muted">took {duration(run['duration'])}</span>}
        <span className="tr-muted">{[...results.values()].filter((result) => result.state !== 'waiting' && result.state !== 'running').length} of {results.size} nodes ended</span>
      </div>
      {typeof run['error'] === 'string' && run['error'] !== '' && <Callout compact intent="danger" role="alert" className="form-notice">{run['error']}</Callout>}
      <table className="tr-table workflow-results" aria-label="Results of the nodes">
        <thead><tr><th scope="col">Node</th><th scope="col">State</th><th scope="col">Answer</th><th scope="col" className="tr-number">Took</th><th scope="col">Execution</th><th scope="col">Next run</th></tr></thead>
        <tbody>
          {[...results].map(([id, result]) => (
            <tr key={id} aria-selected={id === chosen}>
              <td className="tr-mono"><button type="button" className="workflow-link" aria-pressed={id === chosen} onClick={() => look(id === chosen ? null : id)}>{id}</button></td>
              <td><StateSign state={result.state} /></td>
              <td title={result.error ?? undefined}>{result.error ?? (result.status === undefined ? '–' : `${result.status} ${result.statusText ?? ''}`)}</td>
              <td className="tr-number">{result.duration === undefined ? '–' : duration(result.duration)}</td>
              <td><Execution node={known.get(id)} result={result} /></td>
              <td>
                {pins[id] ? <Button size="small" variant="minimal" icon={<Unpin size={12} />} text="Unpin" aria-label={`Unpin ${id}`} onClick={() => setPin(workflow_id, id, null)} />
                  : result.execution_id !== undefined && result.state !== 'running' && <Button size="small" variant="minimal" icon={<Pin size={12} />} text="Pin" aria-label={`Pin ${id}`} title="The next run takes this result, and does not call it" onClick={() => setPin(workflow_id, id, { execution_id: result.execution_id!, timestamp })} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen !== null && one
        ? <section aria-label={`Answer of ${chosen}`}><h2 className="panel-heading">Answer of {chosen}</h2><Json label={`Answer of ${chosen} as JSON`} value={one.data} /></section>
        : state !== 'running' && <section aria-label="Output"><h2 className="panel-heading">Output</h2><Json label="Output as JSON" value={run['data']} /></section>}
    </>
  );
}

/** The way to what went over the wire for a node. */
function Execution({ node, result: { execution_id } }: { readonly node: RunNode | undefined; readonly result: NodeResult }) {
  if (execution_id === undefined) return '–';
  const path = node && pathOf('composerEndpoints', node.endpoint_id);
  return path === undefined ? <code>{execution_id}</code> : <Link to={`${path}?${new URLSearchParams({ run: execution_id })}`}>Show</Link>;
}

/** Longer answers are looked at in the execution itself, which shows them without a wait. */
const longest = 100_000;

function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = value === undefined ? 'null' : JSON.stringify(value, null, 2);
  return text.length > longest ? <p className="form-note">It has {text.length.toLocaleString()} characters; its execution shows it.</p> : <Editor readOnly language="json" label={label} lines={6} value={text} />;
}
