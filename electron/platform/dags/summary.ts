import { timetableOf, type Scheduled } from '../../../shared/rules/dag-schedule.ts';
import { ownersOf, type Dag } from './definition.ts';

/** What a list shows of a definition, and what a timeline needs of it: kept beside the DAG, so that neither reads all of it. */
export interface Summary extends Scheduled {
  readonly description?: string | null | undefined;
  readonly tags: readonly string[];
  readonly owners: readonly string[];
  readonly max_active_runs: number;
  readonly max_active_tasks?: number | undefined;
}

/** What the scheduler asks of a definition in every turn: columns of the DAG. */
export interface Scheduling {
  readonly catchup: boolean;
  readonly continuous: boolean;
  /** Milliseconds. */
  readonly run_timeout: number | null;
}

/** Without an owner in its definition, a DAG is owned by the one who wrote this version. */
export function summaryOf(dag: Dag, user_id: string): Summary & Scheduling {
  const { description, schedule, timezone, start_date, end_date, tags, max_active_runs, max_active_tasks, catchup, dagrun_timeout_seconds: timeout } = dag;
  const owners = ownersOf(dag);
  return { description, schedule, timezone, start_date, end_date, tags, owners: owners.length > 0 ? owners : [user_id], max_active_runs, max_active_tasks, catchup, continuous: timetableOf(dag)?.continuous ?? false, run_timeout: timeout ? timeout * 1000 : null };
}

export const readSummary = ({ summary }: { readonly summary: string }): Summary => JSON.parse(summary) as Summary;
