import { AppError, type FieldProblem } from '../../../shared/errors.ts';
import { hasPattern } from '../../../shared/rules/dag-params.ts';
import { parsed } from '../../../shared/contract/fields.ts';
import type { Core } from '../core.ts';
import { connectionOf } from '../dags/airflow/connection.ts';
import type { Caller, HandlerContext } from '../domain.ts';
import type { Fields, Row } from '../rows.ts';
import { withoutMarks } from './secret-marks.ts';

/** A recipe whose `dag_config` has a schedule is run by a DAG of one task, which is added, changed and paused with it. */

/** What of a configuration is the DAG's own; `data` is what each run is given. */
const ofDag = [
  'schedule', 'timezone', 'start_date', 'end_date', 'catchup', 'max_active_runs', 'dagrun_timeout_seconds', 'is_paused', 'tags', 'params', 'owner', 'owners', 'default_args',
] as const;
/** Stands for the id that a recipe has once it is saved. */
const unsaved = 'unsaved';
const told = ['dag_config', 'default_args', 'name', 'description'] as const;

export interface Schedules {
  /** The id of its DAG, as a field of the recipe; empty where it has and had none. */
  idOf(id: string, recipe: Fields): Fields;
  /** Judges what takes long to judge of its DAG, since a transaction waits for nobody: to be awaited before `follow`. Throws what is wrong with it. */
  ahead(recipe: Fields, before: Row | undefined, context: HandlerContext): void | Promise<void>;
  /** Makes its DAG say what the recipe says; `before` is undefined for a new one. To be called in the transaction that saves it. */
  follow(recipe: Row, before: Row | undefined, context: HandlerContext): void;
  /** Pauses its DAG, if it has one, and says why. */
  end(recipe: Row, reason: string, context: HandlerContext): void;
}

export function createSchedules(core: Pick<Core, 'access' | 'ask' | 'kinds' | 'secrets'>): Schedules {
  /** In the environment of the recipe, where its DAG is. */
  const within = (recipe: Fields, context: HandlerContext): HandlerContext => {
    const { environment_id } = recipe;
    if (typeof environment_id !== 'string' || environment_id === '') return context;
    const { user_id, tenant_id } = context.caller;
    return { ...context, caller: core.access.enter(user_id, { tenant_id, environment_id }) };
  };
  const refuseAirflow = (caller: Caller) => {
    if (connectionOf(core, caller)) throw refusal('The DAGs of this environment are run by its Airflow, which does not run recipes. Take the schedule away, or choose another environment.');
  };

  function end(recipe: Row, reason: string, context: HandlerContext): void {
    const { dag_id } = recipe;
    if (typeof dag_id !== 'string' || !isScheduled(recipe)) return;
    try {
      const inPlace = within(recipe, context);
      if (!connectionOf(core, inPlace.caller)) core.ask('securedDags.pause', { dag_id, reason }, inPlace);
    } catch (thrown) {
      // Somebody deleted it, or its environment, so it does not run.
      if (!(thrown instanceof AppError) || thrown.code !== 'not_found') throw thrown;
    }
  }

  async function judge(definition: Fields, context: HandlerContext): Promise<void> {
    const { problems } = (await core.ask('dagVersions.validate', { dag: definition }, context)) as { problems: FieldProblem[] };
    const [first] = problems;
    if (first) throw inOwnWords(new AppError('invalid_input', first.message, { problems: problems.map(({ path, message }) => ({ path: ['dags', 0, ...path], message })) }));
  }

  return {
    ahead(recipe, before, context) {
      if (!isScheduled(recipe) || saysTheSame(recipe, before) || !hasPattern(configOf(recipe)['params'])) return undefined;
      const inPlace = within(recipe, context);
      refuseAirflow(inPlace.caller);
      return judge({ ...definitionOf({ id: unsaved, ...recipe }), dag_id: recipe['dag_id'] ?? unsaved }, inPlace);
    },
    idOf: (id, recipe) => (!isScheduled(recipe) || typeof recipe['dag_id'] === 'string' ? {} : { dag_id: `${slug(String(recipe['name']))}-${id.slice(-12)}` }),
    follow(recipe, before, context) {
      if (!isScheduled(recipe)) return before && end(before, 'Its recipe has no schedule any more', context);
      const wasScheduled = before !== undefined && isScheduled(before);
      if (saysTheSame(recipe, before)) return;
      const inPlace = within(recipe, context);
      refuseAirflow(inPlace.caller);
      const definition = definitionOf(recipe);
      // It was paused when its schedule was taken away, and by nobody else.
      if (before && !wasScheduled && definition['is_paused'] === undefined) definition['is_paused'] = false;
      try {
        core.ask('securedDags.add', { dags: [definition] }, inPlace);
      } catch (thrown) {
        throw inOwnWords(thrown);
      }
    },
    end,
  };
}

const configOf = (recipe: Fields): Fields => {
  const config = parsed(recipe['dag_config']);
  return typeof config === 'object' && config !== null && !Array.isArray(config) ? (config as Fields) : {};
};
const saysTheSame = (recipe: Fields, before: Row | undefined): boolean =>
  before !== undefined && isScheduled(before) && told.every((name) => JSON.stringify(recipe[name]) === JSON.stringify(before[name]));
const isScheduled = (recipe: Fields): boolean => (configOf(recipe)['schedule'] ?? '') !== '';

/** Secrets stay with the recipe: what a run is given is shown to whoever may see the DAG. */
function definitionOf(recipe: Fields & { readonly id: string }): Fields {
  const config = withoutMarks(configOf(recipe)) as Fields;
  const data = config['data'] ?? (withoutMarks(parsed(recipe['default_args'])) as unknown);
  const own = Object.fromEntries(ofDag.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]] as const])));
  return {
    description: typeof recipe['description'] === 'string' && recipe['description'] !== '' ? recipe['description'] : String(recipe['name']), tags: ['recipe'], ...own, dag_id: recipe['dag_id'],
    tasks: [{ task_id: 'run', operator: 'workflow', workflow_id: recipe.id, ...(data === undefined || data === null || data === '' ? {} : { data }) }],
  };
}

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 60) || 'recipe';

const refusal = (message: string) => new AppError('invalid_input', message, { problems: [{ path: ['dag_config'], message }] });

/** What is wrong with the DAG is wrong with the configuration that it was made of. */
function inOwnWords(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'invalid_input') return thrown;
  const problems = thrown.problems?.map(({ path, message }) => ({ path: ['dag_config', ...path.slice(2)], message: message.replace(/^DAG “[^”]*”(?:, task “run”)?: /, '') }));
  return new AppError('invalid_input', `DAG configuration: ${problems?.[0]?.message ?? thrown.message}`, { problems, cause: thrown });
}
