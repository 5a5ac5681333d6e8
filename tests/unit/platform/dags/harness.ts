import { DatabaseSync } from 'node:sqlite';
import jsonata from 'jsonata';
import { vi } from 'vitest';
import { transaction } from '../../../../electron/storage/transaction.ts';
import { createBackfillRuns } from '../../../../electron/platform/dags/backfill-runs.ts';
import { createBackfillStore } from '../../../../electron/platform/dags/backfill-store.ts';
import { createDagSecrets } from '../../../../electron/platform/dags/dag-secrets.ts';
import { createDueRuns } from '../../../../electron/platform/dags/due-runs.ts';
import { createEventStore } from '../../../../electron/platform/dags/event-store.ts';
import { dagHandlers } from '../../../../electron/platform/dags/handlers.ts';
import { createJudge } from '../../../../electron/platform/dags/judge/judge.ts';
import type { Deeds, HttpAnswer } from '../../../../electron/platform/dags/operators/operator.ts';
import { createPlans } from '../../../../electron/platform/dags/plan.ts';
import { createPoolStore } from '../../../../electron/platform/dags/pool-store.ts';
import { createRunStore } from '../../../../electron/platform/dags/run-store.ts';
import { createRunTimeouts } from '../../../../electron/platform/dags/run-timeouts.ts';
import { createScheduler, type Scheduler, type SchedulerLimits } from '../../../../electron/platform/dags/scheduler.ts';
import { createDagStore } from '../../../../electron/platform/dags/store.ts';
import { dagMigrations } from '../../../../electron/platform/dags/tables.ts';
import type { LogLevel, OpenLog } from '../../../../electron/platform/dags/task-log.ts';
import { taskMigrations } from '../../../../electron/platform/dags/task-tables.ts';
import type { Caller, Handler } from '../../../../electron/platform/domain.ts';
import { createSecrets, secretMigrations } from '../../../../electron/platform/secrets.ts';
import { createVault } from '../../../../electron/storage/vault.ts';
import { AppError } from '../../../../shared/errors.ts';

/** The DAG domain on a database in memory, with a clock that stands still and tasks that end when the test says so. */

/** 1 May 2024, 12:00 UTC. */
export const noon = Date.UTC(2024, 4, 1, 12);
export const caller: Caller = { user_id: 'ada', tenant_id: 't1', environment_id: 'e1', permissions: new Set(['*']) };

/** One `http` task under way; its `url` tells which. */
export interface Sent {
  readonly url: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  answer(answer?: Partial<HttpAnswer>): void;
  fail(message: string): void;
}

/** A line that a try wrote to its log. */
export interface Logged {
  readonly instance: number;
  readonly try_number: number;
  readonly level: LogLevel;
  readonly text: string;
}

export function useClock(): void {
  vi.useFakeTimers({ now: noon, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
}

/** Lets everything happen that needs no time to pass. */
export async function turns(): Promise<void> {
  for (let count = 0; count < 12; count += 1) await new Promise((resolve) => setImmediate(resolve));
}

export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await turns();
}

const memory = () => {
  const db = new DatabaseSync(':memory:');
  for (const { sql } of [...secretMigrations, ...dagMigrations, ...taskMigrations]) db.exec(sql);
  return db;
};

export function platform({ db = memory(), limits }: { db?: DatabaseSync; limits?: SchedulerLimits } = {}) {
  const sent: Sent[] = [];
  const lines: string[] = [];
  const deeds: Deeds = {
    send: (request, _caller, signal) =>
      new Promise((resolve, reject) => {
        sent.push({
          url: new URL(request.url).pathname.slice(1),
          request: request as unknown as Record<string, unknown>,
          signal,
          answer: (answer = {}) => resolve({ status: 200, headers: {}, data: null, ...answer }),
          fail: (message) => reject(new AppError('unreachable', message)),
        });
      }),
    callEndpoint: () => Promise.reject(new AppError('internal', 'no endpoint in this test')),
    runWorkflow: () => Promise.reject(new AppError('internal', 'no workflow in this test')),
    search: () => Promise.reject(new AppError('internal', 'no documents in this test')),
    askAgent: () => Promise.reject(new AppError('internal', 'no agent in this test')),
    evaluate: async (expression, input) => (await jsonata(expression).evaluate(input)) as unknown,
  };
  const logged: Logged[] = [];
  const openLog: OpenLog = (instance, try_number) => ({
    write: (level, text) => void logged.push({ instance, try_number, level, text }),
    end: () => undefined,
  });
  const core = {
    db,
    now: () => Date.now(),
    log: (line: string) => void lines.push(line),
    transaction: <T>(work: () => T) => transaction(db, work),
    access: { enter: () => caller, environmentsOf: () => ['e1'] } as never,
  };
  const parts = { core, dags: createDagStore(db), runs: createRunStore(db), events: createEventStore(db), backfills: createBackfillStore(db), secrets: createDagSecrets(createSecrets(db, createVault(Buffer.alloc(32, 7)))), pools: createPoolStore(db) };
  const timeouts = createRunTimeouts({ ...parts, refresh: (those) => scheduler.refresh(those) });
  const plans = createPlans((dag, version) => parts.dags.definition(dag, version)!);
  const due = createDueRuns({ ...parts, plans, timeouts, backfills: createBackfillRuns({ ...parts, plans }) });
  const judge = createJudge();
  const scheduler: Scheduler = createScheduler({ ...parts, plans, due, deeds, openLog, limits });
  const handlers = dagHandlers({ ...parts, plans, judge, scheduler, deeds });
  const signal = new AbortController().signal;
  const call = (name: string, input: Record<string, unknown>, as: Caller = caller) => (handlers[name] as Handler)(input, { caller: as, signal }) as Record<string, never>;
  scheduler.start();

  return {
    db, lines, logged, scheduler, call, parts,
    sent,
    /** The latest `http` task under way for this address. */
    task: (url: string): Sent => {
      const found = sent.findLast((one) => one.url === url);
      if (!found) throw new Error(`${url} was not sent; sent: ${sent.map((one) => one.url).join(', ')}`);
      return found;
    },
    states: (dag_id: string, dag_run_id?: string): Record<string, string | null> => {
      const run = dag_run_id ?? runsOf(dag_id).at(-1)!.dag_run_id;
      const { task_instances } = call('securedDags.taskInstances', { dag_id, dag_run_id: run }) as unknown as { task_instances: { task_id: string; state: string | null }[] };
      return Object.fromEntries(task_instances.map(({ task_id, state }) => [task_id, state]));
    },
    instance: (dag_id: string, task_id: string) => {
      const { task_instances } = call('securedDags.taskInstances', { dag_id, dag_run_id: runsOf(dag_id).at(-1)!.dag_run_id }) as unknown as { task_instances: Record<string, unknown>[] };
      return task_instances.find((one) => one['task_id'] === task_id)!;
    },
    runs: runsOf,
    events: (dag_id: string) => (call('dags.events', { dag_id }) as unknown as { event_logs: { event: string; task_id: string | null; owner: string }[] }).event_logs.toReversed(),
  };

  /** Oldest first. */
  function runsOf(dag_id: string): { dag_run_id: string; state: string; run_type: string; logical_date: string }[] {
    return (call('dags.runs', { dag_id }) as unknown as { dag_runs: ReturnType<typeof runsOf> }).dag_runs.toReversed();
  }
}

export const httpTask = (task_id: string, depends_on: string[] = [], more: Record<string, unknown> = {}) => ({ task_id, operator: 'http', url: `http://target/${task_id}`, depends_on, ...more });
