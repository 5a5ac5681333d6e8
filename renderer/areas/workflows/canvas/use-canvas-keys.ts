import type { RefObject } from 'react';
import type { GraphView } from '../../../components/graph/graph-editing.ts';
import { useCommand } from '../../../state/commands.ts';
import { walk } from '../../dags/graph/graph-model.ts';
import type { Canvas } from './use-canvas.ts';
import type { Deeds } from './use-deeds.ts';
import type { Editor } from './use-editor.ts';

const nothing = () => undefined;

/** Going about on a canvas by keys: along edges, to the whole graph, to what is selected. */
export function useCanvasWalk(canvas: Canvas, view: RefObject<GraphView | null>, isOn: boolean, onOpen: (id: string) => void): void {
  const { laid, selection, select, lookAt, boxes } = canvas;
  const step = (way: Parameters<typeof walk>[3]) => (isOn && laid && laid.shape.nodes.length > 0 ? () => {
    const to = selection.cursor === null ? laid.shape.nodes[0]?.id : walk(laid.shape, boxes, selection.cursor, way);
    if (to === null || to === undefined) return;
    select({ cursor: to, nodes: new Set(), edges: new Set() });
    view.current?.show(boxes.get(to)!);
  } : null);
  const toggle = (id: string) => {
    const next = new Set(selection.nodes);
    if (!next.delete(id)) next.add(id);
    select({ nodes: next });
  };
  useCommand('grid.up', step('up'));
  useCommand('grid.down', step('down'));
  useCommand('grid.left', step('left'));
  useCommand('grid.right', step('right'));
  useCommand('grid.open', isOn && selection.cursor !== null ? () => onOpen(selection.cursor!) : null);
  useCommand('grid.toggle', isOn && selection.cursor !== null ? () => toggle(selection.cursor!) : null);
  useCommand('graph.fit', isOn ? () => lookAt([]) : null);
  useCommand('graph.zoom', isOn && canvas.chosen.size > 0 ? () => lookAt([...canvas.chosen]) : null);
  useCommand('canvas.in', isOn ? () => view.current?.zoomBy(1.25) : null);
  useCommand('canvas.out', isOn ? () => view.current?.zoomBy(0.8) : null);
}

/** The commands of the graph that is edited; they are the same on the canvas and in the list. */
export function useEditKeys(editor: Editor, deeds: Deeds): void {
  const { align, distribute, nudge, stretch, tidy, copy } = deeds;
  useCommand('canvas.add', deeds.openAdd);
  useCommand('canvas.connect', deeds.openConnect);
  useCommand('canvas.find', deeds.openFind);
  // It is never that of the page around the canvas, which would delete the workflow.
  useCommand('canvas.remove', deeds.remove ?? nothing);
  useCommand('canvas.duplicate', deeds.duplicate);
  useCommand('canvas.copy', copy && (() => void copy()));
  useCommand('canvas.paste', () => void deeds.pasteFromClipboard());
  useCommand('canvas.undo', editor.undoable === null ? null : editor.undo);
  useCommand('canvas.redo', editor.redoable === null ? null : editor.redo);
  useCommand('canvas.note', deeds.note);
  useCommand('canvas.group', deeds.group);
  useCommand('canvas.ungroup', deeds.ungroup);
  useCommand('canvas.tidy', tidy && (() => void tidy()));
  useCommand('canvas.alignLeft', align && (() => align('left')));
  useCommand('canvas.alignTop', align && (() => align('top')));
  useCommand('canvas.alignMiddle', align && (() => align('middle')));
  useCommand('canvas.distributeAcross', distribute && (() => distribute('across')));
  useCommand('canvas.distributeDown', distribute && (() => distribute('down')));
  useCommand('canvas.left', nudge && (() => nudge(-1, 0)));
  useCommand('canvas.right', nudge && (() => nudge(1, 0)));
  useCommand('canvas.up', nudge && (() => nudge(0, -1)));
  useCommand('canvas.down', nudge && (() => nudge(0, 1)));
  useCommand('canvas.wider', stretch && (() => stretch(1, 0)));
  useCommand('canvas.narrower', stretch && (() => stretch(-1, 0)));
  useCommand('canvas.taller', stretch && (() => stretch(0, 1)));
  useCommand('canvas.flatter', stretch && (() => stretch(0, -1)));
  useCommand('grid.selectAll', deeds.selectAll);
  useCommand('grid.drop', deeds.menu === null ? deeds.drop : null);
}
