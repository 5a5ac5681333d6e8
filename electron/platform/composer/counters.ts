import type { DatabaseSync } from 'node:sqlite';
import type { ExecutionResult, Measures } from '../../../shared/contract/composer.ts';
import { statements } from '../database.ts';
import type { Caller, Migration } from '../domain.ts';

/**
 * How many executions there were, by hour, endpoint, status and duration: they outlive the history, which is bounded.
 * A duration is counted in a bucket that is 5 % wide, so that what is read from it is off by less.
 */

export const counterMigrations: readonly Migration[] = [
  {
    id: 'composer-counters-1',
    sql: `
      CREATE TABLE composer_counters (
        tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, hour INTEGER NOT NULL, api_id TEXT NOT NULL, endpoint_id TEXT NOT NULL,
        status INTEGER NOT NULL, bucket INTEGER NOT NULL, n INTEGER NOT NULL, total_ms REAL NOT NULL,
        PRIMARY KEY (tenant_id, environment_id, hour, api_id, endpoint_id, status, bucket)
      ) STRICT, WITHOUT ROWID;
    `,
  },
];

export const hourMs = 3_600_000;
const width = 1.05;
const shortest = 0.01;
const bucketOf = (ms: number) => Math.ceil(Math.log(Math.max(ms, shortest)) / Math.log(width));
/** The middle of a bucket. */
const msOf = (bucket: number) => Math.round(width ** (bucket - 0.5) * 100) / 100;

export interface Count {
  readonly hour: number;
  readonly endpoint_id: string;
  readonly status: number;
  readonly bucket: number;
  readonly n: number;
  readonly total_ms: number;
}

export interface Counters {
  add(result: ExecutionResult): void;
  /** Of the hours from `from` up to `to`, of one API or, where it is empty, of all. */
  read(range: { readonly api_id: string; readonly from: number; readonly to: number }, caller: Caller): Count[];
}

export function createCounters(db: DatabaseSync): Counters {
  const sql = statements(db);
  return {
    add({ tenant_id, environment_id, api_id, endpoint_id, timestamp, status, duration }) {
      const hour = Math.floor(Date.parse(timestamp) / hourMs);
      sql(`INSERT INTO composer_counters VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?)
        ON CONFLICT DO UPDATE SET n = n + 1, total_ms = total_ms + excluded.total_ms`)
        .run(tenant_id, environment_id, hour, api_id, endpoint_id, status, bucketOf(duration), duration);
    },
    read({ api_id, from, to }, { tenant_id, environment_id }) {
      return sql(`SELECT hour, endpoint_id, status, bucket, sum(n) AS n, sum(total_ms) AS total_ms FROM composer_counters
        WHERE tenant_id = ?1 AND ?2 IN ('', environment_id) AND ?3 IN ('', api_id) AND hour >= ?4 AND hour < ?5
        GROUP BY hour, endpoint_id, status, bucket`).all(tenant_id, environment_id, api_id, from, to) as unknown as Count[];
    },
  };
}

/** The figures of these counts: percentiles by the nearest rank; null where nothing was counted. */
export function measured(counts: readonly Count[]): Measures {
  const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0);
  const executions = sum(({ n }) => n);
  const errors = sum(({ n, status }) => (status >= 400 ? n : 0));
  if (executions === 0) return { executions, errors, error_rate: 0, mean_ms: null, p50_ms: null, p95_ms: null };
  const sorted = counts.toSorted((a, b) => a.bucket - b.bucket);
  const percentile = (part: number) => {
    let left = Math.ceil(executions * part);
    return msOf(sorted.find(({ n }) => (left -= n) <= 0)!.bucket);
  };
  const mean_ms = Math.round((sum(({ total_ms }) => total_ms) / executions) * 100) / 100;
  return { executions, errors, error_rate: errors / executions, mean_ms, p50_ms: percentile(0.5), p95_ms: percentile(0.95) };
}
