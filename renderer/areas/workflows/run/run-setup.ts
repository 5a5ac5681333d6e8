import type { InputOf } from '../../../../shared/rpc.ts';
import type { workflowRuns, WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';
import { api } from '../../../api/client.ts';
import { defineState } from '../../../state/define-state.ts';
import { refresh, scopeInput } from '../../../state/lists.ts';
import { useSession } from '../../../state/session.ts';
import { notifyError } from '../../../state/toasts.ts';
import { runOf, runsOf } from './use-followed-run.ts';

/** With what a workflow is run from its canvas: it outlives the tab. */
export interface RunSetup {
  /** JSON as it was typed; null until somebody typed. */
  readonly input: string | null;
  /** Outputs that take the place of running these nodes. */
  readonly pins: Readonly<Record<string, unknown>>;
  /** Nodes before which a run waits. */
  readonly breakpoints: readonly string[];
  /** The run that is shown on the canvas. */
  readonly run_id: string | null;
}

const blank: RunSetup = { input: null, pins: {}, breakpoints: [], run_id: null };

export const useRunSetups = defineState<{ setups: Readonly<Record<string, RunSetup>> }>(() => ({ setups: {} }));

useSession.subscribe((now, before) => {
  if (now.scope.epoch !== before.scope.epoch) useRunSetups.set((draft) => void (draft.setups = {}));
});

export const useRunSetup = (recipe: string): RunSetup => useRunSetups(({ setups }) => setups[recipe] ?? blank);

export function setRunSetup(recipe: string, values: Partial<RunSetup>): void {
  useRunSetups.set((draft) => {
    draft.setups = { ...draft.setups, [recipe]: { ...blank, ...draft.setups[recipe], ...values } };
  });
}

export function setPin(recipe: string, node: string, output: unknown): void {
  setRunSetup(recipe, { pins: { ...useRunSetups.get().setups[recipe]?.pins, [node]: output } });
}
export function unpin(recipe: string, node: string): void {
  const { [node]: _before, ...pins } = useRunSetups.get().setups[recipe]?.pins ?? {};
  setRunSetup(recipe, { pins });
}
export function toggleBreakpoint(recipe: string, node: string): void {
  const before = useRunSetups.get().setups[recipe]?.breakpoints ?? [];
  setRunSetup(recipe, { breakpoints: before.includes(node) ? before.filter((one) => one !== node) : [...before, node] });
}

/** Begins a run, which goes on by itself, and shows it; answers it, or why it was refused. */
export async function startRun(input: Omit<InputOf<typeof workflowRuns.calls.start>, 'tenant_id' | 'environment_id'> & { readonly workflow_id: string }) {
  const reply = await api.workflowRuns.start({ tenant_id: '', environment_id: '', ...scopeInput(), ...input });
  if (reply.ok) setRunSetup(input.workflow_id, { run_id: reply.data.run_id });
  refresh(runsOf(input.workflow_id));
  return reply;
}

export async function cancelRun({ run_id, workflow_id }: Pick<WorkflowRun, 'run_id' | 'workflow_id'>): Promise<void> {
  const reply = await api.workflowRuns.cancel({ tenant_id: '', environment_id: '', ...scopeInput(), run_id });
  if (!reply.ok) notifyError(reply.error);
  refresh(runOf(run_id));
  refresh(runsOf(workflow_id));
}

/** Answers a node that waits; returns whether the platform took it. */
export async function answerNode(run_id: string, { node_id, iteration }: { readonly node_id: string; readonly iteration: string }, answer: unknown): Promise<boolean> {
  const reply = await api.workflowRuns.resume({ tenant_id: '', environment_id: '', ...scopeInput(), run_id, node_id, iteration, answer });
  if (!reply.ok) notifyError(reply.error);
  refresh(runOf(run_id));
  return reply.ok;
}
