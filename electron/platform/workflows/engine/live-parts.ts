import type { RunEvent, WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';
import type { GroupCommit } from '../../../storage/group-commit.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import type { Evaluator } from '../../expressions/evaluator.ts';
import type { SnippetRunner } from '../../snippets/snippet-runner.ts';
import type { GraphRunner } from './graph-runner.ts';
import type { RunStore } from './run-store.ts';

/** What a run is made with. */
export interface LiveParts {
  readonly core: Core;
  readonly store: RunStore;
  readonly evaluator: Evaluator;
  readonly snippets: SnippetRunner;
  readonly graphs: GraphRunner;
  readonly commit: GroupCommit;
  readonly tell: (run_id: string, event: RunEvent) => void;
  hasEnded(run_id: string): boolean;
  /** Starts a workflow within this run, or goes on with it where it was started before; `settled` when it has ended or waits. */
  runChild(request: ChildRequest): { readonly settled: Promise<WorkflowRun>; cancel(reason: string): void };
}

export interface ChildRequest {
  readonly parent: WorkflowRun;
  readonly depth: number;
  readonly caller: Caller;
  readonly node_id: string;
  readonly iteration: string;
  readonly workflow_id: string;
  readonly version_id: string | undefined;
  readonly data: unknown;
  readonly run_id: string;
}
