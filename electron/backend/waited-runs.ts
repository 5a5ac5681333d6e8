import { randomUUID } from 'node:crypto';
import { composerExecutions } from '../../shared/contract/composer.ts';
import type { UnderWay } from './deadline.ts';
import { newTrace, type Fields, type Send } from './send.ts';

/** Runs that a call waits for: how long each may take is saved with its endpoint or its workflow, which the platform knows. */

const waiting = new Set(['composerExecutions.execute', 'composerExecutions.replay', 'composerExecutions.executeWorkflow', 'composerEndpoints.test']);
const { status } = composerExecutions.calls;

/** The input with a mark by which the run can be asked for before it has answered. */
export const marked = (name: string, input: Fields): Fields =>
  waiting.has(name) && !input['correlationId'] ? { ...input, correlationId: randomUUID() } : input;

/** Asks the platform, over `send`, whether the run of a call is still under way. */
export const runUnderWay = (send: Send): UnderWay => async ({ correlationId, tenant_id, environment_id }, { name, signal, connection }) => {
  if (!waiting.has(name) || typeof correlationId !== 'string') return false;
  const { data } = await send(status, { execution_id: correlationId, tenant_id, environment_id }, { name: 'composerExecutions.status', signal, connection, trace: newTrace(status) });
  return (data as { readonly status?: unknown }).status === 0;
};
