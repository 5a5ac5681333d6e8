import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { timetableOf } from '../../../shared/rules/dag-schedule.ts';
import { statements } from '../database.ts';
import type { HandlerParts } from './handlers.ts';
import { createHeap } from './heap.ts';
import type { Context, Lookup } from './lookup.ts';
import { instant, lastInstantOf } from './query.ts';
import { likePattern, type ListedDag, type Scope } from './store.ts';
import { readSummary } from './summary.ts';

/** All DAGs' runs in a span of time, and those that their schedules will bring. */

interface TimelineInput {
  readonly start: string;
  readonly end: string;
  readonly dag_id_pattern?: string | undefined;
  readonly limit?: number | undefined;
}

type Span = {
  readonly dag_id: string;
  readonly dag_run_id: string;
  readonly state: string;
  readonly run_type: string;
  readonly start: number;
  readonly end: number | null;
};

type Predicted = {
  readonly dag_id: string;
  readonly start: number;
  readonly end: number | null;
};

/** A DAG's next instant that is to be told. */
interface Coming {
  readonly row: ListedDag;
  readonly place: number;
  readonly at: number;
  readonly instants: Generator<number, void>;
  readonly told: number;
  /** Milliseconds that its runs take as a rule. */
  readonly takes: number | undefined;
}

const defaultLimit = 2000;
const mostSpans = 10_000;
/** Runs that one schedule is predicted to bring: more of them would be a bar without gaps. */
const mostOfOneDag = 500;
/** The runs from which it is judged how long the next one takes. */
const lookedAt = 10;

/**
 * Runs that ended in a day are found by their start; the few that took longer have an index of their own, so that no
 * span of time, however long ago, makes it read the runs before or after it.
 */
const columns = 'd.dag_id, r.dag_run_id, r.state, r.run_type, coalesce(r.start_date, r.queued_at) AS start, r.end_date AS "end"';
const from = String.raw`FROM dag_runs r %INDEX% JOIN dags d ON d.dag = r.dag
  WHERE d.tenant_id = :tenant_id AND d.environment_id = :environment_id AND d.dag_id LIKE :pattern ESCAPE '\'`;
const query = [
  `SELECT ${columns} ${from.replace('%INDEX%', 'INDEXED BY dag_runs_by_start')} AND r.start_date BETWEEN :start - 86400000 AND :end
     AND r.end_date >= :start AND r.end_date - r.start_date <= 86400000`,
  `SELECT ${columns} ${from.replace('%INDEX%', 'INDEXED BY dag_runs_long')} AND r.start_date <= :end AND r.end_date >= :start AND r.end_date - r.start_date > 86400000`,
  `SELECT ${columns} ${from.replace('%INDEX%', 'INDEXED BY dag_runs_open')} AND r.state IN ('queued', 'running') AND r.end_date IS NULL AND coalesce(r.start_date, r.queued_at) <= :end`,
].join(' UNION ALL ');

/** Newest first. */
function createSpans(db: DatabaseSync) {
  const sql = statements(db);
  return ({ tenant_id, environment_id }: Scope, pattern: string, start: number, end: number, limit: number): Span[] =>
    sql(`${query} ORDER BY start DESC LIMIT :limit`).all({ tenant_id, environment_id, pattern, start, end, limit }) as unknown as Span[];
}

/** When the schedule of a DAG comes between two instants. */
function* instantsOf(row: ListedDag, start: number, end: number): Generator<number, void> {
  const timetable = timetableOf(readSummary(row));
  // Nobody knows when the run before will have ended.
  if (timetable?.continuous) return;
  // With catchup, the schedule may stand far behind.
  let at = row.next_run_at! < start ? timetable?.after(start - 1) : row.next_run_at!;
  for (; at !== undefined && at <= end; at = timetable?.after(at)) yield at;
}

export function timelineHandlers({ core, dags, runs, lookup }: HandlerParts & { readonly lookup: Lookup }) {
  const spansBetween = createSpans(core.db);

  /** What schedules bring between two instants, each with the end that is expected of its run: the first ones, whichever DAG they are of. */
  function predict(rows: readonly ListedDag[], start: number, end: number, most: number): { readonly found: Predicted[]; readonly isMore: boolean } {
    const coming = createHeap<Coming>((a, b) => (a.at === b.at ? a.place < b.place : a.at < b.at));
    for (const [place, row] of rows.entries()) {
      const instants = instantsOf(row, start, end);
      const { value: at } = instants.next();
      if (at !== undefined) coming.push({ row, place, at, instants, told: 0, takes: runs.typicalDuration(row.dag, lookedAt) });
    }
    const found: Predicted[] = [];
    let isCut = false;
    for (let next = coming.peek(); next && found.length < most; next = coming.peek()) {
      coming.pop();
      const { row, at, instants, told, takes } = next;
      found.push({ dag_id: row.dag_id, start: at, end: takes === undefined ? null : at + takes });
      const { value: after } = instants.next();
      if (after === undefined) continue;
      if (told + 1 < mostOfOneDag) coming.push({ ...next, at: after, told: told + 1 });
      else isCut = true;
    }
    return { found, isMore: isCut || coming.size > 0 };
  }

  return {
    get({ start, end, dag_id_pattern, limit = defaultLimit }: TimelineInput, { caller }: Context) {
      const scope = lookup.scopeOf(caller);
      const [first, last] = [instant('start', start)!, lastInstantOf('end', end)!];
      if (last < first) throw new AppError('invalid_input', 'end must not be before start.');
      const most = Math.min(limit, mostSpans);
      const spans = spansBetween(scope, likePattern(dag_id_pattern || '%'), first, last, most + 1);
      const now = core.now();
      const { found: predicted, isMore } = predict(last > now ? dags.scheduled(scope, dag_id_pattern, last) : [], Math.max(first, now), last, most);
      return { dag_runs: spans.slice(0, most), predicted, truncated: isMore || spans.length > most };
    },
  };
}
