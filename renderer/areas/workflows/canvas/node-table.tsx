import { RowTable, nothing, type RowColumn } from '../../../components/rows/row-table.tsx';
import { stateWord } from '../../dags/state-badge.tsx';
import type { Remarks } from './canvas-items.ts';
import { groupsAround, nodesById, titleOfNode, type Graph, type GraphNode } from './graph.ts';
import { kindTitle } from './kind-looks.tsx';

interface NodeTableProps {
  readonly graph: Graph;
  readonly remarks: ReadonlyMap<string, Remarks>;
  readonly cursor: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: ((ids: ReadonlySet<string>) => void) | null;
  readonly onOpen: (id: string) => void;
}

interface Line {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly kind: string;
  readonly after: string;
  readonly before: string;
  readonly said: string;
}

const columns: readonly RowColumn<Line>[] = [
  { name: 'title', label: 'Node', cell: ({ title, depth }) => <span title={title} style={{ paddingLeft: depth * 16 }}>{title}</span> },
  { name: 'kind', label: 'Kind', width: 110, cell: ({ kind }) => kind },
  { name: 'after', label: 'Comes from', cell: ({ after }) => <span title={after}>{after || nothing}</span> },
  { name: 'before', label: 'Leads to', cell: ({ before }) => <span title={before}>{before || nothing}</span> },
  { name: 'said', label: 'State', width: 120, cell: ({ said }) => said || nothing },
];

/** Groups, then what is in them. */
function inOrder({ nodes }: Graph): readonly GraphNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  const inside = Map.groupBy(nodes, ({ parentId }) => (parentId !== undefined && known.has(parentId) ? parentId : ''));
  const found = new Set<GraphNode>();
  const walk = (parent: string) => {
    for (const node of inside.get(parent) ?? []) {
      if (found.has(node)) continue;
      found.add(node);
      walk(node.id);
    }
  };
  walk('');
  return [...found, ...nodes.filter((node) => !found.has(node))];
}

/** A graph in lines: each node with what comes before and after it, groups before what is in them. */
export function NodeTable({ graph, remarks, cursor, selected, onSelect, onOpen }: NodeTableProps) {
  const byId = nodesById(graph);
  const name = (id: string) => (byId.has(id) ? titleOfNode(byId.get(id)!) : `${id} (not there)`);
  const [from, to] = [Map.groupBy(graph.edges, ({ target }) => target), Map.groupBy(graph.edges, ({ source }) => source)];
  const lines = inOrder(graph).map((node): Line => {
    const { problem, run, ran, mark, isPinned = false, isBreakpoint = false } = remarks.get(node.id) ?? {};
    return {
      id: node.id, title: titleOfNode(node), depth: groupsAround(byId, node).length, kind: kindTitle(node.type),
      after: (from.get(node.id) ?? []).map(({ source, sourceHandle }) => (sourceHandle === undefined ? name(source) : `${name(source)} (${sourceHandle})`)).join(', '),
      before: (to.get(node.id) ?? []).map(({ target, sourceHandle }) => (sourceHandle === undefined ? name(target) : `${sourceHandle}: ${name(target)}`)).join(', '),
      said: [mark, run && stateWord(run), ran, problem, isPinned && 'pinned', isBreakpoint && 'breakpoint'].filter(Boolean).join(', '),
    };
  });
  return (
    <div className="canvas-scroll">
      <RowTable label="Nodes of the graph" rows={lines} idOf={({ id }) => id} columns={columns} chosen={cursor} onOpen={({ id }) => onOpen(id)} {...(onSelect ? { picked: selected, onPick: onSelect } : {})} />
    </div>
  );
}
