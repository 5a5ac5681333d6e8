import { Button, Tag } from '@blueprintjs/core';
import { useMemo } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { useAddress } from '../../../components/use-address.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { CanvasEditor } from './canvas-editor.tsx';
import { CanvasViewer } from './canvas-viewer.tsx';
import { readGraph, type Graph } from './graph.ts';
import { recipeOf, versionSource } from './sources.ts';
import { versionName } from './version.ts';

interface WorkflowCanvasProps {
  readonly recipeId: string;
  /** The id of a version, which is only looked at; without one, the latest, which is edited. */
  readonly version?: string | undefined;
  readonly readOnly?: boolean;
}

/** The graph of a recipe on the canvas, as a list, and as JSON. */
export function WorkflowCanvas({ recipeId, version, readOnly = false }: WorkflowCanvasProps) {
  const { put } = useAddress();
  const source = version === undefined ? recipeOf(recipeId) : versionSource(recipeId, version);
  const { data: [row], error, meta } = useList(source);
  const [nodes, edges] = [row?.['nodes'], row?.['edges']];
  const read = useMemo(() => graphOf(nodes, edges), [nodes, edges]);
  if (!row) return error ? <Failure failure={error} onRetry={() => refresh(source)} /> : <Skeleton label="Loading the graph" />;
  if (typeof read === 'string') return <EmptyState title="The graph cannot be shown" text={`${read}. It is kept as it is; open the recipe’s JSON to mend it.`} />;
  const asOf = <AsOf meta={meta} />;
  if (readOnly || version !== undefined) {
    return (
      <CanvasViewer graph={read}>
        {asOf}
        {version !== undefined && <><Tag minimal>{versionName({ ...row, version_id: version })}, read only</Tag><Button size="small" text="Back to the latest" onClick={() => put({ version: null })} /></>}
      </CanvasViewer>
    );
  }
  return <CanvasEditor key={recipeId} recipeId={recipeId} opened={{ version_id: typeof row['version_id'] === 'string' && row['version_id'] !== '' ? row['version_id'] : null, graph: read }}>{asOf}</CanvasEditor>;
}

/** The graph, or why there is none. */
function graphOf(nodes: unknown, edges: unknown): Graph | string {
  try {
    return readGraph(nodes, edges);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
