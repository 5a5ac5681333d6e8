/**
 * By what DAGs are filtered and sorted: what people read in the list, not the fields as Airflow sends them. Platforms leave
 * fields out, and versions of Airflow name some of them differently; nothing is guessed.
 */

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** An instant in the one form in which the alphabet sorts it by time; undefined for what is none. */
const instant = (value: unknown) => (text(value) === undefined || Number.isNaN(Date.parse(value as string)) ? undefined : new Date(value as string).toISOString());

const latestOf = (row: Fields): Fields | undefined => list(row['latest_dag_runs']).find(isFields);
const wordOf = (run: Fields | undefined) => run && (text(run['state']) ?? 'no status').replaceAll('_', ' ');

export const pausedWord = (isPaused: boolean): string => (isPaused ? 'paused' : 'active');

/** A column of the list: what a row holds there. */
export const dagColumns: Readonly<Record<string, (row: Fields) => unknown>> = {
  is_paused: (row) => pausedWord(row['is_paused'] === true),
  timetable_summary(row) {
    const interval = row['schedule_interval'];
    return text(row['timetable_summary']) ?? text(row['schedule']) ?? text(isFields(interval) ? interval['value'] : interval);
  },
  /** When it began comes first, so that it sorts. */
  latest_dag_runs(row) {
    const last = latestOf(row);
    return last && [instant(text(last['start_date']) ?? text(last['logical_date']) ?? last['execution_date']), wordOf(last)].filter(Boolean).join(' ');
  },
  /** States of the last runs, newest first. */
  recent_runs: (row) => list(row['latest_dag_runs']).filter(isFields).map(wordOf),
  last_run_state: (row) => wordOf(latestOf(row)) ?? 'no runs',
  next_dagrun_run_after: (row) => instant(text(row['next_dagrun_run_after']) ?? row['next_dagrun']),
  tags: (row) => list(row['tags']).map((tag) => text(isFields(tag) ? tag['name'] : tag)).filter((tag) => tag !== undefined),
  owners: (row) => list(row['owners']).filter((owner) => typeof owner === 'string'),
};

/** A DAG with what its columns hold in the place of what was sent. */
export const withDagColumns = (row: Fields): Fields => ({ ...row, ...Object.fromEntries(Object.entries(dagColumns).map(([name, valueOf]) => [name, valueOf(row)])) });
