import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup, SegmentedControl } from '@blueprintjs/core';
import { useCallback, useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { GraphProblem } from '../../../../shared/rules/workflow-graph.ts';
import { DraftOffer } from '../../../components/draft-offer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { GraphView } from '../../../components/graph/graph-editing.ts';
import { adviceFor, Skeleton } from '../../../components/resource/list-states.tsx';
import { useFocus } from '../../../components/use-focus.ts';
import { useAddress } from '../../../components/use-address.ts';
import { useCommand } from '../../../state/commands.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { markDirty } from '../../../state/tabs.ts';
import { notify } from '../../../state/toasts.ts';
import { RunPanel } from '../run/run-panel.tsx';
import { toggleBreakpoint, useRunSetup } from '../run/run-setup.ts';
import { outcomesOf } from '../run/run-state.ts';
import { useFollowedRun } from '../run/use-followed-run.ts';
import { CanvasBar, type As } from './canvas-bar.tsx';
import type { Remarks } from './canvas-items.ts';
import { CanvasMenus } from './canvas-menus.tsx';
import { CanvasView } from './canvas-view.tsx';
import { GraphJson, takenOver } from './graph-json.tsx';
import { titleOfNode, type GraphNode } from './graph.ts';
import { GraphMergeDialog } from './graph-merge-dialog.tsx';
import { NodePanel } from './node-panel.tsx';
import { NodeTable } from './node-table.tsx';
import { PaletteList } from './palette-list.tsx';
import { leastOf } from './places.ts';
import { ProblemList } from './problem-list.tsx';
import { useCanvas } from './use-canvas.ts';
import { useCanvasWalk, useEditKeys } from './use-canvas-keys.ts';
import { useDeeds } from './use-deeds.ts';
import { useEditor, type Opened } from './use-editor.ts';
import { useProblems } from './use-problems.ts';
import './canvas.css';

interface CanvasEditorProps {
  readonly recipeId: string;
  readonly opened: Opened;
  readonly children?: ReactNode;
}

const asOf = (text: string | null): As => (text === 'list' || text === 'json' ? text : 'canvas');
type Side = 'node' | 'problems' | 'run';

/** A workflow's graph while it is edited: on the canvas, as a list or as JSON, with one history and one set of commands. */
export function CanvasEditor({ recipeId, opened, children }: CanvasEditorProps) {
  const { pathname } = useLocation();
  const { search, put } = useAddress();
  const as = asOf(search.get('as'));
  const editor = useEditor(recipeId, opened);
  const { graph, act, dirty } = editor;
  const canvas = useCanvas(graph);
  const view = useRef<GraphView>(null);
  const stage = useRef<HTMLDivElement>(null);
  const beside = useRef<HTMLDivElement>(null);
  const deeds = useDeeds(editor, canvas, view);
  const problems = useProblems(graph);
  const [side, setSide] = useState<Side>('node');
  const [asked, setAsked] = useState(false);
  const runAsked = useCallback(() => setAsked(false), []);
  const [saving, setSaving] = useState(false);
  const { selection, select } = canvas;
  const node = graph.nodes.find(({ id }) => id === selection.cursor) ?? null;
  const obstacle = useObstacle('workflowVersions', 'create');

  const { pins, breakpoints, run_id } = useRunSetup(recipeId);
  const followed = useFollowedRun(run_id);
  const executions = followed.run?.executions;
  const outcomes = useMemo(() => outcomesOf(executions ?? []), [executions]);
  const remarks = useMemo(() => {
    const found = new Map<string, Remarks>();
    const put = (id: string, more: Remarks) => found.set(id, { ...found.get(id), ...more });
    for (const { node_id, severity } of problems) if (node_id !== undefined && found.get(node_id)?.problem !== 'error') put(node_id, { problem: severity });
    for (const [id, { state, said }] of outcomes) put(id, { run: state, ran: said });
    for (const id of Object.keys(pins)) put(id, { isPinned: true });
    for (const id of breakpoints) put(id, { isBreakpoint: true });
    return found;
  }, [problems, outcomes, pins, breakpoints]);
  const [sought, seek] = useState<{ readonly field: string } | null>(null);
  useEffect(() => {
    if (sought) document.getElementById(`field-${sought.field}`)?.focus();
  }, [sought]);
  const goToNode = (id: string) => (as === 'list' ? select({ cursor: id }) : canvas.go(id));
  const show = (id: string, field = 'label') => {
    setSide('node');
    goToNode(id);
    seek({ field });
  };
  const goTo = ({ node_id, edge_id, field }: GraphProblem) => {
    if (node_id !== undefined) return show(node_id, field ?? 'label');
    const edge = graph.edges.find(({ id }) => id === edge_id);
    if (!edge) return;
    select({ edges: new Set([edge.id]), nodes: new Set(), cursor: null });
    canvas.lookAt([edge.source, edge.target]);
  };
  const save = async (about: { readonly version_tag?: string; readonly note?: string } = {}) => {
    setSaving(false);
    if (await editor.save(about)) notify('New version saved', { intent: 'success' });
  };
  useEffect(() => markDirty(pathname, dirty), [pathname, dirty]);
  useEffect(() => () => markDirty(pathname, false), [pathname]);
  useEditKeys(editor, deeds);
  useCanvasWalk(canvas, view, as === 'canvas' && deeds.menu === null, show);
  useCommand('form.save', dirty && obstacle === undefined && !editor.saving ? () => setSaving(true) : null);
  /** Shows it, and goes there: Tab on the canvas adds a node, and Escape leads back. */
  const enter = (next: Side) => {
    setSide(next);
    beside.current?.focus();
  };
  useCommand('canvas.node', () => enter('node'));
  useCommand('canvas.problems', () => enter('problems'));
  useCommand('canvas.runs', () => enter('run'));
  useCommand('canvas.breakpoint', node ? () => toggleBreakpoint(recipeId, node.id) : null);
  useCommand('canvas.run', side === 'run' ? null : () => {
    setSide('run');
    setAsked(true);
  });
  useCommand('canvas.list', () => put({ as: as === 'canvas' ? 'list' : null }));

  if (!editor.ready) return <Skeleton label="Looking for edits that were not saved" />;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <div className="workflow-canvas" onKeyDownCapture={(event) => turnBack(event, editor)}>
      <CanvasBar
        edit={{ editor, deeds, obstacle, onSave: () => setSaving(true) }} as={as} onShowAs={(next) => put({ as: next === 'canvas' ? null : next })} onFit={() => canvas.lookAt([])} onFind={deeds.openFind}
      >
        {children}
      </CanvasBar>
      <Notices editor={editor} />
      <div className="canvas-main">
        {/* Keys and the clipboard go to the canvas while it has the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
        <div ref={stage} className="canvas-stage" tabIndex={0} role="group" aria-label={`Workflow of ${graph.nodes.length} nodes`}
          onKeyDown={(event) => {
            if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.target !== event.currentTarget || as !== 'canvas') return;
            event.preventDefault();
            deeds.openAdd();
          }}
          onCopy={(event) => copyOut(event, deeds.copied)}
          onCut={(event) => {
            if (copyOut(event, deeds.copied)) deeds.remove?.();
          }}
          onPaste={(event) => {
            if (isField(event.target)) return;
            event.preventDefault();
            deeds.paste(event.clipboardData.getData('text/plain'));
          }}
        >
          {as === 'canvas' && <CanvasView graph={graph} canvas={canvas} remarks={remarks} view={view} edit={deeds.editing} onOpen={(id) => show(id)} />}
          {as === 'list' && <NodeTable graph={graph} remarks={remarks} cursor={selection.cursor} selected={selection.nodes} onSelect={(nodes) => select({ nodes })} onOpen={(id) => select({ cursor: id })} />}
          {as === 'json' && <GraphJson graph={graph} onChange={(next) => act('Edit the graph as JSON', (now) => takenOver(now, next))} />}
          {as !== 'json' && graph.nodes.length === 0 && (
            <div className="canvas-empty">
              <EmptyState title="No nodes yet" text="A workflow begins with a start, and answers with what reaches its end." actions={<><Button intent="primary" text="Add a start" onClick={() => deeds.add('start')} /><Button text="Add node…" onClick={deeds.openAdd} /></>} />
            </div>
          )}
          <CanvasMenus graph={graph} canvas={canvas} menu={deeds.menu} onMenu={deeds.setMenu} deeds={deeds} stage={stage} onGo={goToNode} />
        </div>
        {/* Escape leads from a field back to the canvas. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div className="canvas-side" role="region" aria-label="Node, problems and run" onKeyDown={(event) => {
          const isCode = event.target instanceof Element && event.target.closest('.code-editor') !== null;
          if (event.key !== 'Escape' || (event.defaultPrevented && !isCode)) return;
          event.stopPropagation();
          stage.current?.focus({ preventScroll: true });
        }}>
          <div className="canvas-side-bar">
            <SegmentedControl
              size="small" fill aria-label="Beside the canvas" value={side} onValueChange={(next) => setSide(next as Side)}
              options={[{ value: 'node', label: node ? 'Node' : 'Add' }, { value: 'problems', label: problems.length === 0 ? 'Problems' : `Problems (${problems.length})` }, { value: 'run', label: 'Run' }]}
            />
          </div>
          <div className="canvas-side-body" ref={beside} tabIndex={-1}>
            {side === 'run' && (
              <RunPanel
                recipeId={recipeId} graph={graph} version_id={editor.base_version_id} dirty={dirty} node={node} followed={followed} outcomes={outcomes} asked={asked} onAsked={runAsked} onGo={goToNode}
                fault={errors > 0 ? `The workflow has ${errors === 1 ? 'an error' : `${errors} errors`}; the problems say where.` : undefined}
              />
            )}
            {side === 'problems' && <ProblemList graph={graph} problems={problems} onGo={goTo} />}
            {side === 'node' && (node
              ? <NodePanel key={node.id} graph={graph} node={node} outputs={canvas.outputs.get(node.id) ?? []} problems={problems} act={act} onGo={(id) => show(id)} onConnect={deeds.openConnect} />
              : <PaletteList onAdd={(type) => deeds.add(type)} />)}
          </div>
        </div>
      </div>
      <div className="canvas-words" role="status">
        <span>{wordsOf(selection.nodes.size, selection.edges.size, node)}</span>
        <span>{[counted(graph.nodes.length, 'node'), counted(graph.edges.length, 'connection'), ...(errors > 0 ? [counted(errors, 'error')] : [])].join(', ')}</span>
      </div>
      {saving && <SaveDialog saving={editor.saving} onSave={(about) => void save(about)} onClose={() => setSaving(false)} />}
      {editor.conflict && <GraphMergeDialog conflict={editor.conflict} mine={graph} saving={editor.saving} onClose={editor.closeConflict} onResolve={(merged) => void editor.resolve(merged)} />}
    </div>
  );
}

const counted = (count: number, what: string) => `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`;
const isField = (target: EventTarget) => target instanceof Element && target.closest('input, textarea, .code-editor') !== null;

function copyOut(event: ClipboardEvent, text: (() => string) | null): boolean {
  if (isField(event.target) || text === null || window.getSelection()?.isCollapsed === false) return false;
  event.preventDefault();
  event.clipboardData.setData('text/plain', text());
  return true;
}

/** The keys of undoing act on the whole graph, in whichever of its fields one is: each field's own would know only of itself. */
function turnBack(event: KeyboardEvent, { undo, redo }: { readonly undo: () => void; readonly redo: () => void }): void {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === 'y' || event.shiftKey) redo();
  else undo();
}

function wordsOf(nodes: number, edges: number, node: GraphNode | null): string {
  if (edges > 0) return `${edges === 1 ? 'A connection' : `${edges} connections`} selected. Delete takes ${edges === 1 ? 'it' : 'them'} out.`;
  if (nodes > 1) return `${nodes} nodes selected. Ctrl+C copies, D duplicates, G groups, Delete takes them out.`;
  if (node && leastOf(node.type)) return `${titleOfNode(node)}. Ctrl+arrow keys move it, Ctrl+Shift+arrow keys resize it, Enter edits.`;
  if (node) return `${titleOfNode(node)}. Arrow keys follow connections, Enter edits, C connects, Tab adds behind it, Shift+Tab leaves the canvas.`;
  return 'Tab or / adds a node. Arrow keys go from node to node; Shift and drag selects; ? shows all keys.';
}

/** What stands in the way of saving, or waits to be decided. */
function Notices({ editor }: { readonly editor: ReturnType<typeof useEditor> }) {
  const { draft, restore, dropDraft, failure, newer, dirty, others } = editor;
  return (
    <>
      <DraftOffer of="workflow" draft={draft} onRestore={restore} onDiscard={dropDraft} />
      {failure && <Callout compact intent="danger" role="alert" className="form-notice" title={failure.message}>{adviceFor(failure.code)} Your edits are still here.</Callout>}
      {newer && dirty && <Callout compact intent="warning" className="form-notice">Somebody saved a version meanwhile. When you save, you are asked how both go together.</Callout>}
      {others > 0 && <Callout compact className="form-notice">This workflow is open in another window, too. Whoever saves second is asked how both go together.</Callout>}
    </>
  );
}

/** A version may be given a tag and a note, and need not. */
function SaveDialog({ saving, onSave, onClose }: { readonly saving: boolean; readonly onSave: (about: { readonly version_tag?: string; readonly note?: string }) => void; readonly onClose: () => void }) {
  const [tag, setTag] = useState('');
  const [note, setNote] = useState('');
  const field = useFocus<HTMLInputElement>();
  const send = () => onSave({ ...(tag.trim() === '' ? {} : { version_tag: tag.trim() }), ...(note.trim() === '' ? {} : { note: note.trim() }) });
  return (
    <Dialog isOpen title="Save as a new version" onClose={onClose}>
      <form onSubmit={(event) => {
        event.preventDefault();
        send();
      }}>
        <DialogBody>
          <FormGroup label="Note" labelFor="version-note" helperText="What changed, for whoever looks at the versions."><InputGroup id="version-note" inputRef={field} value={note} onValueChange={setNote} /></FormGroup>
          <FormGroup label="Tag" labelFor="version-tag" helperText="Such as 1.4 or “before the audit”."><InputGroup id="version-tag" value={tag} onValueChange={setTag} /></FormGroup>
        </DialogBody>
        <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><Button type="submit" intent="primary" loading={saving} text="Save version" /></>} />
      </form>
    </Dialog>
  );
}
