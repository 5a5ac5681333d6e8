import { setImmediate } from 'node:timers/promises';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { recipeFiles } from '../../../shared/contract/workflows.ts';
import { AppError } from '../../../shared/errors.ts';
import { pausedSchedule } from '../../../shared/rules/clone.ts';
import { imageProblem } from '../../../shared/rules/recipe-image.ts';
import { patiently } from '../../storage/patience.ts';
import type { Core } from '../core.ts';
import { statements } from '../database.ts';
import { implement, type Caller, type HandlerContext, type Handlers } from '../domain.ts';
import { ownFields, without, type Fields, type Row } from '../rows.ts';
import { withoutCredentials, type LeftOut } from './clear-credentials.ts';
import { readFiledRecipe, type FiledRecipe, type FiledVersion } from './filed-recipe.ts';
import { keepMetadata, metadataOf } from './nodes.ts';
import { writeRecipeFile, type FileVersion, type RecipeContent } from './recipe-file.ts';
import { newRecipe } from './recipes.ts';
import { mustFitWritten, type Saving } from './saving.ts';
import type { Schedules } from './schedule.ts';
import { withoutMarks } from './secret-marks.ts';
import type { Version, Versions } from './versions.ts';

/** What leaves must be able to come back, through whoever reads answers of up to 32 MB; the text of a file stands in them as JSON once more. */
const fileBytes = 30 * 1024 * 1024;

/** What belongs to a recipe where it is, and not to its file; its graph stands with its versions. */
const left = [...ownFields, 'pass_phrase', 'crt_user', 'crt_date', 'upd_user', 'upd_date', 'is_backend_synced', 'backend_sync_time', 'dag_id'];

/** How the ids of workflows begin whose versions are written before they are. */
const unclaimed = 'import:';

/** What an import left that did not come to its end. */
export const forgetUnclaimed = ({ db }: Pick<Core, 'db'>): void => void db.prepare('DELETE FROM workflow_versions WHERE workflow_id GLOB ?').run(`${unclaimed}*`);

/** Export and import of a recipe as one file. */
export function recipeFileHandlers(core: Core, versions: Versions, saving: Saving, schedules: Schedules): Handlers {
  const { kinds, rows, secrets, transaction, now } = core;
  const recipes = kinds.of('workflowRecipes');
  const sql = statements(core.db);

  function contentOf(recipe: Row, which: 'all' | 'latest'): RecipeContent {
    const summaries = versions.list(recipe.id).slice(0, which === 'latest' ? 1 : undefined).toReversed();
    const numbers = new Map<string, number | undefined>([['', undefined], ...summaries.map(({ version_id, version }) => [version_id, version] as const)]);
    const metadata = metadataOf(sql, recipe.id).filter(({ version_id }) => numbers.has(version_id));
    const kept = without(recipe, [...left, ...(summaries.length > 0 ? ['nodes', 'edges'] : [])]);
    return {
      recipe: withoutMarks(kept) as RecipeContent['recipe'],
      versions: summaries.map(({ version_id }) => fileVersion(versions.find(recipe.id, version_id))),
      ...(metadata.length > 0 ? { node_metadata: metadata.map(({ version_id, node_id, data }) => ({ version: numbers.get(version_id), node_id, data })) } : {}),
      ...(isSecretMark(recipe['pass_phrase']) ? { is_protected: true } : {}),
    };
  }

  /** The recipe that a file makes, before it is saved. */
  function recipeOf({ recipe, last, is_protected }: FiledRecipe, given: { name?: string | undefined; pass_phrase?: string | undefined; environment_id: string }, caller: Caller, problems: LeftOut[]): Fields {
    const fields: Fields = { ...without(recipe, left), dag_config: pausedSchedule(recipe['dag_config']), ...last, environment_id: given.environment_id };
    if (given.name !== undefined) fields['name'] = given.name;
    if (is_protected === true && given.pass_phrase !== undefined) fields['pass_phrase'] = given.pass_phrase;
    leaveOutBadImage(fields, problems);
    return newRecipe(fields, new Date(now()).toISOString(), caller);
  }

  /** The versions first, a few at a time, under an id of nobody's; then, in one transaction, the recipe whose they are. */
  async function take({ versions: kept, node_metadata: metadata = [] }: FiledRecipe, recipe: Fields, context: HandlerContext, problems: LeftOut[]): Promise<{ id: string; versions: number }> {
    const { caller, signal } = context;
    const waiting = `${unclaimed}${rows.newId()}`;
    const ids = new Map<number | undefined, string>([[undefined, '']]);
    try {
      for (const some of batches(numbered(kept, problems))) {
        signal.throwIfAborted();
        await patiently(() => transaction(() => {
          for (const { one, index } of some) {
            const { version, version_tag, note, crt_date, crt_user, graph, ...more } = one;
            if (Object.keys(more).length > 0) problems.push({ where: `version ${version ?? index + 1}`, message: `Not kept: ${Object.keys(more).join(', ').slice(0, 200)}` });
            mustFitWritten(graph);
            const made = versions.addWritten(caller.tenant_id, waiting, { version, version_tag, note, crt_date: dateOf(crt_date), crt_user: crt_user ?? caller.user_id }, graph);
            ids.set(kept[index]!.version, made.version_id);
          }
        }), signal);
        await setImmediate();
      }
      return await patiently(() => transaction(() => {
        const { id } = saving.create(recipe, context);
        versions.hand(waiting, id);
        for (const { version, node_id, data } of metadata) {
          const version_id = ids.get(version);
          if (version_id === undefined) problems.push({ where: `node ${node_id}`, message: `What it keeps is of version ${version}, which the file does not hold, and was left out.` });
          else keepMetadata(sql, { workflow_id: id, version_id, node_id, data }, caller.tenant_id, now());
        }
        return { id, versions: kept.length };
      }), signal);
    } finally {
      versions.forget(waiting);
    }
  }

  return implement('recipeFiles', recipeFiles, {
    async export({ id, pass_phrase, versions: which }, { caller }) {
      const recipe = recipes.find(id, caller);
      const own = secrets.reveal('workflowRecipes', id, { pass_phrase: recipe['pass_phrase'] })['pass_phrase'];
      const given = pass_phrase === '' ? undefined : pass_phrase;
      // To compare the two would let anyone who can read the recipe guess its phrase.
      if (typeof own === 'string' && given !== undefined) throw new AppError('invalid_input', 'This recipe has a pass phrase, and its files are encrypted with that one. Leave the field empty.', { problems: [{ path: ['pass_phrase'], message: 'Leave it empty' }] });
      const phrase = typeof own === 'string' ? own : given;
      const whole = contentOf(recipe, which);
      const { content, leftOut } = phrase === undefined ? withoutCredentials(whole) : { content: whole, leftOut: [] };
      const text = await writeRecipeFile(content, phrase);
      if (Buffer.byteLength(JSON.stringify(text)) > fileBytes) {
        const advice = which === 'all' ? 'Export its latest version alone.' : 'Take it apart into smaller recipes.';
        throw new AppError('too_large', `The recipe is larger than the ${fileBytes / 1024 / 1024} MB that a file can hold. ${advice}`);
      }
      return { file_name: `${fileName(String(recipe['name']))}.recipe.json`, text, problems: leftOut };
    },

    async import({ text, pass_phrase, name, environment_id }, context) {
      const problems: LeftOut[] = [];
      const content = await readFiledRecipe({ text, pass_phrase }, context.signal);
      const recipe = recipeOf(content, { name, pass_phrase, environment_id: environment_id ?? '' }, context.caller, problems);
      await schedules.ahead(recipe, undefined, context);
      return { ...(await take(content, recipe, context, problems)), problems };
    },
  });
}

const fileVersion = ({ version, version_tag, note, crt_date, crt_user, nodes, edges }: Version): FileVersion => ({ version, version_tag, note, crt_date, crt_user, nodes, edges });

/** Characters that are written in one go. */
const atOnce = 1024 * 1024;

/** Versions with their places, so many as are written in one go. */
function* batches(versions: readonly FiledVersion[]): Generator<{ readonly one: FiledVersion; readonly index: number }[]> {
  let some: { readonly one: FiledVersion; readonly index: number }[] = [];
  let size = 0;
  for (const [index, one] of versions.entries()) {
    some.push({ one, index });
    size += one.graph.nodes.length + one.graph.edges.length;
    if (size < atOnce) continue;
    yield some;
    [some, size] = [[], 0];
  }
  if (some.length > 0) yield some;
}

/** The versions in their order; where their numbers do not rise, they are numbered anew. */
function numbered(versions: readonly FiledVersion[], problems: LeftOut[]): readonly FiledVersion[] {
  if (versions.every(({ version }, index) => version !== undefined && version > (versions[index - 1]?.version ?? 0))) return versions;
  problems.push({ where: 'versions', message: 'Their numbers did not rise, so they were numbered anew in the order of the file.' });
  return versions.map((one, index) => ({ ...one, version: index + 1 }));
}

const dateOf = (text: string | null | undefined): string | undefined => (typeof text === 'string' && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined);

function leaveOutBadImage(fields: Fields, problems: LeftOut[]): void {
  const { recipe_image: image } = fields;
  if (image === undefined || image === null || image === '') return;
  const message = typeof image === 'string' ? imageProblem(image) : 'It is no text.';
  if (message === undefined) return;
  delete fields['recipe_image'];
  problems.push({ where: 'recipe_image', message: `The image was left out. ${message}` });
}

/** A name that every file system takes. */
const fileName = (name: string): string => name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '_').replaceAll(/\s+/g, ' ').replace(/^[ .]+|[ .]+$/g, '').slice(0, 80) || 'recipe';
