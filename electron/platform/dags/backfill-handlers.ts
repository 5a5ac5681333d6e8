import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../domain.ts';
import { iso } from './answers.ts';
import { datesIn, rangeOf } from './backfill-dates.ts';
import { isToRun } from './backfill-runs.ts';
import type { BackfillRow, ReprocessBehavior } from './backfill-store.ts';
import { refuseConf } from './conf-problems.ts';
import type { HandlerParts } from './handlers.ts';
import { after } from './judge/judge.ts';
import type { Context, Lookup } from './lookup.ts';
import { pageOf, type AskedPage } from './query.ts';
import type { DagRow } from './store.ts';

/** Backfills: previewed, created, paused and cancelled. */

interface RangeInput {
  readonly dag_id: string;
  readonly from_date: string;
  readonly to_date: string;
  readonly run_backwards: boolean;
  readonly reprocess_behavior: ReprocessBehavior;
}
interface Creating extends RangeInput {
  readonly max_active_runs: number;
  readonly dag_run_conf?: Readonly<Record<string, unknown>> | undefined;
}
interface OfBackfill {
  readonly id: number;
}

export function backfillHandlers({ core, dags, runs, events, backfills, plans, judge, scheduler, lookup }: HandlerParts & { readonly lookup: Lookup }) {
  const answer = (row: BackfillRow, dag_id: string) => ({
    id: row.id, dag_id, dag_display_name: dag_id,
    from_date: iso(row.from_date)!, to_date: iso(row.to_date)!, run_backwards: row.run_backwards === 1, reprocess_behavior: row.reprocess_behavior,
    max_active_runs: row.max_active_runs, dag_run_conf: JSON.parse(row.conf) as Record<string, unknown>, is_paused: row.is_paused === 1, created_by: row.user_id,
    created_at: iso(row.created_at)!, updated_at: iso(row.updated_at)!, completed_at: iso(row.completed_at), counts: backfills.counts(row.id),
  });

  const note = ({ tenant_id, environment_id, dag_id }: DagRow, event: string, caller: Caller, extra: Readonly<Record<string, unknown>>) =>
    events.add({ tenant_id, environment_id, dag_id, event, owner: caller.user_id, extra: JSON.stringify(extra) }, core.now());

  /** The dates in the order in which they are run. */
  function plan({ dag_id, from_date, to_date, run_backwards, reprocess_behavior }: RangeInput, caller: Caller) {
    const row = lookup.dag(caller, dag_id);
    const { definition: dag, tasks } = plans(row.dag, row.version);
    const range = rangeOf(dag, from_date, to_date);
    const dates = datesIn(dag, range, core.now()).map((logical_date) => {
      const state = runs.stateAt(row.dag, logical_date);
      return { logical_date, state, runs: isToRun(reprocess_behavior, state) };
    });
    const waiting = run_backwards ? [...tasks.values()].find(({ fields }) => fields['depends_on_past'] === true) : undefined;
    if (waiting) throw new AppError('invalid_input', `DAG “${dag_id}”, task “${waiting.task_id}”: depends_on_past waits for the run before, so a backfill cannot run backwards.`);
    return { row, range, dates: run_backwards ? dates.toReversed() : dates };
  }

  /** Changes a backfill that is under way. */
  function change(id: number, caller: Caller, event: string, act: (row: BackfillRow) => void) {
    return core.transaction(() => {
      const row = backfills.find(lookup.scopeOf(caller), id);
      if (!row) throw new AppError('not_found', `Not found: backfill ${id}`);
      const dag = dags.byKey(row.dag)!;
      if (row.completed_at !== null) throw new AppError('conflict', `Backfill ${id} of DAG “${dag.dag_id}” has ended already.`);
      act(row);
      note(dag, event, caller, { backfill: id });
      scheduler.wake(row.dag);
      return answer(backfills.find(dag, id)!, dag.dag_id);
    });
  }

  return {
    list({ dag_id, ...page }: { dag_id?: string | undefined } & AskedPage, { caller }: Context) {
      const { rows, total } = backfills.list(lookup.scopeOf(caller), dag_id, pageOf(page));
      return { backfills: rows.map((row) => answer(row, row.dag_id)), total_entries: total };
    },

    preview(input: RangeInput, { caller }: Context) {
      const { dates } = plan(input, caller);
      return { backfills: dates.map(({ logical_date, state, ...one }) => ({ ...one, logical_date: iso(logical_date)!, state: state ?? null })), total_entries: dates.length };
    },

    create(input: Creating, { caller }: Context) {
      const { dag_id, run_backwards, reprocess_behavior, max_active_runs, dag_run_conf: conf = {} } = input;
      const known = lookup.dag(caller, dag_id);
      const { params } = plans(known.dag, known.version).definition;
      return after(judge.conf({ params, conf }), (wrong) => core.transaction(() => {
        const { row, range, dates } = plan(input, caller);
        const open = backfills.openOf(row.dag);
        if (open) throw new AppError('conflict', `DAG “${dag_id}” has a backfill under way already (${open.id}). Wait for its end, or cancel it.`);
        refuseConf(dag_id, 'dag_run_conf', wrong);
        const chosen = dates.filter((one) => one.runs).map(({ logical_date }) => logical_date);
        if (chosen.length === 0) throw new AppError('invalid_input', `No date of DAG “${dag_id}” is left to run between ${input.from_date} and ${input.to_date}. Choose another range, or run again what has run.`);
        const backfill = backfills.insert(
          { dag: row.dag, from_date: range.from, to_date: range.to, run_backwards: Number(run_backwards), reprocess_behavior, max_active_runs, conf: JSON.stringify(conf), user_id: caller.user_id },
          chosen,
          core.now(),
        );
        note(row, 'create_backfill', caller, { backfill: backfill.id, from_date: iso(range.from), to_date: iso(range.to), dates: chosen.length, conf: Object.keys(conf) });
        scheduler.wake(row.dag);
        return answer(backfill, dag_id);
      }));
    },

    pause: ({ id }: OfBackfill, { caller }: Context) => change(id, caller, 'pause_backfill', () => backfills.setPaused(id, true, core.now())),
    unpause: ({ id }: OfBackfill, { caller }: Context) => change(id, caller, 'unpause_backfill', () => backfills.setPaused(id, false, core.now())),
    cancel: ({ id }: OfBackfill, { caller }: Context) => change(id, caller, 'cancel_backfill', () => backfills.complete(id, core.now())),
  };
}
