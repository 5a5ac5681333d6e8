import { z } from 'zod';
import type { Call } from '../../shared/contract/define.ts';
import type { Row } from '../../shared/contract/entity.ts';

/** Where the rows of any read stand in its answer, and by which field each of them is known. */

/** Arrays of the contract's answers, and the field that names a row in each. */
const arrays: Readonly<Record<string, string>> = {
  rows: 'id', dags: 'dag_id', dag_runs: 'dag_run_id', task_instances: 'task_id', tasks: 'task_id', event_logs: 'event_log_id', backfills: 'id', pools: 'name',
  predicted: 'dag_id',
};

/** The array in which a read answers its rows; undefined where its answer is one row, as one with several such arrays is. */
export function arrayOf(call: Call): string | undefined {
  const shape = call.output instanceof z.ZodObject ? (call.output.shape as object) : {};
  const found = Object.keys(arrays).filter((name) => name in shape);
  return found.length === 1 ? found[0] : undefined;
}

/** What a row is known by, where it stands alone. */
const singles = ['id', 'dag_id', 'dag_run_id', 'task_id'] as const;

const isId = (value: unknown) => typeof value === 'string' || typeof value === 'number';

function named(row: Readonly<Record<string, unknown>>, field: string): Row {
  const found = [field, ...singles].find((name) => isId(row[name]));
  return { ...row, id: found === undefined ? '' : String(row[found]) };
}

export interface Answered {
  readonly rows: readonly Row[];
  /** How many there are on the platform, where it says so. */
  readonly total: number | undefined;
}

/** The rows of a call's answer, or undefined where it is not one of the kind that was asked for. */
export function rowsOf(call: Call, data: unknown): Answered | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const answer = data as Readonly<Record<string, unknown>>;
  const array = arrayOf(call);
  if (array === undefined) return { rows: [named(answer, 'id')], total: undefined };
  const rows = answer[array];
  if (!Array.isArray(rows)) return undefined;
  const total = answer['total'] ?? answer['total_entries'];
  // An entity's rows have their ids already, and may be many.
  const all = array === 'rows' ? (rows as Row[]) : rows.map((row: Record<string, unknown>) => named(row, arrays[array]!));
  return { rows: all, total: typeof total === 'number' ? total : undefined };
}
