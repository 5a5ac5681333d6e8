import { runTypes } from '../../../../shared/contract/dag-desk.ts';
import { runStates } from '../../../../shared/contract/dags.ts';
import type { GridQuery, GridTask } from '../../../state/dag-desk.ts';
import type { Run } from '../airflow.ts';

/** What a grid is narrowed to, as the address says it. A value with `!` before it is left out instead of asked for. */

export interface GridFilter {
  readonly type: string;
  readonly state: string;
  readonly from: string;
  readonly to: string;
  /** Words of task ids; one with `-` before it must not stand in them. */
  readonly text: string;
  readonly onlyFailed: boolean;
}

export const filterNames = ['run_type', 'run_state', 'from', 'to', 'tasks', 'only'] as const;

export const filterOf = (search: URLSearchParams): GridFilter => ({
  type: search.get('run_type') ?? '', state: search.get('run_state') ?? '', from: search.get('from') ?? '', to: search.get('to') ?? '',
  text: search.get('tasks') ?? '', onlyFailed: search.get('only') === 'failed',
});

export const isNarrowed = ({ type, state, from, to, text, onlyFailed }: GridFilter): boolean => [type, state, from, to, text].some((value) => value !== '') || onlyFailed;

const asked = (value: string, known: readonly string[]) => (known.includes(value) ? value : undefined);
const isDate = (value: string) => value !== '' && !Number.isNaN(Date.parse(value));

/** What the platform is asked for; the rest is left out of its answer here. */
export function queryOf({ type, state, from, to }: GridFilter, limit: number): GridQuery {
  const [run_type, run_state] = [asked(type, runTypes), asked(state, runStates)];
  return {
    limit, ...(run_type === undefined ? {} : { run_type }), ...(run_state === undefined ? {} : { state: run_state }),
    ...(isDate(from) ? { start_date_gte: from } : {}), ...(isDate(to) ? { end_date_lte: to } : {}),
  };
}

const agrees = (wanted: string, value: string | null) => (wanted === '' ? true : wanted.startsWith('!') ? value !== wanted.slice(1) : value === wanted);

export const keepsRun = ({ type, state }: GridFilter) => (run: Run): boolean => agrees(type, run.type) && agrees(state, run.state);

export function keepsTask({ text }: Pick<GridFilter, 'text'>): (task: Pick<GridTask, 'task_id' | 'operator_name'>) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '' && word !== '-');
  return ({ task_id, operator_name }) => {
    const name = `${task_id} ${operator_name ?? ''}`.toLowerCase();
    return words.every((word) => (word.startsWith('-') ? !name.includes(word.slice(1)) : name.includes(word)));
  };
}
