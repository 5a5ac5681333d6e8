import { z } from 'zod';
import { AppError } from '../../../../shared/errors.ts';
import { aText, must, operator, values } from './operator.ts';

/** What the platform itself has to run: workflows, agents, and the search of documents. */

export const workflow = operator(z.object({ workflow_id: aText, data: z.unknown().optional() }), async (request, { deeds, caller, signal, log }) => {
  log.write('info', `Runs the workflow ${request.workflow_id}`);
  return deeds.runWorkflow(request, caller, signal);
});

export const agent = operator(
  z
    .object({ agent_id: aText, input: z.unknown().optional(), variables: values.transform((given) => given ?? {}) })
    .refine(({ input }) => input !== undefined && input !== null && input !== '', { path: ['input'], message: 'is required' }),
  async (request, { deeds, caller, signal, log }) => deeds.askAgent(request, caller, signal, log),
);

export const vectorSearch = operator(
  z.object({ collection: aText, query: aText, limit: z.int(must('a whole number')).min(1, 'must be at least 1').max(1000, 'must be at most 1000').default(10) }),
  async ({ collection }) => {
    throw new AppError('not_available', `The collection “${collection.slice(0, 250)}” cannot be searched: the platform on this computer does not search documents by meaning yet. Run this DAG on a remote platform.`);
  },
);
