import { Button, Callout } from '@blueprintjs/core';
import { Pause, Play, Repeat, Stop, Unpin } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isEnded } from '../../../../shared/contract/workflow-runs.ts';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../../components/json-editor/json-problem.ts';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { adviceFor, Failure } from '../../../components/resource/list-states.tsx';
import { durationText } from '../../../components/rows/duration.ts';
import { useCommand } from '../../../state/commands.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { titleOfNode, type Graph, type GraphNode } from '../canvas/graph.ts';
import { Waiting } from './approval-form.tsx';
import { NodeResult, runPath, Value } from './node-result.tsx';
import { RunBadge } from './run-badge.tsx';
import { RunFailure } from './run-failure.tsx';
import { SaidSoFar } from './said-so-far.tsx';
import type { NodeOutcome } from './run-state.ts';
import { cancelRun, setRunSetup, startRun, toggleBreakpoint, unpin, useRunSetup } from './run-setup.ts';
import { RunFrom } from './run-from.tsx';
import { runOf, runsOf, type FollowedRun } from './use-followed-run.ts';

interface RunPanelProps {
  readonly recipeId: string;
  readonly graph: Graph;
  /** The version that is edited; null where there is none. */
  readonly version_id: string | null;
  /** The graph is not that version any more. */
  readonly dirty: boolean;
  /** Why it cannot be run as it is. */
  readonly fault: string | undefined;
  readonly node: GraphNode | null;
  readonly followed: FollowedRun;
  readonly outcomes: ReadonlyMap<string, NodeOutcome>;
  /** It was asked for by the key before the panel was there. */
  readonly asked: boolean;
  readonly onAsked: () => void;
  /** Goes to a node on the canvas, and stays with the run. */
  readonly onGo: (node_id: string) => void;
}

/** What a run begins with where nobody typed: what the last one began with, else the start's sample. */
function useFirstInput(recipeId: string, graph: Graph): unknown {
  const { data: [last] } = useList(runsOf(recipeId));
  return last?.['data'] ?? graph.nodes.find(({ type }) => type === 'start')?.data['sample'] ?? {};
}

/** Runs the workflow as it stands on the canvas, and shows what becomes of it. */
export function RunPanel({ recipeId, graph, version_id, dirty, fault, node, followed: { run, texts, error }, outcomes, asked, onAsked, onGo }: RunPanelProps) {
  const setup = useRunSetup(recipeId);
  const first = useFirstInput(recipeId, graph);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [sending, setSending] = useState(false);
  const text = setup.input ?? JSON.stringify(first, null, 2);
  const syntax = text.trim() === '' ? undefined : jsonProblem(text)?.message;
  const obstacle = useObstacle('workflowRuns', 'start') ?? fault ?? syntax;
  const known = new Set(graph.nodes.map(({ id }) => id));
  const breakpoints = setup.breakpoints.filter((id) => known.has(id));
  const pins = Object.entries(setup.pins).filter(([id]) => known.has(id));
  const start = async (from?: { readonly run_id: string; readonly node_id: string; readonly inputs?: unknown }) => {
    setSending(true);
    setFailure(null);
    const reply = await startRun({
      workflow_id: recipeId, data: from ? run?.data : text.trim() === '' ? undefined : (JSON.parse(text) as unknown),
      // What is not saved runs as it stands here.
      ...(dirty || version_id === null ? { graph: { nodes: [...graph.nodes], edges: [...graph.edges] } } : { version_id }),
      ...(breakpoints.length > 0 ? { breakpoints } : {}), ...(pins.length > 0 ? { pins: Object.fromEntries(pins) } : {}), ...(from ? { from } : {}),
    });
    setSending(false);
    if (!reply.ok) setFailure(reply.error);
  };
  const isRunning = run !== null && !isEnded(run.state);
  const canRun = obstacle === undefined && !sending && !isRunning;
  useCommand('canvas.run', canRun ? () => void start() : null);
  const begin = useRef(() => undefined as void);
  useEffect(() => {
    begin.current = () => {
      if (canRun) void start();
    };
  });
  useEffect(() => {
    if (!asked) return;
    begin.current();
    onAsked();
  }, [asked, onAsked]);
  const toCancel = useObstacle('workflowRuns', 'cancel');
  useCommand('canvas.cancel', isRunning && toCancel === undefined ? () => void cancelRun(run) : null);
  const waiting = run?.executions.filter(({ state }) => state === 'waiting') ?? [];
  const title = (id: string) => titleOfNode(graph.nodes.find((one) => one.id === id) ?? { id, type: '', data: {} });
  const outcome = node ? outcomes.get(node.id) : undefined;
  return (
    <>
      {run && (
        <div className="run-head">
          <RunBadge state={run.state} />
          {run.duration_ms !== null && run.duration_ms !== undefined && <span className="tr-muted">{durationText(run.duration_ms)}</span>}
          <Link to={runPath(run.run_id)}>Open the run</Link>
          {isRunning ? <ActionButton size="small" icon={<Stop size={14} />} text="Cancel" title="Cancel the run (Ctrl+.)" obstacle={toCancel} onClick={() => void cancelRun(run)} /> : <Button size="small" variant="minimal" text="Hide" onClick={() => setRunSetup(recipeId, { run_id: null })} />}
        </div>
      )}
      {error && setup.run_id !== null && <Failure failure={error} onRetry={() => refresh(runOf(setup.run_id!))} />}
      {run && waiting.map((execution) => <Waiting key={`${execution.node_id} ${execution.iteration}`} run_id={run.run_id} execution={execution} title={title(execution.node_id)} />)}
      {run && <RunFailure run={run} title={title} shown={node?.id ?? null} onGo={onGo} />}
      {run && node && outcome && (
        <section aria-label={`Result of ${titleOfNode(node)}`}>
          <h2>{titleOfNode(node)}</h2>
          <NodeResult key={`${run.run_id} ${node.id}`} run_id={run.run_id} executions={outcome.executions} texts={texts} pin={{ recipe: recipeId, isPinned: node.id in setup.pins }} />
          {isEnded(run.state) && <RunFrom key={node.id} run_id={run.run_id} node_id={node.id} title={titleOfNode(node)} executions={outcome.executions} obstacle={obstacle} onStart={(inputs) => void start({ run_id: run.run_id, node_id: node.id, ...inputs })} />}
        </section>
      )}
      {run && !node && <SaidSoFar run={run} texts={texts} title={title} />}
      {run?.state === 'success' && !node && <section aria-label="Answer"><h2>Answer</h2><Value label="Answer" value={run.output} /></section>}
      <h2>Input of the run</h2>
      <Editor language="json" label="Input of the run" lines={5} value={text} onChange={(input) => setRunSetup(recipeId, { input })} />
      {syntax !== undefined && <p className="form-problem" role="alert">{syntax}</p>}
      {(pins.length > 0 || breakpoints.length > 0) && (
        <div className="run-head" role="group" aria-label="Pins and breakpoints">
          {pins.map(([id]) => <Button key={id} size="small" icon={<Unpin size={12} />} title="Its pinned output is taken; press to run it again" text={`Unpin ${title(id)}`} onClick={() => unpin(recipeId, id)} />)}
          {breakpoints.map((id) => <Button key={id} size="small" icon={<Pause size={12} />} title="The run waits before it; press to let it go on" text={`Remove breakpoint of ${title(id)}`} onClick={() => toggleBreakpoint(recipeId, id)} />)}
        </div>
      )}
      <div className="tr-actions run-start">
        <ActionButton intent="primary" icon={run ? <Repeat size={14} /> : <Play size={14} />} text={run ? 'Run again' : 'Run'} title="Run the workflow (Ctrl+Enter)" loading={sending} obstacle={obstacle ?? (isRunning ? 'It is running.' : undefined)} onClick={() => void start()} />
        {node && <Button icon={<Pause size={14} />} text={setup.breakpoints.includes(node.id) ? 'Remove breakpoint' : 'Add breakpoint'} title="Let a run wait before the node (B)" onClick={() => toggleBreakpoint(recipeId, node.id)} />}
      </div>
      <p className="form-note">{dirty || version_id === null ? 'What is on the canvas runs, although it is not saved; the run keeps a copy of it.' : 'The saved version runs.'}</p>
      {failure && (
        <Callout compact intent="danger" role="alert" className="form-notice" title={failure.message}>
          {failure.problems && failure.problems.length > 0 ? <ul>{failure.problems.map(({ message }) => <li key={message}>{message}</li>)}</ul> : adviceFor(failure.code)}
        </Callout>
      )}
    </>
  );
}
