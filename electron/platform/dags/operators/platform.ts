import { z } from 'zod';
import { aText, must, operator, values } from './operator.ts';

/** What the platform itself has to run: workflows, agents, and the search of documents. */

export const workflow = operator(z.object({ workflow_id: aText, version_id: aText.optional(), data: z.unknown().optional() }), (request, context) => {
  context.log.write('info', `Runs the workflow ${request.workflow_id}`);
  return context.deeds.runWorkflow(request, context);
});

export const agent = operator(
  z
    .object({ agent_id: aText, input: z.unknown().optional(), variables: values.transform((given) => given ?? {}) })
    .refine(({ input }) => input !== undefined && input !== null && input !== '', { path: ['input'], message: 'is required' }),
  async (request, { deeds, caller, signal, log }) => deeds.askAgent(request, caller, signal, log),
);

export const vectorSearch = operator(
  z.object({ collection: aText, query: aText, limit: z.int(must('a whole number')).min(1, 'must be at least 1').max(1000, 'must be at most 1000').default(10) }),
  async (request, { deeds, caller, signal, log }) => {
    log.write('info', `Searches the collection “${request.collection.slice(0, 250)}” for at most ${request.limit} documents`);
    return deeds.search(request, caller, signal);
  },
);
