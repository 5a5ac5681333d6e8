import { Editor } from '../../../components/json-editor/editor.tsx';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { refresh, useList, type Source } from '../../../state/lists.ts';

interface WorkflowCanvasProps {
  readonly recipeId: string;
  /** The id of a version; without one, the latest. */
  readonly version?: string | undefined;
  readonly readOnly?: boolean;
}

/** The graph of a recipe. */
export function WorkflowCanvas({ recipeId, version }: WorkflowCanvasProps) {
  const source: Source = { group: 'workflowRecipes', method: 'get', input: { id: recipeId, ...(version === undefined ? {} : { version_id: version }) } };
  const { data: [row], error } = useList(source);
  if (error) return <Failure failure={error} onRetry={() => refresh(source)} />;
  if (!row) return <Skeleton label="Loading the graph" />;
  return <Editor readOnly language="json" label="Graph as JSON" lines={20} value={JSON.stringify({ nodes: row['nodes'], edges: row['edges'] }, null, 2)} />;
}
