import { z } from 'zod';
import { call, group, required } from './define.ts';

/** What a gallery of recipes shows and finds beside their rows, which are listed without graphs and images. */
export const recipeShelf = group({
  /** The image of one recipe, a data URL; null where it has none. */
  image: call({
    method: 'GET', path: '/api/workflow/recipe/image', input: { id: required('ID is required') }, answer: 'router',
    output: z.looseObject({ image: z.string().nullable() }), fallback: 'Failed to fetch the image of the recipe',
  }),
  /** The texts of the nodes of these recipes, by which they are found; those that are not there are left out. */
  texts: call({
    method: 'POST', path: '/api/workflow/recipe/texts', scope: ['tenant_id'], input: { ids: z.array(z.string()).min(1).max(1000) }, answer: 'routerList',
    output: z.object({ rows: z.array(z.looseObject({ id: z.string(), text: z.string() })), total: z.number().optional() }),
    fallback: 'Failed to fetch the texts of recipes',
  }),
});
