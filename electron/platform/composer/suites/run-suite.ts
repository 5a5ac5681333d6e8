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

const skipped = (why: string): Outcome => ({ state: 'skipped', error: `Not run: ${why}.` });
const notReached = skipped('the suite stopped at the first failure');
const cancelled = skipped('the suite was cancelled');
/** Its answer may have come, but was not waited for. */
const cutShort: Outcome = { state: 'skipped', error: 'Cancelled while it was under way. What was sent may have been received.' };

/** Runs one endpoint after the other, iteration by iteration; when `signal` is aborted, the report says so and has the rest as skipped. Throws `invalid_input` where it would be too much. */
export async function runSuite(plan: SuitePlan, { run, tell, now, signal }: SuiteWork): Promise<SuiteReport> {
  const { name, endpoints, data, delay_ms = 0, stop_on_failure = false } = plan;
  const iterations = plan.iterations ?? Math.max(1, data.length);
  const total = endpoints.length * iterations;
  if (total > mostSuiteRuns) throw new AppError('invalid_input', `${endpoints.length} endpoints in ${iterations} iterations are ${total} requests, and a suite can have ${mostSuiteRuns}. Choose fewer of either.`);
  const began = now();
  const results: SuiteResult[] = [];
  let stopped = false;
  const outcomeOf = async (endpoint: Endpoint, row: Readonly<Record<string, unknown>>) => {
    try {
      return await run(endpoint, row);
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      return cutShort;
    }
  };
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    const row = data.length > 0 ? data[(iteration - 1) % data.length]! : {};
    for (const endpoint of endpoints) {
      if (!stopped && !signal.aborted && delay_ms > 0 && results.length > 0) await setTimeout(delay_ms, undefined, { signal }).catch(() => undefined);
      const { id, method, path } = endpoint;
      const title = endpoint.name || `${method} ${path}`;
      const outcome = stopped ? notReached : signal.aborted ? cancelled : await outcomeOf(endpoint, row);
      results.push({ iteration, endpoint_id: id, name: title, method: method ?? 'GET', path, ...outcome });
      tell(results.length / total, `${results.length} of ${total}: ${title} ${outcome.state}`);
      if (stop_on_failure && outcome.state === 'failed') stopped = true;
    }
  }
  const count = (state: SuiteResult['state']) => results.filter((one) => one.state === state).length;
  return {
    name, started_at: new Date(began).toISOString(), duration_ms: now() - began, iterations,
    passed: count('passed'), failed: count('failed'), skipped: count('skipped'), stopped, cancelled: signal.aborted, results,
  };
}
