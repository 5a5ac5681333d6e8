import { ButtonGroup, Callout, SegmentedControl, Tag } from '@blueprintjs/core';
import { Export, Stop } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { isEnded, type RunWithNodes } from '../../../../shared/contract/workflow-runs.ts';
import { api } from '../../../api/client.ts';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { saveFile } from '../../../components/resource/copy-rows.ts';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { durationText } from '../../../components/rows/duration.ts';
import { Who } from '../../../components/rows/who.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { pathOf } from '../../../state/areas.ts';
import { useCommand } from '../../../state/commands.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { refresh, scopeInput, useList } from '../../../state/lists.ts';
import { useTitle } from '../../../state/tabs.ts';
import { notifyError } from '../../../state/toasts.ts';
import type { Remarks } from '../canvas/canvas-items.ts';
import { CanvasViewer } from '../canvas/canvas-viewer.tsx';
import { readGraph, titleOfNode, type Graph, type GraphNode } from '../canvas/graph.ts';
import { NodePanel } from '../canvas/node-panel.tsx';
import { outputsOf } from '../canvas/places.ts';
import { recipeOf, versionSource } from '../canvas/sources.ts';
import { Waiting } from './approval-form.tsx';
import { Checkpoints } from './checkpoints.tsx';
import { NodeResult, runPath, Value } from './node-result.tsx';
import { RunBadge } from './run-badge.tsx';
import { RunFailure } from './run-failure.tsx';
import { SaidSoFar } from './said-so-far.tsx';
import { outcomesOf } from './run-state.ts';
import { cancelRun } from './run-setup.ts';
import { runOf, useFollowedRun, type FollowedRun } from './use-followed-run.ts';

/** One run at `/workflows/runs/:run_id`: the very graph that ran, only to be looked at, with what became of each node. */
export function RunPage() {
  const { run_id = '' } = useParams();
  const followed = useFollowedRun(run_id);
  const { run, error } = followed;
  useTitle(run?.workflow_name ? `Run of ${run.workflow_name}` : 'Run of a workflow');
  if (!run) return error ? <Failure failure={error} onRetry={() => refresh(runOf(run_id))} /> : <Skeleton label="Loading the run" />;
  return <Run key={run_id} run={run} followed={followed} />;
}

/** The graph that a run ran: its own copy, else its version, else that of a recipe without versions. */
function useRunGraph(run: RunWithNodes): { readonly graph: Graph | null; readonly problem: string | null } {
  const own = run.graph ?? null;
  const { data: [version], error } = useList(own ? null : run.version_id === null ? recipeOf(run.workflow_id) : versionSource(run.workflow_id, run.version_id));
  const found = own ?? version;
  return useMemo(() => {
    if (found === undefined) return { graph: null, problem: error?.error.message ?? null };
    try {
      return { graph: readGraph(found['nodes'], found['edges']), problem: null };
    } catch (thrown) {
      return { graph: null, problem: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  }, [found, error]);
}

function Run({ run, followed: { texts, meta } }: { readonly run: RunWithNodes; readonly followed: FollowedRun }) {
  const { graph, problem } = useRunGraph(run);
  const navigate = useNavigate();
  const outcomes = useMemo(() => outcomesOf(run.executions), [run.executions]);
  const remarks = useMemo(() => new Map(Array.from(outcomes, ([id, { state, said }]): [string, Remarks] => [id, { run: state, ran: said }])), [outcomes]);
  const title = (id: string) => titleOfNode(graph?.nodes.find((one) => one.id === id) ?? { id, type: '', data: {} });
  const waiting = run.executions.filter(({ state }) => state === 'waiting');
  const renderSide = (node: GraphNode | null, go: (id: string) => void) => (
    <>
      <RunFailure run={run} title={title} shown={node?.id ?? null} onGo={go} />
      {waiting.map((execution) => <Waiting key={`${execution.node_id} ${execution.iteration}`} run_id={run.run_id} execution={execution} title={title(execution.node_id)} />)}
      {node && graph ? <NodeSide key={node.id} run={run} graph={graph} node={node} executions={outcomes.get(node.id)?.executions ?? []} texts={texts} onGo={go} /> : <Whole run={run} texts={texts} title={title} onFork={(run_id) => void navigate(runPath(run_id))} onGo={go} />}
    </>
  );
  return (
    <div className="run-page">
      <Head run={run} title={title} />
      {problem !== null && <Callout compact intent="warning" className="form-notice">The graph that ran cannot be shown: {problem}</Callout>}
      {graph ? <CanvasViewer graph={graph} remarks={remarks} renderSide={renderSide}><AsOf meta={meta} /></CanvasViewer> : problem === null ? <Skeleton label="Loading the graph" /> : <div className="detail-panel">{renderSide(null, () => undefined)}</div>}
    </div>
  );
}

function Head({ run, title }: { readonly run: RunWithNodes; readonly title: (node_id: string) => string }) {
  const { run_id, workflow_id, workflow_name, version, version_id, state, started_by, start_date, duration_ms, tokens, from, resumed } = run;
  const save = async (format: 'json' | 'otlp') => {
    const reply = await api.workflowRuns.export({ tenant_id: '', environment_id: '', ...scopeInput(), run_id, format });
    if (reply.ok) saveFile(reply.data.file_name, 'application/json', reply.data.text);
    else notifyError(reply.error);
  };
  const path = pathOf('workflowRecipes', workflow_id) ?? '/workflows';
  const toCancel = useObstacle('workflowRuns', 'cancel');
  const toExport = useObstacle('workflowRuns', 'export');
  useCommand('canvas.cancel', isEnded(state) || toCancel !== undefined ? null : () => void cancelRun(run));
  return (
    <div className="tr-page-head">
      <h1>Run of <Link to={path}>{workflow_name ?? workflow_id}</Link></h1>
      <RunBadge state={state} />
      <span className="tr-muted"><TimeAgo at={start_date} />{duration_ms !== null && duration_ms !== undefined && `, ${durationText(duration_ms)}`}{tokens ? `, ${tokens.total.toLocaleString()} tokens` : ''}, by <Who id={started_by} /></span>
      {version_id === null ? <Tag minimal title="The run keeps a copy of what ran">Not a saved version</Tag> : <Link to={`${path}?tab=canvas&version=${encodeURIComponent(version_id)}`}>Version {version ?? version_id}</Link>}
      {from && <Link to={runPath(from.run_id)}>{from.node_id ? `From ${title(from.node_id)} of an earlier run` : 'Forked from an earlier run'}</Link>}
      {(resumed ?? 0) > 0 && <Tag minimal intent="warning">Taken up {resumed} times after the platform had ended</Tag>}
      <Link to={`${path}?tab=runs`}>All runs</Link>
      <div className="tr-actions">
        {!isEnded(state) && <ActionButton icon={<Stop size={14} />} text="Cancel" title="Cancel the run (Ctrl+.)" obstacle={toCancel} onClick={() => void cancelRun(run)} />}
        <ButtonGroup>
          <ActionButton icon={<Export size={14} />} text="Export" title="Save the run as JSON" obstacle={toExport} onClick={() => void save('json')} />
          <ActionButton text="OpenTelemetry" title="Save the run as a trace of OpenTelemetry (OTLP in JSON)" obstacle={toExport} onClick={() => void save('otlp')} />
        </ButtonGroup>
      </div>
    </div>
  );
}

function NodeSide({ run, graph, node, executions, texts, onGo }: { readonly run: RunWithNodes; readonly graph: Graph; readonly node: GraphNode; readonly executions: Parameters<typeof NodeResult>[0]['executions']; readonly texts: ReadonlyMap<string, string>; readonly onGo: (id: string) => void }) {
  const [tab, setTab] = useState<'result' | 'node'>('result');
  const outputs = useMemo(() => outputsOf(graph).get(node.id) ?? [], [graph, node]);
  return (
    <>
      <SegmentedControl size="small" aria-label="Of the node" options={[{ value: 'result', label: 'What became of it' }, { value: 'node', label: 'What it is' }]} value={tab} onValueChange={(next) => setTab(next as 'result' | 'node')} />
      {tab === 'node' ? <NodePanel graph={graph} node={node} outputs={outputs} problems={[]} act={null} onGo={onGo} onConnect={null} /> : (
        <section aria-label={`Result of ${titleOfNode(node)}`}>
          <h2>{titleOfNode(node)}</h2>
          {executions.length === 0 ? <p className="form-note">The run did not come to it.</p> : <NodeResult run_id={run.run_id} executions={executions} texts={texts} />}
        </section>
      )}
    </>
  );
}

function Whole({ run, texts, title, onFork, onGo }: { readonly run: RunWithNodes; readonly texts: ReadonlyMap<string, string>; readonly title: (id: string) => string; readonly onFork: (run_id: string) => void; readonly onGo: (id: string) => void }) {
  return (
    <>
      <SaidSoFar run={run} texts={texts} title={title} />
      {run.state === 'success' && <section aria-label="Answer"><h2>Answer</h2><Value label="Answer" value={run.output} /></section>}
      {run.data !== undefined && run.data !== null && <><h2>Input of the run</h2><Value label="Input of the run" value={run.data} /></>}
      <Checkpoints run={run} title={title} onFork={onFork} onGo={onGo} />
    </>
  );
}
