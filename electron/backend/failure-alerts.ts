import { z } from 'zod';
import { alertView, failureAlerts, type AlertView, type FailureAlert } from '../../shared/contract/failure-alerts.ts';
import { AppError } from '../../shared/errors.ts';
import { withDagColumns } from '../../shared/rules/dag-columns.ts';
import { holds, meets, wordsOf } from '../../shared/rules/row-conditions.ts';
import { channel } from './cell.ts';
import type { Drafts } from './drafts.ts';
import { answers, type Local } from './local.ts';
import type { Answered, Fields } from './send.ts';

/** Tells of runs that fail in the one view that the user wants to be told of, whether a window can be seen or not. */

const key = 'alerts/failures';
/** Between two looks at the view, in milliseconds. */
const pause = 60_000;
/** Runs that were told of and are remembered; what ended before those that are forgotten is never told. */
const remembered = 1000;
/** More failures than this at once are said in one alert. */
const single = 3;
/** DAGs that are looked at: those whose last run failed, and those that ran last, whose failure another run may have covered. */
const [mostFailed, mostRecent] = [1000, 100];

const keptAlerts = z.object({
  view: alertView,
  /** Milliseconds since the epoch. */
  since: z.number(),
  /** When the runs ended that were told of, by DAG and run. */
  told: z.record(z.string(), z.number()),
});
type Kept = z.infer<typeof keptAlerts>;

interface Parts {
  readonly drafts: Pick<Drafts, 'list' | 'put' | 'remove'>;
  /** Whose view it is; null while nobody is signed in. */
  readonly owner: () => { readonly profile: string; readonly user: string } | null;
  readonly offline: () => boolean;
  readonly ask: (call: string, input: Fields, signal: AbortSignal) => Promise<Answered>;
  /** Shows an alert outside of any window; null where the host cannot, and the windows do. */
  readonly show: ((alert: FailureAlert) => void) | null;
  readonly now: () => number;
  /** Why the view could not be looked at; it is looked at again a minute later. */
  readonly log: (thrown: unknown) => void;
}

export interface FailureAlerts {
  readonly local: Local;
  close(): void;
}

export function createFailureAlerts({ drafts, owner, offline, ask, show, now, log }: Parts): FailureAlerts {
  const alerts = channel<FailureAlert>();
  const ended = new AbortController();
  let followers = 0;
  let looking = false;

  const read = (): Kept | null => {
    const who = owner();
    const found = who && drafts.list(who, key).find((entry) => entry.key === key);
    const parsed = keptAlerts.safeParse(found?.value);
    return parsed.success ? parsed.data : null;
  };

  const look = async () => {
    const kept = read();
    // Without anybody to tell, failures wait until there is.
    if (looking || !kept || offline() || (!show && followers === 0)) return;
    looking = true;
    try {
      const rows = await failing(kept.view);
      const present = read();
      if (!rows || present?.since !== kept.since || JSON.stringify(present.view) !== JSON.stringify(kept.view)) return;
      const failures = failuresIn(rows, kept);
      if (failures.length === 0) return;
      // Kept before it is said: after a crash in between nothing is said twice.
      drafts.put(owner()!, key, withTold(kept, failures));
      for (const alert of alertsOf(failures, kept.view)) {
        if (show) show(alert);
        else alerts.send(alert);
      }
    } catch (thrown) {
      if (!ended.signal.aborted) log(thrown);
    } finally {
      looking = false;
    }
  };

  /** The rows of the view among which a failure can be; null where only what was known before could be had. */
  const failing = async ({ tenant_id, environment_id, text }: AlertView): Promise<readonly Fields[] | null> => {
    const scope = { tenant_id, environment_id, ...(text.includes('%') ? { dag_id_pattern: text.trim() } : {}) };
    const found = new Map<unknown, Fields>();
    for (const wanted of [{ last_dag_run_state: 'failed', limit: mostFailed }, { order_by: '-last_run_start_date', limit: mostRecent }]) {
      const { data, meta } = await ask('dags.list', { ...scope, ...wanted }, ended.signal);
      if (meta.source === 'cache') return null;
      for (const row of (data as { dags: readonly Fields[] }).dags) found.set(row['dag_id'], row);
    }
    return [...found.values()];
  };

  const timer = setInterval(() => void look(), pause);
  timer.unref();

  return {
    local: answers('failureAlerts', failureAlerts, {
      get: () => said(read()),
      set({ view }) {
        const who = owner();
        if (!who) throw new AppError('unauthorized', 'Nobody is signed in, so it is not known who is to be told. Sign in, then try again.');
        if (view) drafts.put(who, key, { view, since: now(), told: {} } satisfies Kept);
        else drafts.remove(who, key);
        return said(read());
      },
      async *follow(_input, { signal }) {
        followers += 1;
        try {
          yield* alerts.follow(signal);
        } finally {
          followers -= 1;
        }
      },
    }),
    close() {
      clearInterval(timer);
      ended.abort();
    },
  };
}

export interface Failure {
  readonly dag_id: string;
  readonly dag_run_id: string;
  /** Milliseconds since the epoch. */
  readonly end: number;
}

const toldAs = ({ dag_id, dag_run_id }: Failure) => JSON.stringify([dag_id, dag_run_id]);

/** Runs of the view that failed since it is watched and were not told of, in the order in which they failed. */
export function failuresIn(rows: readonly Fields[], { view, since, told }: Kept): Failure[] {
  const words = view.text.includes('%') ? [] : wordsOf(view.text);
  return rows.filter((row) => {
    const read = withDagColumns(row);
    return view.conditions.every((condition) => meets(read, condition)) && holds(read, words, Object.keys(read));
  }).flatMap((row) => {
    const runs = Array.isArray(row['latest_dag_runs']) ? (row['latest_dag_runs'] as readonly Fields[]) : [];
    return runs.filter(({ state }) => state === 'failed').map(({ dag_run_id, end_date }) => ({ dag_id: String(row['dag_id']), dag_run_id: String(dag_run_id), end: Date.parse(String(end_date)) }));
  }).filter((failure) => failure.end >= since && !(toldAs(failure) in told)).toSorted((a, b) => a.end - b.end);
}

/** With these among what was told; the oldest are forgotten, and nothing that ended up to then is told any more. */
export function withTold(kept: Kept, failures: readonly Failure[]): Kept {
  const all = [...Object.entries(kept.told), ...failures.map((failure) => [toldAs(failure), failure.end] as const)].toSorted(([, a], [, b]) => b - a);
  const forgotten = all[remembered];
  return { ...kept, since: forgotten ? Math.max(kept.since, forgotten[1] + 1) : kept.since, told: Object.fromEntries(all.slice(0, remembered)) };
}

const encoded = (text: string) => encodeURIComponent(text);

/** A failure each, or one for all where there are many. */
export function alertsOf(failures: readonly Failure[], view: AlertView): FailureAlert[] {
  if (failures.length > single) {
    const dags = [...new Set(failures.map(({ dag_id }) => dag_id))];
    const query = new URLSearchParams([...(view.text === '' ? [] : [['q', view.text]]), ...view.conditions.map(({ field, operator, value }) => ['f', [field, operator, value].join('~')])] as [string, string][]);
    return [{ title: `${failures.length} runs failed`, body: `${view.name}: ${dags.slice(0, 5).join(', ')}${dags.length > 5 ? ` and ${dags.length - 5} more` : ''}`, path: `/dags?${query.toString()}` }];
  }
  return failures.map(({ dag_id, dag_run_id }) => ({ title: `${dag_id} failed`, body: `${view.name}: ${dag_run_id}`, path: `/dags/${encoded(dag_id)}?${new URLSearchParams({ tab: 'runs', run: dag_run_id }).toString()}` }));
}

const said = (kept: Kept | null) => ({ view: kept?.view ?? null, since: kept ? new Date(kept.since).toISOString() : null });
