import { AppError } from '../../../shared/errors.ts';
import { parseInstant } from '../../../shared/rules/time-zone.ts';
import { runAnswer } from './answers.ts';
import { refuseConf } from './conf-problems.ts';
import type { HandlerParts } from './handlers.ts';
import { after } from './judge/judge.ts';
import type { Context, Lookup } from './lookup.ts';
import { instant, lastInstantOf, pageOf, type AskedPage } from './query.ts';
import type { RunState, RunType } from './run-store.ts';
import { instanceAnswer } from './task-answers.ts';

/** Runs: listed, shown, started and commented. */

interface RunsInput extends AskedPage {
  readonly dag_id: string;
  readonly start_date_gte?: string | undefined;
  readonly end_date_lte?: string | undefined;
  readonly state?: RunState | undefined;
  readonly run_type?: RunType | undefined;
  readonly as_of?: number | undefined;
}

interface Starting {
  readonly dag_id: string;
  readonly conf?: Readonly<Record<string, unknown>> | undefined;
  readonly logical_date?: string | undefined;
  readonly dag_run_id?: string | undefined;
  readonly note?: string | undefined;
}

interface OfRun {
  readonly dag_id: string;
  readonly dag_run_id: string;
}

export function runCalls({ core, runs, events, plans, judge, scheduler, lookup }: HandlerParts & { readonly lookup: Lookup }) {
  /** Of both routes. */
  const common = {
    runs({ dag_id, start_date_gte, end_date_lte, state, run_type, as_of, ...page }: RunsInput, { caller }: Context) {
      const { dag } = lookup.dag(caller, dag_id);
      const upTo = as_of ?? runs.last(dag);
      const filter = { start_date_gte: instant('start_date_gte', start_date_gte), end_date_lte: lastInstantOf('end_date_lte', end_date_lte), state, run_type, as_of: upTo, ...pageOf(page) };
      const { rows, total } = runs.list(dag, filter, core.now());
      return { dag_runs: rows.map((row) => runAnswer(row, dag_id)), total_entries: total, as_of: upTo };
    },

    /** The conf is held against the schemas of the DAG's params. An id, or a date that was asked for, is given once. */
    trigger({ dag_id, conf = {}, logical_date, dag_run_id, note }: Starting, { caller }: Context) {
      const { dag: key, version } = lookup.dag(caller, dag_id);
      const { definition: dag } = plans(key, version);
      return after(judge.conf({ params: dag.params, conf }), (wrong) => core.transaction(() => {
        refuseConf(dag_id, 'conf', wrong);
        // The version whose params the conf was held against, even where there is a newer one by now.
        const row = lookup.dag(caller, dag_id);
        if (row.dag !== key) throw new AppError('not_found', `Not found: DAG ${dag_id}`);
        const now = core.now();
        const at = logical_date === undefined ? undefined : parseInstant(logical_date, dag.timezone);
        if (dag_run_id !== undefined && runs.find(row.dag, dag_run_id)) {
          throw new AppError('conflict', `DAG “${dag_id}” already has a run ${dag_run_id}. Choose another id, or leave it out to get one.`);
        }
        const same = at === undefined ? undefined : runs.at(row.dag, at);
        if (same) throw new AppError('conflict', `DAG “${dag_id}” already has a run for the logical date ${new Date(at!).toISOString()}: ${same.dag_run_id}. Choose another date, or clear that run.`);
        const run = runs.insert(
          { dag: row.dag, version, run_type: 'manual', logical_date: at ?? now, conf: JSON.stringify(conf), triggered_by: 'rest_api', user_id: caller.user_id, dag_run_id, note },
          [...plans(key, version).tasks.values()],
          now,
        );
        // Values of a conf may be anything, secrets too: only their names are told.
        const extra = Object.keys(conf).length > 0 ? JSON.stringify({ conf: Object.keys(conf) }) : undefined;
        const { tenant_id, environment_id } = row;
        events.add({ tenant_id, environment_id, event: 'trigger_dag_run', owner: caller.user_id, dag_id, run_id: run.dag_run_id, extra }, now);
        scheduler.wake(row.dag);
        return runAnswer(run, dag_id);
      }));
    },
  };

  const desk = {
    get({ dag_id, dag_run_id }: OfRun, { caller }: Context) {
      return runAnswer(lookup.run(caller, dag_id, dag_run_id).run, dag_id);
    },

    setNote({ dag_id, dag_run_id, note }: OfRun & { readonly note: string | null }, { caller }: Context) {
      return core.transaction(() => {
        const { dag, run } = lookup.run(caller, dag_id, dag_run_id);
        const { tenant_id, environment_id } = dag;
        runs.setNote(run.run, note);
        events.add({ tenant_id, environment_id, event: 'set_dag_run_note', owner: caller.user_id, dag_id, run_id: dag_run_id }, core.now());
        return runAnswer({ ...run, note }, dag_id);
      });
    },
  };

  const secured = {
    taskInstances({ dag_id, dag_run_id }: OfRun, { caller }: Context) {
      const { run } = lookup.run(caller, dag_id, dag_run_id);
      const instances = runs.instances(run.run).map((row) => instanceAnswer(row, run, dag_id));
      return { task_instances: instances, total_entries: instances.length };
    },
  };

  return { common, desk, secured };
}
