import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../domain.ts';
import { dagAnswer, iso, versionAnswer } from './answers.ts';
import { ownersOf } from './definition.ts';
import { cursorOf } from './due-runs.ts';
import type { HandlerParts } from './handlers.ts';
import { after } from './judge/judge.ts';
import type { Context, Lookup } from './lookup.ts';
import { createPutDags } from './put-dags.ts';
import { instant, pageOf, type AskedPage } from './query.ts';
import type { DagFilter, DagRow, ListedDag } from './store.ts';
import { tasksAnswer } from './task-answers.ts';

/** DAGs themselves: listed, shown, added, changed, paused and removed. */

type Raw = Readonly<Record<string, unknown>>;

/** Latest runs of each DAG; a list of all DAGs, which may be asked for at once, tells only of the last one. */
const shownRuns = 14;
const manyDags = 1000;
const mostDags = 10_000;

interface Named {
  readonly dag_id: string;
}
interface Pausing extends Named {
  readonly reason?: string | undefined;
  readonly until?: string | undefined;
}

export function dagCalls(parts: HandlerParts & { readonly lookup: Lookup }) {
  const { core, dags, runs, events, secrets, plans, scheduler, lookup } = parts;
  const { judge, put } = createPutDags(parts);
  const answer = (row: ListedDag, count = shownRuns) => dagAnswer(row, runs.latest(row.dag, count));
  const note = ({ tenant_id, environment_id, dag_id }: ListedDag, event: string, caller: Caller, extra?: Raw) =>
    events.add({ tenant_id, environment_id, dag_id, event, owner: caller.user_id, extra: extra && JSON.stringify(extra) }, core.now());

  function pause({ dag_id, reason, until }: Pausing, { caller }: Context) {
    return core.transaction(() => {
      const row = lookup.dag(caller, dag_id);
      const at = core.now();
      const end = instant('until', until);
      if (end !== undefined && end <= at) throw new AppError('invalid_input', 'until must be in the future.');
      const isSame = row.is_paused === 1 && (reason ?? row.pause_reason) === row.pause_reason && (end ?? row.paused_until) === row.paused_until;
      if (!isSame) {
        dags.pause(row.dag, { by: caller.user_id, at, reason, until: end });
        note(row, 'pause_dag', caller, reason === undefined && end === undefined ? undefined : { reason, until: iso(end) ?? undefined });
        scheduler.wake(row.dag);
      }
      return answer(dags.byKey(row.dag)!);
    });
  }

  function unpause({ dag_id }: Named, { caller }: Context) {
    return core.transaction(() => {
      const row = lookup.dag(caller, dag_id);
      if (row.is_paused === 1) {
        dags.unpause(row.dag);
        // Without catchup, what came while it was paused is not made up for.
        dags.setNextRun(row.dag, cursorOf(plans(row.dag, row.version).definition, runs.lastScheduled(row.dag), row.next_run_at, core.now()));
        note(row, 'unpause_dag', caller);
        scheduler.wake(row.dag);
      }
      return answer(dags.byKey(row.dag)!);
    });
  }

  const detailsOf = (row: DagRow) => {
    const plan = plans(row.dag, row.version);
    const { definition: dag } = plan;
    return {
      ...answer(row),
      doc_md: dag.doc_md ?? null, schedule: dag.schedule ?? null, timezone: dag.timezone, start_date: dag.start_date ?? null, end_date: dag.end_date ?? null,
      catchup: dag.catchup, dagrun_timeout_seconds: dag.dagrun_timeout_seconds ?? null, params: dag.params, default_args: dag.default_args, owner: ownersOf(dag)[0] ?? row.versioned_by,
      active_runs_count: runs.countRunning(row.dag),
      tasks: tasksAnswer(plan),
      latest_dag_version: versionAnswer({ version: row.version, created_at: row.versioned_at, created_by: row.versioned_by }, row.version),
      versions: dags.versions(row.dag).map((version) => versionAnswer(version, row.version)),
      definition: JSON.parse(row.definition) as Raw,
    };
  };

  /** Of both routes. */
  const common = {
    add({ dags: definitions }: { dags: Raw[] }, { caller }: Context) {
      const scope = lookup.scopeOf(caller);
      return after(judge(definitions, scope, caller, (index) => ['dags', index]), (judged) => core.transaction(() => {
        const added = put(judged, scope, caller);
        /** `unchanged`: the ids of those that said what they said before, and got no new version. */
        return { dags: added.map(({ row }) => answer(row)), total_entries: added.length, unchanged: added.flatMap(({ row, unchanged }) => (unchanged ? [row.dag_id] : [])) };
      }));
    },

    list({ limit, offset, ...filter }: Omit<DagFilter, 'limit' | 'offset'> & AskedPage, { caller }: Context) {
      const { rows, total } = dags.list(lookup.scopeOf(caller), { ...filter, ...pageOf({ limit, offset }, mostDags) });
      const count = rows.length > manyDags ? 1 : shownRuns;
      return { dags: rows.map((row) => answer(row, count)), total_entries: total };
    },

    details: ({ dag_id }: Named, { caller }: Context) => detailsOf(lookup.dag(caller, dag_id)),
    pause,
    unpause,

    remove({ dag_id }: Named, { caller }: Context) {
      const row = core.transaction(() => {
        const found = lookup.dag(caller, dag_id);
        secrets.forget(found.dag, dags.versions(found.dag).map(({ version }) => version));
        dags.remove(found.dag);
        note(found, 'delete_dag', caller);
        return found;
      });
      scheduler.abandon(row.dag);
      return { dag_id };
    },
  };

  const secured = {
    basic: ({ dag_id }: Named, { caller }: Context) => answer(lookup.dag(caller, dag_id)),

    tasks({ dag_id }: Named, { caller }: Context) {
      const { dag, version } = lookup.dag(caller, dag_id);
      const tasks = tasksAnswer(plans(dag, version));
      return { tasks, total_entries: tasks.length };
    },

    /** Takes the fields that change; without any beside `is_paused` there is no new version. */
    update({ dag_id, dag: changes }: Named & { readonly dag: Raw }, context: Context) {
      const { is_paused, ...rest } = changes;
      const { caller } = context;
      const row = lookup.dag(caller, dag_id);
      if (rest['dag_id'] !== undefined && rest['dag_id'] !== dag_id) {
        throw new AppError('invalid_input', `DAG “${dag_id}”: dag_id cannot be changed. Add a new DAG and delete this one`);
      }
      if (is_paused !== undefined && typeof is_paused !== 'boolean') throw new AppError('invalid_input', `DAG “${dag_id}”: is_paused must be true or false`);
      const next = Object.keys(rest).some((name) => name !== 'dag_id') ? [{ ...(JSON.parse(row.definition) as Raw), ...rest }] : [];
      return after(judge(next, row, caller, () => ['dag']), (judged) => core.transaction(() => {
        const { dag, version } = lookup.dag(caller, dag_id);
        if (dag !== row.dag || version !== row.version) throw new AppError('conflict', `DAG “${dag_id}” was changed meanwhile. Look at it again, and then change it.`);
        put(judged, row, caller);
        if (is_paused === undefined) return answer(dags.byKey(row.dag)!);
        return is_paused ? pause({ dag_id }, context) : unpause({ dag_id }, context);
      }));
    },
  };

  return { common, secured };
}
