import { createHash } from 'node:crypto';
import type { NodeExecution, RunWithNodes } from '../../../../shared/contract/workflow-runs.ts';

/**
 * A run as a trace of OpenTelemetry: OTLP 1.5 in its JSON encoding (ids in lower-case hex, 64-bit numbers as texts), with
 * the semantic conventions for generative AI on what asked a model. Values stand in no span.
 */

type Attribute = { readonly key: string; readonly value: { readonly stringValue: string } | { readonly intValue: string } | { readonly boolValue: boolean } };

const kindInternal = 1;
const kindClient = 3;
const [statusOk, statusError] = [1, 2];

const hex = (text: string, bytes: number): string => createHash('sha256').update(text).digest('hex').slice(0, bytes * 2);
const nanoseconds = (date: string | null | undefined): string => (date ? `${BigInt(Date.parse(date)) * 1_000_000n}` : '0');

function attributes(values: Readonly<Record<string, unknown>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]): Attribute[] => {
    if (typeof value === 'string' && value !== '') return [{ key, value: { stringValue: value } }];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    return typeof value === 'number' && Number.isInteger(value) ? [{ key, value: { intValue: String(value) } }] : [];
  });
}

const status = (state: string, error: string | null | undefined) =>
  (state === 'success' ? { code: statusOk } : state === 'failed' || state === 'cancelled' ? { code: statusError, message: error ?? state } : {});

/** `models` says which model a node asked, where it asked one. */
export function traceOf(run: RunWithNodes, models: ReadonlyMap<string, string> = new Map()): object {
  const traceId = hex(run.run_id, 16);
  const root = hex(`${run.run_id} run`, 8);
  const end = run.end_date ?? run.start_date;
  const span = (node: NodeExecution) => {
    const key = `${node.iteration} ${node.node_id}`;
    const model = models.get(key);
    const asksModel = node.tokens !== null && node.tokens !== undefined;
    return {
      traceId, spanId: hex(`${run.run_id} ${key}`, 8), parentSpanId: root,
      name: asksModel ? `chat ${model ?? ''}`.trim() : node.node_id, kind: asksModel ? kindClient : kindInternal,
      startTimeUnixNano: nanoseconds(node.start_date ?? node.end_date), endTimeUnixNano: nanoseconds(node.end_date ?? node.start_date),
      attributes: attributes({
        'workflow.node.id': node.node_id, 'workflow.node.iteration': node.iteration, 'workflow.node.state': node.state, 'workflow.node.attempts': node.attempts ?? undefined,
        ...(asksModel
          ? {
              'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'gen_ai.response.model': model,
              'gen_ai.usage.input_tokens': node.tokens?.prompt, 'gen_ai.usage.output_tokens': node.tokens?.completion,
            }
          : {}),
        ...(node.error ? { 'error.type': node.state } : {}),
      }),
      status: status(node.state, node.error),
    };
  };
  return {
    resourceSpans: [{
      resource: { attributes: attributes({ 'service.name': 'trellis', 'workflow.id': run.workflow_id, 'workflow.name': run.workflow_name ?? undefined, 'workflow.version': run.version ?? undefined }) },
      scopeSpans: [{
        scope: { name: 'trellis.workflows' },
        spans: [
          {
            traceId, spanId: root, name: `workflow ${run.workflow_name ?? run.workflow_id}`, kind: kindInternal,
            startTimeUnixNano: nanoseconds(run.start_date), endTimeUnixNano: nanoseconds(end),
            attributes: attributes({
              'workflow.run.id': run.run_id, 'workflow.run.state': run.state, 'session.id': run.session_id ?? undefined, 'enduser.id': run.user_id ?? undefined,
              'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.input_tokens': run.tokens?.prompt, 'gen_ai.usage.output_tokens': run.tokens?.completion,
            }),
            status: status(run.state, run.error),
          },
          ...run.executions.filter(({ state }) => state !== 'skipped').map(span),
        ],
      }],
    }],
  };
}
