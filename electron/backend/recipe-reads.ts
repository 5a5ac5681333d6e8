import type { Fields } from './send.ts';
import type { Pinnable, Read } from './pins.ts';

/** Runs that are kept of one recipe: those that its screen lists. */
const mostRuns = 100;

/** All that can be looked at of a recipe: itself, its image, each version, and its runs where they are wanted. */
export const recipeReads: Pinnable = {
  async keep({ row: id, with_runs }, read, tell) {
    tell(0, 'Recipe');
    const recipe = (await read('workflowRecipes.get', { id })) as Fields;
    await read('recipeShelf.image', { id });
    const versions = rowsIn(await read('workflowVersions.list', { workflow_id: id }));
    const runs = with_runs ? rowsIn(await read('workflowRuns.list', { workflow_id: id, limit: mostRuns, offset: 0 })) : [];
    const all = versions.length + runs.length;
    let done = 0;
    const each = async (rows: readonly Fields[], what: string, one: (row: Fields) => Promise<unknown>) => {
      for (const [at, row] of rows.entries()) {
        tell(done / all, `${what} ${at + 1} of ${rows.length}`);
        await one(row);
        done += 1;
      }
    };
    await each(versions, 'Version', ({ version_id }) => read('workflowVersions.get', { workflow_id: id, version_id }));
    await each(runs, 'Run', ({ run_id }) => read('workflowRuns.get', { run_id }));
    const { name } = recipe;
    return { title: typeof name === 'string' ? name : id, stamp: recipeReads.stampOf(recipe) };
  },

  stampOf: ({ version_id, upd_date }) => JSON.stringify([version_id ?? null, upd_date ?? null]),

  changed(group, { id, workflow_id }, { with_runs }) {
    const row = { workflowRecipes: id, workflowVersions: workflow_id, workflowRuns: with_runs ? workflow_id : undefined }[group];
    return typeof row === 'string' ? row : undefined;
  },
};

const rowsIn = (data: Awaited<ReturnType<Read>>): readonly Fields[] => {
  const { rows } = (data ?? {}) as { rows?: unknown };
  return Array.isArray(rows) ? (rows as Fields[]) : [];
};
