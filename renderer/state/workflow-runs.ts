import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { refresh, scopeInput, type Source } from './lists.ts';
import { useSession } from './session.ts';
import { notifyError } from './toasts.ts';

/** Runs of composer workflows: what they begin with, which results of earlier ones take the place of calls, and where they are read. */

/** An earlier result that stands for a node's call. */
export interface Pin {
  readonly execution_id: string;
  /** When it ran. */
  readonly timestamp: string;
}

export interface RunSetup {
  /** The input, as JSON text. */
  readonly data: string;
  readonly pins: Readonly<Record<string, Pin>>;
}

const blank: RunSetup = { data: '{}', pins: {} };

/** By workflow; it outlives the tab. */
export const useRunSetups = defineState<{ setups: Readonly<Record<string, RunSetup>> }>(() => ({ setups: {} }));

useSession.subscribe((now, before) => {
  if (now.scope.epoch !== before.scope.epoch) useRunSetups.set((draft) => void (draft.setups = {}));
});

export const setupOf = (setups: Readonly<Record<string, RunSetup>>, workflow_id: string): RunSetup => setups[workflow_id] ?? blank;

function put(workflow_id: string, values: Partial<RunSetup>): void {
  useRunSetups.set((draft) => {
    draft.setups = { ...draft.setups, [workflow_id]: { ...setupOf(draft.setups, workflow_id), ...values } };
  });
}

export const setRunInput = (workflow_id: string, data: string): void => put(workflow_id, { data });

/** Pins a node to an earlier result, or unpins it with null. */
export function setPin(workflow_id: string, node: string, pin: Pin | null): void {
  const { [node]: _before, ...others } = setupOf(useRunSetups.get().setups, workflow_id).pins;
  put(workflow_id, { pins: pin ? { ...others, [node]: pin } : others });
}

export const workflowRunsOf = (workflow_id: string): Source => ({ group: 'composerExecutions', method: 'workflowRuns', input: { workflow_id, limit: 50 } });
/** One run, read again while it goes on. */
export const workflowRunOf = (execution_id: string): Source => ({ group: 'composerExecutions', method: 'status', input: { execution_id }, live: true });

/** Starts a run, which goes on by itself; answers its id, or undefined where it was refused. */
export async function startWorkflow(workflow_id: string, known: ReadonlySet<string>) {
  const { data, pins } = setupOf(useRunSetups.get().setups, workflow_id);
  const pinned = Object.entries(pins).filter(([node]) => known.has(node)).map(([node, { execution_id }]) => [node, execution_id]);
  const reply = await api.composerExecutions.executeWorkflow({
    tenant_id: '', environment_id: '', ...scopeInput(), workflow_id, execution_mode: 'async', correlationId: crypto.randomUUID(),
    data: data.trim() === '' ? null : JSON.parse(data), ...(pinned.length > 0 ? { pins: Object.fromEntries(pinned) as Record<string, unknown> } : {}),
  });
  refresh(workflowRunsOf(workflow_id));
  return reply;
}

/** Gives a run up: its calls under way are cancelled, and nothing more begins. */
export async function cancelWorkflow(execution_id: string): Promise<void> {
  const reply = await api.composerExecutions.cancel({ ...scopeInput(), execution_id });
  if (!reply.ok) notifyError(reply.error);
  refresh(workflowRunOf(execution_id));
}
