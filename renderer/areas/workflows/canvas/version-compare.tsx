import { Button, SegmentedControl } from '@blueprintjs/core';
import { ArrowLeft } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { isEmpty } from '../../../../shared/rules/graph-diff.ts';
import { DifferenceTable } from '../../../components/diff/difference-table.tsx';
import { diffLines } from '../../../components/diff/diff-lines.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { refresh, useList } from '../../../state/lists.ts';
import { CanvasViewer } from './canvas-viewer.tsx';
import { comparableText, compared, propertyLines, type Compared } from './compared.ts';
import { readGraph, titleOfNode, type Graph, type GraphNode } from './graph.ts';
import { summaryOfDiff } from './graph-merge-dialog.tsx';
import { versionSource } from './sources.ts';
import { versionName, type Version } from './version.ts';

interface VersionCompareProps {
  readonly recipeId: string;
  readonly before: Version;
  readonly after: Version;
  readonly onBack: () => void;
}

function useGraph(recipeId: string, version_id: string) {
  const source = versionSource(recipeId, version_id);
  const { data: [row], error } = useList(source);
  const graph = useMemo(() => (row === undefined ? null : readGraph(row['nodes'], row['edges'])), [row]);
  return { graph, error, source };
}

/** What differs between two versions: on the canvas, property by property, and as text. */
export function VersionCompare({ recipeId, before, after, onBack }: VersionCompareProps) {
  const [from, to] = [useGraph(recipeId, before.version_id), useGraph(recipeId, after.version_id)];
  const [as, showAs] = useState<'graph' | 'properties' | 'text'>('graph');
  const [one, other] = [from.graph, to.graph];
  const both = useMemo(() => (one && other ? compared(one, other) : null), [one, other]);
  const failed = [from, to].find(({ error }) => error !== null);
  return (
    <div className="workflow-canvas">
      <div className="version-bar" role="toolbar" aria-label="Comparison">
        <Button size="small" variant="minimal" icon={<ArrowLeft size={14} />} text="All versions" onClick={onBack} />
        <strong>{versionName(before)} → {versionName(after)}</strong>
        {both && <span role="status">{summaryOfDiff(both.diff)}</span>}
        <span className="filter-space" />
        <SegmentedControl size="small" aria-label="Show the difference as" options={[{ value: 'graph', label: 'Graph' }, { value: 'properties', label: 'Properties' }, { value: 'text', label: 'Text' }]} value={as} onValueChange={(next) => showAs(next as typeof as)} />
      </div>
      {failed?.error ? <Failure failure={failed.error} onRetry={() => refresh(failed.source)} /> : !both || !one || !other ? <Skeleton label="Loading the versions" />
        : isEmpty(both.diff) ? <EmptyState title="Nothing differs" text="Both versions have the same graph." />
        : as === 'graph' ? <CanvasViewer graph={both.graph} remarks={both.remarks} marked={both.edges} renderSide={(node, go) => <Changes both={both} node={node} onGo={go} />}><Legend /></CanvasViewer>
        : as === 'properties' ? <Properties both={both} /> : <Text before={one} after={other} />}
    </div>
  );
}

const Legend = () => <span className="version-legend" aria-hidden="true"><span>+ added</span><span>− removed</span><span>~ changed</span><span>→ moved</span></span>;

/** What changed in words: all of it, or what of the node that is looked at. */
function Changes({ both: { diff, graph }, node, onGo }: { readonly both: Compared; readonly node: GraphNode | null; readonly onGo: (id: string) => void }) {
  const mark = node && diff.nodes.get(node.id);
  return (
    <>
      {node && (
        <section aria-label={`Change of ${titleOfNode(node)}`}>
          <h2>{titleOfNode(node)}</h2>
          <p className="form-note">{mark ? `It was ${mark}.` : 'It is the same in both.'}</p>
          {(mark === 'changed' || mark === 'moved') && <DifferenceTable differences={propertyLines(diff.properties, graph, node.id)} />}
        </section>
      )}
      <h2>Changes</h2>
      <ul className="problem-rows" aria-label="Changes">
        {[...diff.nodes].map(([id, kind]) => {
          const found = graph.nodes.find((one) => one.id === id);
          return <li key={id} data-state={kind}><button type="button" onClick={() => onGo(id)}><span className="node-mark">{{ added: '+', removed: '−', changed: '~', moved: '→' }[kind]}</span><span>{found ? titleOfNode(found) : id} <span className="tr-muted">{kind}</span></span></button></li>;
        })}
        {[...diff.edges].map(([id, kind]) => {
          const edge = graph.edges.find((one) => one.id === id);
          return <li key={`edge ${id}`} data-state={kind}><button type="button" onClick={() => edge && onGo(edge.source)}><span className="node-mark">{{ added: '+', removed: '−', changed: '~' }[kind]}</span><span>Connection {edge ? `${edge.source} → ${edge.target}` : id} <span className="tr-muted">{kind}</span></span></button></li>;
        })}
      </ul>
    </>
  );
}

function Properties({ both: { diff, graph } }: { readonly both: Compared }) {
  const lines = propertyLines(diff.properties, graph);
  return <div className="canvas-scroll">{lines.length === 0 ? <EmptyState title="No property differs" text="Nodes and connections were only added or removed." /> : <DifferenceTable differences={lines} />}</div>;
}

function Text({ before, after }: { readonly before: Graph; readonly after: Graph }) {
  const lines = useMemo(() => diffLines(comparableText(before), comparableText(after)), [before, after]);
  return <div className="canvas-scroll"><DifferenceTable differences={lines} /></div>;
}
