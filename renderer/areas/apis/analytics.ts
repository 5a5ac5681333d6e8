import type { Measures } from '../../../shared/contract/composer.ts';
import { textOf } from '../../state/list-order.ts';

/** The figures of an API's executions, as the platform counted them. */

export interface DayFigures extends Measures {
  /** Such as 2026-03-29, in UTC. */
  readonly day: string;
}

export interface EndpointFigures extends Measures {
  readonly endpoint_id: string;
  readonly method: string;
  readonly path: string;
  readonly name: string;
}

export interface Analytics {
  readonly all: Measures;
  /** Of each day of the range, also of those without any. */
  readonly days: readonly DayFigures[];
  readonly endpoints: readonly EndpointFigures[];
  readonly statuses: readonly (readonly [status: string, count: number])[];
}

export const ranges = [['1', 'Last 24 hours'], ['7', 'Last 7 days'], ['30', 'Last 30 days'], ['90', 'Last 90 days']] as const;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Days that are drawn at most: a range of years has no bar of its own per day. */
const mostDays = 400;

/** The beginning of a range of days that ends now, as an instant of a whole hour. */
export const startOf = (days: number, now: number): string => new Date(Math.ceil((now - days * dayMs) / hourMs) * hourMs).toISOString();

/** The instants of whole days in UTC, such as from 2026-03-29 to 2026-03-30; undefined where one is missing, or they are the wrong way round. */
export function rangeOf(from: string, to: string): { readonly start: string; readonly end: string } | undefined {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  if (Number.isNaN(first) || Number.isNaN(last) || first > last) return undefined;
  return { start: new Date(first).toISOString(), end: new Date(last + dayMs).toISOString() };
}

const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const measure = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function measuresOf(row: Readonly<Record<string, unknown>>): Measures {
  const executions = number(row['executions']);
  const errors = number(row['errors']);
  return {
    executions, errors, error_rate: measure(row['error_rate']) ?? (executions === 0 ? 0 : errors / executions),
    mean_ms: measure(row['mean_ms']), p50_ms: measure(row['p50_ms']), p95_ms: measure(row['p95_ms']),
  };
}

const rowsOf = (value: unknown): Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null) : []);

export function analyticsOf(answer: Readonly<Record<string, unknown>>): Analytics {
  const counted = new Map(rowsOf(answer['by_day']).map((row) => [textOf(row['day']), measuresOf(row)]));
  const endpoints = rowsOf(answer['by_endpoint']).map((row) => Object.assign(measuresOf(row), {
    endpoint_id: textOf(row['endpoint_id']), method: textOf(row['method']), path: textOf(row['path']), name: textOf(row['name']),
  }));
  const statuses = Object.entries((answer['by_status'] ?? {}) as Record<string, unknown>).map(([status, count]) => [status, number(count)] as const);
  const days = daysBetween(textOf(answer['start']), textOf(answer['end'])) ?? [...counted.keys()].toSorted();
  return { all: measuresOf(answer), endpoints, statuses, days: days.map((day) => Object.assign({ day }, counted.get(day) ?? measuresOf({}))) };
}

/** The days of a range in UTC; undefined where it has no bounds, or too many days. */
function daysBetween(start: string, end: string): string[] | undefined {
  const from = Math.floor(Date.parse(start) / dayMs);
  const to = Math.ceil(Date.parse(end) / dayMs);
  if (Number.isNaN(from) || Number.isNaN(to) || to - from > mostDays) return undefined;
  return Array.from({ length: Math.max(0, to - from) }, (_day, at) => new Date((from + at) * dayMs).toISOString().slice(0, 10));
}

export const percent = (part: number): string => (part === 0 ? '0 %' : part < 0.001 ? '< 0.1 %' : `${Number((part * 100).toFixed(1))} %`);
