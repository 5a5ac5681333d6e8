import { setTimeout } from 'node:timers/promises';
import { mostSuiteRuns, type SuiteReport, type SuiteResult } from '../../../../shared/contract/suites.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Endpoint } from '../kinds.ts';

/** The course of a suite: which endpoint comes when, with which row of data, and when it ends. */

export interface SuitePlan {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  /** Values for `{{name}}`, an iteration each. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly iterations?: number | undefined;
  readonly delay_ms?: number | undefined;
  readonly stop_on_failure?: boolean | undefined;
}

/** What came of one endpoint, beside what the plan knows of it. */
export type Outcome = Omit<SuiteResult, 'iteration' | 'endpoint_id' | 'name' | 'method' | 'path'> & Pick<SuiteResult, 'state'>;

export interface SuiteWork {
  /** Throws only where the whole suite cannot go on. */
  readonly run: (endpoint: Endpoint, variables: Readonly<Record<string, unknown>>) => Promise<Outcome>;
  /** From 0 to 1, with what was run last. */
  readonly tell: (done: number, note: string) => void;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const notReached: Outcome = { state: 'skipped', error: 'Not run: the suite stopped at the first failure.' };

/** Runs one endpoint after the other, iteration by iteration. Throws what `signal` was aborted with, and `invalid_input` where it would be too much. */
export async function runSuite(plan: SuitePlan, { run, tell, now, signal }: SuiteWork): Promise<SuiteReport> {
  const { name, endpoints, data, delay_ms = 0, stop_on_failure = false } = plan;
  const iterations = plan.iterations ?? Math.max(1, data.length);
  const total = endpoints.length * iterations;
  if (total > mostSuiteRuns) throw new AppError('invalid_input', `${endpoints.length} endpoints in ${iterations} iterations are ${total} requests, and a suite can have ${mostSuiteRuns}. Choose fewer of either.`);
  const began = now();
  const results: SuiteResult[] = [];
  let stopped = false;
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    const row = data.length > 0 ? data[(iteration - 1) % data.length]! : {};
    for (const endpoint of endpoints) {
      signal.throwIfAborted();
      if (!stopped && delay_ms > 0 && results.length > 0) await setTimeout(delay_ms, undefined, { signal });
      const { id, method, path } = endpoint;
      const title = endpoint.name || `${method} ${path}`;
      const outcome = stopped ? notReached : await run(endpoint, row);
      results.push({ iteration, endpoint_id: id, name: title, method: method ?? 'GET', path, ...outcome });
      tell(results.length / total, `${results.length} of ${total}: ${title} ${outcome.state}`);
      if (stop_on_failure && outcome.state === 'failed') stopped = true;
    }
  }
  const count = (state: SuiteResult['state']) => results.filter((one) => one.state === state).length;
  return {
    name, started_at: new Date(began).toISOString(), duration_ms: now() - began, iterations,
    passed: count('passed'), failed: count('failed'), skipped: count('skipped'), stopped, results,
  };
}
