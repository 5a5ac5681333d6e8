import dagre from '@dagrejs/dagre';
import ELK from 'elkjs/lib/elk-api.js';
import elkWorker from 'elkjs/lib/elk-worker.min.js?url';
import { boxesOf } from '../../../renderer/areas/workflows/canvas/places.ts';
import { sample } from './canvas-page.tsx';

/** The same nodes and edges laid out from left to right by others, with nothing of ours around: milliseconds. */
export async function layOut(by: 'elk' | 'dagre', count: number): Promise<number> {
  const graph = sample(count);
  const boxes = [...boxesOf(graph)].map(([id, { width, height }]) => ({ id, width, height }));
  const start = performance.now();
  if (by === 'elk') {
    await new ELK({ workerFactory: () => new Worker(elkWorker) }).layout({
      id: 'root', layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'RIGHT' }, children: boxes,
      edges: graph.edges.map(({ id, source, target }) => ({ id, sources: [source], targets: [target] })),
    });
  } else {
    const laid = new dagre.graphlib.Graph().setGraph({ rankdir: 'LR' }).setDefaultEdgeLabel(() => ({}));
    for (const { id, width, height } of boxes) laid.setNode(id, { width, height });
    for (const { source, target } of graph.edges) laid.setEdge(source, target);
    dagre.layout(laid);
  }
  return performance.now() - start;
}
