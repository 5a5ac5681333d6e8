import { AppError } from '../../../../../shared/errors.ts';
import type { NodeType } from '../../../../../shared/contract/workflow-kinds.ts';
import { endpoint, http } from './calls.ts';
import { approval, branch, end, start, transform } from './flow.ts';
import { llm, prompt } from './model.ts';
import { given, type Kind } from './occasion.ts';
import { vectorSearch } from './search.ts';
import { tool } from './tool.ts';

const workflow: Kind = async ({ data, input, fill, runWorkflow }) => {
  const own = data['input'] === undefined || data['input'] === null || data['input'] === '' ? input : fill(data['input']);
  return { output: await runWorkflow(String(data['workflow_id']), given(data['version_id']), own) };
};

/** What each kind does; a loop's items are the run's own matter, and notes and groups do nothing. */
const kinds: Readonly<Record<Exclude<NodeType, 'loop' | 'note' | 'group'>, Kind>> = { start, end, branch, approval, transform, workflow, llm, prompt, endpoint, http, tool, vector_search: vectorSearch };

/** Throws `not_available` for a kind that is not known here. */
export function doingOf(type: string): Kind {
  if (Object.hasOwn(kinds, type)) return kinds[type as keyof typeof kinds];
  throw new AppError('not_available', `This platform does not know nodes of the kind “${type.slice(0, 100)}”. Replace the node, or run the workflow where it is known.`);
}
