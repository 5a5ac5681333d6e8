import { workflowRecipes } from '../../shared/contract/workflows.ts';
import { AppError } from '../../shared/errors.ts';
import type { OutputOf } from '../../shared/rpc.ts';
import { checkClone, cloneOf, firstVersionOf, originalOf } from '../../shared/rules/clone.ts';
import { answers, type Local } from './local.ts';
import type { Answered, Fields } from './send.ts';

type Recipe = OutputOf<(typeof workflowRecipes)['calls']['create']>;

/**
 * Clones a recipe by three calls: read the original, create the copy, give the copy its first version [I-012]. The server's
 * words come first where one of them fails, and `Failed to clone workflow` where the copy cannot be made [E-048].
 */
export const cloning = (ask: (name: string, input: Fields, signal: AbortSignal) => Promise<Answered>): Local =>
  answers('workflowRecipes', workflowRecipes, {
    async clone({ id, version_id, name, ...scope }, { signal }) {
      const original = originalOf(await ask('workflowRecipes.get', { ...scope, id, version_id, details: true }, signal).then(({ data }) => data, nothingIfNothing));
      const clone = cloneOf(original, name ?? `${String(original['name'])} (copy)`);
      const copy = (await ask('workflowRecipes.create', { ...clone, ...scope }, signal).catch(inOurWords)).data as Recipe;
      checkClone(original, copy);
      await ask('workflowVersions.create', { ...scope, workflow_id: copy.id, ...firstVersionOf(copy) }, signal);
      return (await ask('workflowRecipes.get', { ...scope, id: copy.id, details: true }, signal)).data as Recipe;
    },
  });

/** An answer without a recipe in it is no recipe; every other failure stands. */
function nothingIfNothing(thrown: unknown): undefined {
  if (!(thrown instanceof AppError) || thrown.code !== 'bad_answer') throw thrown;
}

/** Where the server said nothing of its own, a failed create is a failed clone. */
function inOurWords(thrown: unknown): never {
  const { create, clone } = workflowRecipes.calls;
  if (!(thrown instanceof AppError) || thrown.message !== create.fallback) throw thrown;
  const { status, problems, details } = thrown;
  throw new AppError(thrown.code, clone.fallback, { status, problems, details, cause: thrown });
}
