import { backfills as backfillGroup, dagRuns, dagTimeline, dagVersions } from '../../../shared/contract/dag-desk.ts';
import { dags as openGroup, securedDags as securedGroup } from '../../../shared/contract/dags.ts';
import type { Core } from '../core.ts';
import { implement, type Handlers } from '../domain.ts';
import { backfillHandlers } from './backfill-handlers.ts';
import type { BackfillStore } from './backfill-store.ts';
import { executeComponent } from './component.ts';
import { dagCalls } from './dag-calls.ts';
import type { DagSecrets } from './dag-secrets.ts';
import { eventCalls } from './event-calls.ts';
import type { EventStore } from './event-store.ts';
import { instanceHandlers } from './instance-handlers.ts';
import { createLookup } from './lookup.ts';
import type { Deeds } from './operators/operator.ts';
import type { Judge } from './judge/judge.ts';
import type { Plans } from './plan.ts';
import { poolHandlers } from './pool-handlers.ts';
import type { PoolStore } from './pool-store.ts';
import { runCalls } from './run-calls.ts';
import { runHandlers } from './run-handlers.ts';
import type { RunStore } from './run-store.ts';
import type { Scheduler } from './scheduler.ts';
import type { DagStore } from './store.ts';
import { timelineHandlers } from './timeline.ts';
import { versionHandlers } from './version-handlers.ts';

/** The calls of both routes [C-147…C-165], and those of the desk. The secured route differs by its `client_id`, which the contract asks for. */

export interface HandlerParts {
  readonly core: Pick<Core, 'db' | 'now' | 'transaction' | 'access'>;
  readonly dags: DagStore;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly backfills: BackfillStore;
  readonly secrets: DagSecrets;
  readonly pools: PoolStore;
  readonly plans: Plans;
  readonly judge: Judge;
  readonly deeds: Deeds;
  readonly scheduler: Scheduler;
}

export function dagHandlers(given: HandlerParts): Handlers {
  const parts = { ...given, lookup: createLookup(given) };
  const dags = dagCalls(parts);
  const runs = runCalls(parts);
  const common = { ...dags.common, ...runs.common, ...eventCalls(parts) };
  return {
    ...implement('dags', openGroup, common),
    ...implement('securedDags', securedGroup, {
      ...common, ...dags.secured, ...runs.secured,
      executeComponent: (input, context) => executeComponent(given.deeds, input, context),
    }),
    ...implement('dagRuns', dagRuns, runs.desk),
    ...runHandlers(parts),
    ...instanceHandlers(parts),
    ...poolHandlers(parts),
    ...implement('dagVersions', dagVersions, versionHandlers(parts)),
    ...implement('backfills', backfillGroup, backfillHandlers(parts)),
    ...implement('dagTimeline', dagTimeline, timelineHandlers(parts)),
  };
}
