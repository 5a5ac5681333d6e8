import { describe, expect, it } from 'vitest';
import { traceOf } from '../../../../../electron/platform/workflows/engine/trace.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

describe('a trace', () => {
  const trace = traceOf({
    run_id: 'r1', workflow_id: 'w1', workflow_name: 'Greeting', version_id: 'v', version: 3, state: 'failed', error: 'no', started_by: 'u', session_id: 's',
    start_date: '2026-01-02T03:04:05.678Z', end_date: '2026-01-02T03:04:06.000Z', tokens: { prompt: 7, completion: 3, total: 10 },
    executions: [
      { node_id: 'ask', iteration: '', state: 'success', start_date: '2026-01-02T03:04:05.700Z', end_date: '2026-01-02T03:04:05.900Z', tokens: { prompt: 7, completion: 3, total: 10 }, output_preview: 'private' },
      { node_id: 'x', iteration: '0', state: 'failed', error: 'no', start_date: '2026-01-02T03:04:05.900Z', end_date: '2026-01-02T03:04:06.000Z' },
      { node_id: 'x', iteration: '1', state: 'skipped' },
    ],
  }, new Map([[' ask', 'small']])) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  const { spans } = trace.resourceSpans[0]!.scopeSpans[0]!;
  const [root, ask, failed] = spans;
  const values = ({ attributes }: Span) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]));

  it('has a span for the run and one for each node that ran, with ids of OTLP', () => {
    expect(spans.map(({ name }) => name)).toEqual(['workflow Greeting', 'chat small', 'x']);
    for (const { traceId, spanId } of spans) expect([traceId, spanId].join(' ')).toMatch(/^[0-9a-f]{32} [0-9a-f]{16}$/);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(3);
    expect([root!.parentSpanId, ask!.parentSpanId]).toEqual([undefined, root!.spanId]);
    expect(root!.startTimeUnixNano).toBe('1767323045678000000');
  });

  it('says of models what the conventions for generative AI ask for, and no values', () => {
    expect(values(ask!)).toMatchObject({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'small', 'gen_ai.usage.input_tokens': '7', 'gen_ai.usage.output_tokens': '3' });
    expect(ask!.kind).toBe(3);
    expect([root!.status.code, ask!.status.code, failed!.status.code]).toEqual([2, 1, 2]);
    expect(JSON.stringify(trace)).not.toContain('private');
  });
});
