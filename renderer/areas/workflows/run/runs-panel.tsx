import { useList } from '../../../state/lists.ts';

/** The runs of a recipe. */
export function RunsPanel({ recipeId }: { readonly recipeId: string }) {
  const { data } = useList({ group: 'workflowRuns', method: 'list', input: { workflow_id: recipeId, limit: 50, offset: 0 } });
  return <p className="form-note">{data.length} runs</p>;
}
