import type { Row } from '../../shared/contract/entity.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { pathOf } from './areas.ts';
import { titleOf } from './list-entity.ts';
import { refresh, scopeInput } from './lists.ts';
import { goTo } from './navigation.ts';
import { notify, notifyError } from './toasts.ts';

/** What is done with a whole recipe, or read out of it beside its row. */

export const recipes = 'workflowRecipes';
export const recipeOf = (id: string) => ({ group: recipes, method: 'get', input: { id } });

/** The scope as calls take it that need it. */
const place = () => ({ tenant_id: '', environment_id: '', ...scopeInput() });

export async function cloneRecipe(row: Row, name: string): Promise<ErrorValue | null> {
  const reply = await api.workflowRecipes.clone({ ...place(), id: row.id, name });
  if (!reply.ok) return reply.error;
  refresh({ group: recipes });
  const { id } = reply.data;
  notify(`“${titleOf(reply.data)}” made of “${titleOf(row)}”`, { intent: 'success', action: { text: 'Open', run: () => goTo(pathOf(recipes, id) ?? '/workflows') } });
  return null;
}

export const exportRecipe = (id: string, pass_phrase: string, versions: 'all' | 'latest') =>
  api.recipeFiles.export({ ...scopeInput(), id, versions, ...(pass_phrase === '' ? {} : { pass_phrase }) });

export async function importRecipe(text: string, pass_phrase: string, name: string) {
  const reply = await api.recipeFiles.import({ ...place(), text, ...(pass_phrase === '' ? {} : { pass_phrase }), ...(name.trim() === '' ? {} : { name: name.trim() }) });
  if (reply.ok) refresh({ group: recipes });
  return reply;
}

/** Images by recipe, and by what their recipe was known by when they were read: a gallery that is scrolled back asks for nothing. */
const images = new Map<string, Promise<Reply<{ image: string | null }>>>();
const mostImages = 300;

export function recipeImage({ id, upd_date, version_id }: Row): Promise<Reply<{ image: string | null }>> {
  const key = JSON.stringify([scopeInput(), id, upd_date, version_id]);
  const known = images.get(key);
  if (known) return known;
  const asked = api.recipeShelf.image({ ...scopeInput(), id }).then((reply) => {
    if (!reply.ok) images.delete(key); // it is asked for again when it is seen again
    return reply;
  });
  images.set(key, asked);
  for (const old of [...images.keys()].slice(0, Math.max(0, images.size - mostImages))) images.delete(old);
  return asked;
}

/** Recipes that are found by these words in what their list does not have: the texts of their nodes. */
export async function searchRecipes(text: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { tenant_id, environment_id } = place();
  const reply = await api.cache.search({ text, tenant_id, group: recipes, limit: 200, ...(environment_id === '' ? {} : { environment_id }) }, signal);
  if (!reply.ok) {
    if (!signal.aborted) notifyError(reply.error);
    return new Map();
  }
  return new Map(reply.data.hits.map(({ id, excerpt }) => [id, excerpt]));
}

/** A graph for what is described, made by the model of the platform. */
export const describeRecipe = (text: string) => api.runtimeAgent.generateWorkflow({ ...place(), data: { description: text } });

/** Its first version, and the way to it. */
export async function createRecipe(values: Readonly<Record<string, unknown>>, { nodes, edges }: { readonly nodes: readonly unknown[]; readonly edges: readonly unknown[] }): Promise<Reply<Row>> {
  const reply = (await api.workflowRecipes.create({ ...place(), name: '', ...values, nodes, edges })) as Reply<Row>;
  if (reply.ok) refresh({ group: recipes });
  return reply;
}
