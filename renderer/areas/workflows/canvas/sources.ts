import type { Source } from '../../../state/lists.ts';

/** Where a workflow's graphs are read. */

export const recipeOf = (id: string): Source => ({ group: 'workflowRecipes', method: 'get', input: { id } });
export const versionsOf = (workflow_id: string): Source => ({ group: 'workflowVersions', method: 'list', input: { workflow_id } });
export const versionSource = (workflow_id: string, version_id: string): Source => ({ group: 'workflowVersions', method: 'get', input: { workflow_id, version_id } });
