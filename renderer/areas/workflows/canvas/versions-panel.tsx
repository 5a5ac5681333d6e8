import { useList } from '../../../state/lists.ts';

/** The versions of a recipe. */
export function VersionsPanel({ recipeId }: { readonly recipeId: string }) {
  const { data } = useList({ group: 'workflowVersions', method: 'list', input: { workflow_id: recipeId } });
  return <p className="form-note">{data.length} versions</p>;
}
