import { AppError } from '../../../../shared/errors.ts';
import type { Airflow } from './client.ts';
import { instant, listDags, readDetails, readEvents, readTasks, type Input } from './dags.ts';
import { clearInstances, listMapped, listTries, readInstance, setInstances } from './instances.ts';
import { readPages, type Rows } from './pages.ts';
import { listInstances, listRuns, readGrid, readTimeline, triggerRun } from './runs.ts';

/** What each of the desk's calls is to Airflow. */
export type Answerer = (airflow: Airflow, input: Input) => Promise<unknown>;

/** Why Airflow has no call for it, and what to do instead. */
type Absent = string;
const absent = (instead: string): Absent => `Airflow has no call for this. ${instead}`;
const inFiles = absent('Its DAGs are Python files: change the file in its DAGs folder.');
const refuse = (why: Absent) => new AppError('not_available', why);

const dag = (input: Input) => ['dags', input['dag_id'] as string];
const run = (input: Input) => [...dag(input), 'dagRuns', input['dag_run_id'] as string];
const pool = (input: Input) => ['pools', input['name'] as string];

const pause: Answerer = async (airflow, input) => {
  if (input['reason'] !== undefined || input['until'] !== undefined) throw refuse(absent('It keeps neither a reason for a pause nor its end: pause without them.'));
  return airflow.ask('PATCH', dag(input), { body: { is_paused: true } });
};
const unpause: Answerer = (airflow, input) => airflow.ask('PATCH', dag(input), { body: { is_paused: false } });
const remove: Answerer = async (airflow, input) => {
  await airflow.ask('DELETE', dag(input));
  return { dag_id: input['dag_id'] };
};
const details: Answerer = (airflow, input) => readDetails(airflow, input['dag_id'] as string);

const backfillBody = ({ dag_id, from_date, to_date, run_backwards, reprocess_behavior, max_active_runs, dag_run_conf }: Input) => ({
  dag_id, from_date: instant(from_date), to_date: instant(to_date), run_backwards, reprocess_behavior,
  ...(max_active_runs === undefined ? {} : { max_active_runs }), ...(dag_run_conf === undefined ? {} : { dag_run_conf }),
});
/** Airflow does not count a backfill's runs. */
const uncounted = (backfill: unknown) => ({ ...(backfill as object), counts: {} });
const changeBackfill = (deed: string): Answerer => async (airflow, input) => uncounted(await airflow.ask('PUT', ['backfills', String(input['id']), deed]));

const common: Readonly<Record<string, Answerer | Absent>> = {
  list: listDags,
  details,
  runs: listRuns,
  events: readEvents,
  trigger: triggerRun,
  pause,
  unpause,
  remove,
  add: inFiles,
};

const perGroup: Readonly<Record<string, Readonly<Record<string, Answerer | Absent>>>> = {
  dags: common,
  securedDags: {
    ...common,
    basic: (airflow, input) => airflow.ask('GET', dag(input)),
    tasks: async (airflow, input) => {
      const tasks = await readTasks(airflow, input['dag_id'] as string);
      return { tasks, total_entries: tasks.length };
    },
    taskInstances: listInstances,
    update: async (airflow, input) => {
      const { is_paused, ...rest } = input['dag'] as { is_paused?: unknown };
      if (Object.keys(rest).length > 0 || typeof is_paused !== 'boolean') throw refuse(inFiles);
      return airflow.ask('PATCH', dag(input), { body: { is_paused } });
    },
  },
  dagRuns: {
    get: (airflow, input) => airflow.ask('GET', run(input)),
    grid: readGrid,
    setState: (airflow, input) => airflow.ask('PATCH', run(input), { body: { state: input['state'] } }),
    setNote: (airflow, input) => airflow.ask('PATCH', run(input), { body: { note: input['note'] } }),
    remove: async (airflow, input) => {
      await airflow.ask('DELETE', run(input));
      return { dag_run_id: input['dag_run_id'] };
    },
  },
  taskInstances: { get: readInstance, tries: listTries, mapped: listMapped, clear: clearInstances, setState: setInstances },
  dagVersions: {
    list: async (airflow, input) => {
      const { rows, total } = await readPages(airflow, [...dag(input), 'dagVersions'], 'dag_versions', { limit: 1000 }, { order_by: '-version_number' });
      return { dag_versions: rows.map((row, index) => Object.assign(row, { is_current: index === 0 })), total_entries: total };
    },
    /** Its definition is the text of the Python file. */
    get: async (airflow, input) => {
      const { version_number } = input;
      const [version, source] = await Promise.all([
        airflow.ask('GET', [...dag(input), 'dagVersions', String(version_number)]),
        airflow.ask('GET', ['dagSources', input['dag_id'] as string], { query: { version_number } }),
      ]);
      return { ...(version as object), definition: { source: (source as { content?: unknown }).content ?? null } };
    },
    validate: inFiles,
  },
  backfills: {
    list: async (airflow, { dag_id, ...page }) => {
      if (!dag_id) throw refuse(absent('It lists the backfills of one DAG: name it.'));
      const { rows, total } = await readPages(airflow, ['backfills'], 'backfills', page, { dag_id, order_by: '-id' });
      return { backfills: rows.map(uncounted), total_entries: total };
    },
    preview: async (airflow, input) => {
      const { backfills, total_entries } = (await airflow.ask('POST', ['backfills', 'dry_run'], { body: backfillBody(input) })) as { backfills: Rows; total_entries: number };
      return { backfills: backfills.map(({ logical_date }) => ({ logical_date, state: null, runs: true })), total_entries };
    },
    create: async (airflow, input) => uncounted(await airflow.ask('POST', ['backfills'], { body: backfillBody(input) })),
    pause: changeBackfill('pause'),
    unpause: changeBackfill('unpause'),
    cancel: changeBackfill('cancel'),
  },
  pools: {
    list: async (airflow, page) => {
      const { rows, total } = await readPages(airflow, ['pools'], 'pools', page, { order_by: 'name' });
      return { pools: rows, total_entries: total };
    },
    create: (airflow, { name, slots, description }) => airflow.ask('POST', ['pools'], { body: { name, slots, description } }),
    update: (airflow, { name, slots, description }) => {
      const change = Object.fromEntries(Object.entries({ slots, description }).filter(([, value]) => value !== undefined));
      return airflow.ask('PATCH', pool({ name }), { body: change, query: { update_mask: Object.keys(change) } });
    },
    remove: async (airflow, input) => {
      await airflow.ask('DELETE', pool(input));
      return { name: input['name'] };
    },
  },
  dagTimeline: { get: readTimeline },
};

const all = Object.entries(perGroup).flatMap(([group, calls]) => Object.entries(calls).map(([method, answer]) => [`${group}.${method}`, answer] as const));

/** Why Airflow does not answer some of the calls, by their names. */
export const notAvailable: Readonly<Record<string, string>> = Object.fromEntries(
  all.flatMap(([name, answer]) => (typeof answer === 'string' ? [[name, answer] as const] : [])),
);

/** What answers a call, by its name `group.method`. Throws `not_available` with the reason. */
export function answererOf(name: string): Answerer {
  const found = all.find(([known]) => known === name)?.[1] ?? 'Airflow has no call for this.';
  if (typeof found === 'string') throw refuse(found);
  return found;
}
