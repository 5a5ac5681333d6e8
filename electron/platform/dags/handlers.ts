import { dags as openGroup, securedDags as securedGroup } from '../../../shared/contract/dags.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers } from '../domain.ts';
import { dagAnswer, eventAnswer, runAnswer } from './answers.ts';
import { strayMarks, type DagSecrets } from './dag-secrets.ts';
import { problemsOf, readDag } from './definition.ts';
import type { EventStore } from './event-store.ts';
import type { RunStore } from './run-store.ts';
import { timetableOf } from './schedule.ts';
import type { Scheduler } from './scheduler.ts';
import type { DagRow, DagStore, Scope } from './store.ts';
import { instanceAnswer, tasksAnswer } from './task-answers.ts';
import { tasksOf } from './task-definition.ts';

/** The calls of both routes [C-147…C-165]. The secured route differs by its `client_id`, which the contract asks for. */

export interface HandlerParts {
  readonly core: Pick<Core, 'now' | 'transaction' | 'access'>;
  readonly dags: DagStore;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly secrets: DagSecrets;
  readonly scheduler: Pick<Scheduler, 'wake' | 'abandon'>;
}

type Raw = Readonly<Record<string, unknown>>;

const shownRuns = 14;
const defaultLimit = 100;
const largestLimit = 1000;

export function dagHandlers({ core, dags, runs, events, secrets, scheduler }: HandlerParts): Handlers {
  const scopeOf = ({ user_id, tenant_id, environment_id }: Caller): Scope => {
    if (tenant_id === '') throw new AppError('invalid_input', 'Tenant must be selected');
    if (environment_id !== '') return { tenant_id, environment_id };
    const [only, second] = core.access.environmentsOf(user_id, tenant_id);
    if (only === undefined || second !== undefined) throw new AppError('invalid_input', 'Environment must be selected');
    return { tenant_id, environment_id: only };
  };

  const find = (caller: Caller, dag_id: string): DagRow => {
    const row = dags.find(scopeOf(caller), dag_id);
    if (!row) throw new AppError('not_found', `Not found: DAG ${dag_id}`);
    return row;
  };

  const answer = (row: DagRow) => dagAnswer(row, runs.latest(row.dag, shownRuns));
  const note = (scope: Scope, event: string, caller: Caller, dag_id: string, run_id?: string) =>
    events.add({ tenant_id: scope.tenant_id, environment_id: scope.environment_id, event, owner: caller.user_id, dag_id, run_id }, core.now());

  /** Where the schedule stands now: its next instant after this one. */
  const reschedule = (dag: number) => {
    const { definition } = dags.byKey(dag)!;
    dags.setNextRun(dag, timetableOf(readDag(JSON.parse(definition)))?.after(core.now()));
  };

  /** Adds a DAG, or a version to a known one. To be called in a transaction, with a definition that has no problems. */
  function put(definition: Raw, scope: Scope, caller: Caller): DagRow {
    const { dag_id } = readDag(definition);
    // Paused or not is the DAG's state, not a part of what it is.
    const { is_paused, ...lasting } = definition as Raw & { readonly is_paused?: boolean };
    const known = dags.find(scope, dag_id);
    const dag = known?.dag ?? dags.insert(scope, dag_id, is_paused ?? false, core.now());
    const version = (known?.version ?? 0) + 1;
    const marked = secrets.keep(dag, version, lasting, known?.version);
    dags.addVersion(dag, version, JSON.stringify(marked), caller.user_id, core.now());
    if (known && is_paused !== undefined) dags.setPaused(dag, is_paused);
    reschedule(dag);
    note(scope, known ? 'update_dag' : 'add_dag', caller, dag_id);
    scheduler.wake(dag);
    return dags.byKey(dag)!;
  }

  function judge(definitions: readonly Raw[], scope: Scope, at: (index: number) => readonly (string | number)[]): void {
    const seen = new Set<unknown>();
    const problems = definitions.flatMap((definition, index) => {
      const found = problemsOf(definition, at(index));
      const { dag_id } = definition;
      if (seen.has(dag_id)) found.push({ path: [...at(index), 'dag_id'], message: `DAG “${String(dag_id)}”: dag_id is used twice in this request` });
      seen.add(dag_id);
      return found.length > 0 || dags.find(scope, dag_id as string) ? found : strayMarks(definition, at(index));
    });
    if (problems.length > 0) throw new AppError('invalid_input', problems[0]!.message, { problems });
  }

  function setPaused(caller: Caller, dag_id: string, paused: boolean): unknown {
    return core.transaction(() => {
      const row = find(caller, dag_id);
      if ((row.is_paused === 1) !== paused) {
        dags.setPaused(row.dag, paused);
        // What came while it was paused is not made up for.
        if (!paused) reschedule(row.dag);
        note(row, paused ? 'pause_dag' : 'unpause_dag', caller, dag_id);
        scheduler.wake(row.dag);
      }
      return answer(dags.byKey(row.dag)!);
    });
  }

  const common = {
    add({ dags: definitions }: { dags: Raw[] }, { caller }: Context) {
      const scope = scopeOf(caller);
      return core.transaction(() => {
        judge(definitions, scope, (index) => ['dags', index]);
        const rows = definitions.map((definition) => put(definition, scope, caller));
        return { dags: rows.map(answer), total_entries: rows.length };
      });
    },

    list({ dag_id_pattern, ...paging }: { dag_id_pattern?: string | undefined } & Paging, { caller }: Context) {
      const { rows, total } = dags.list(scopeOf(caller), dag_id_pattern, pageOf(paging));
      return { dags: rows.map(answer), total_entries: total };
    },

    details({ dag_id }: { dag_id: string }, { caller }: Context) {
      const row = find(caller, dag_id);
      const raw = JSON.parse(row.definition) as Raw;
      const dag = readDag(raw);
      return {
        ...answer(row),
        schedule: dag.schedule ?? null,
        start_date: dag.start_date ?? null,
        catchup: dag.catchup,
        params: dag.params,
        default_args: dag.default_args,
        active_runs_count: runs.countRunning(row.dag),
        tasks: tasksAnswer(dag),
        latest_dag_version: { version_number: row.version, created_at: new Date(row.versioned_at).toISOString(), created_by: row.versioned_by },
        versions: dags.versions(row.dag).map(({ version, created_at, created_by }) => ({ version_number: version, created_at: new Date(created_at).toISOString(), created_by })),
        definition: raw,
      };
    },

    runs({ dag_id, start_date_gte, end_date_lte, ...paging }: { dag_id: string; start_date_gte?: string | undefined; end_date_lte?: string | undefined } & Paging, { caller }: Context) {
      const { dag } = find(caller, dag_id);
      const filter = { start_date_gte: instant('start_date_gte', start_date_gte), end_date_lte: lastInstantOf('end_date_lte', end_date_lte), ...pageOf(paging) };
      const { rows, total } = runs.list(dag, filter, core.now());
      return { dag_runs: rows.map((row) => runAnswer(row, dag_id)), total_entries: total };
    },

    events({ dag_id, start, end, search_term, ...paging }: EventsInput, { caller }: Context) {
      const filter = { dag_id, search_term, start: instant('start', start), end: lastInstantOf('end', end), ...pageOf(paging) };
      const { rows, total } = events.list(scopeOf(caller), filter);
      return { event_logs: rows.map(eventAnswer), total_entries: total };
    },

    trigger({ dag_id, conf = {} }: { dag_id: string; conf?: Raw | undefined }, { caller }: Context) {
      return core.transaction(() => {
        const row = find(caller, dag_id);
        const now = core.now();
        const run = runs.insert(
          { dag: row.dag, version: row.version, run_type: 'manual', logical_date: now, conf: JSON.stringify(conf), triggered_by: 'rest_api', user_id: caller.user_id },
          tasksOf(readDag(JSON.parse(row.definition))),
          now,
        );
        note(row, 'trigger_dag_run', caller, dag_id, run.dag_run_id);
        scheduler.wake(row.dag);
        return runAnswer(run, dag_id);
      });
    },

    pause: ({ dag_id }: { dag_id: string }, { caller }: Context) => setPaused(caller, dag_id, true),
    unpause: ({ dag_id }: { dag_id: string }, { caller }: Context) => setPaused(caller, dag_id, false),

    remove({ dag_id }: { dag_id: string }, { caller }: Context) {
      const row = core.transaction(() => {
        const found = find(caller, dag_id);
        secrets.forget(found.dag, dags.versions(found.dag).map(({ version }) => version));
        dags.remove(found.dag);
        note(found, 'delete_dag', caller, dag_id);
        return found;
      });
      scheduler.abandon(row.dag);
      return { dag_id };
    },
  };

  return {
    ...implement('dags', openGroup, common),
    ...implement('securedDags', securedGroup, {
      ...common,

      basic: ({ dag_id }, { caller }) => answer(find(caller, dag_id)),

      tasks({ dag_id }, { caller }) {
        const tasks = tasksAnswer(readDag(JSON.parse(find(caller, dag_id).definition)));
        return { tasks, total_entries: tasks.length };
      },

      taskInstances({ dag_id, dag_run_id }, { caller }) {
        const { dag } = find(caller, dag_id);
        const run = runs.find(dag, dag_run_id);
        if (!run) throw new AppError('not_found', `Not found: DAG run ${dag_run_id}`);
        const instances = runs.instances(run.run).map((row) => instanceAnswer(row, run, dag_id));
        return { task_instances: instances, total_entries: instances.length };
      },

      /** Takes the fields that change; without any beside `is_paused` there is no new version. */
      update({ dag_id, dag: changes }, { caller }) {
        const { is_paused, ...rest } = changes;
        return core.transaction(() => {
          const row = find(caller, dag_id);
          if (rest['dag_id'] !== undefined && rest['dag_id'] !== dag_id) {
            throw new AppError('invalid_input', `DAG “${dag_id}”: dag_id cannot be changed. Add a new DAG and delete this one`);
          }
          if (is_paused !== undefined && typeof is_paused !== 'boolean') throw new AppError('invalid_input', `DAG “${dag_id}”: is_paused must be true or false`);
          if (Object.keys(rest).some((name) => name !== 'dag_id')) {
            const next = { ...(JSON.parse(row.definition) as Raw), ...changes };
            judge([next], row, () => ['dag']);
            return answer(put(next, row, caller));
          }
          return typeof is_paused === 'boolean' ? setPaused(caller, dag_id, is_paused) : answer(row);
        });
      },
    }),
  };
}

interface Context {
  readonly caller: Caller;
}
interface Paging {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}
interface EventsInput extends Paging {
  readonly dag_id?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly search_term?: string | undefined;
}

const pageOf = ({ limit = defaultLimit, offset = 0 }: Paging) => ({ limit: Math.min(limit, largestLimit), offset });

function instant(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new AppError('invalid_input', `${name} must be an ISO 8601 date, not “${text.slice(0, 100)}”.`);
  return at;
}

const aDay = 24 * 60 * 60 * 1000;
/** A date without a time means that whole day [K-010]. */
function lastInstantOf(name: string, text: string | undefined): number | undefined {
  const at = instant(name, text);
  return at !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text!) ? at + aDay - 1 : at;
}
