import { z } from 'zod';
import { group, local, stream, type Contract } from '../../../shared/contract/define.ts';
import { serve, type Transport } from '../../../shared/rpc.ts';

/** A contract of three calls, and what answers them: enough to see a bridge work. */
export const sample = {
  sample: group({
    echo: local({ input: z.object({ text: z.string() }), output: z.object({ text: z.string() }), fallback: 'Failed to echo' }),
    wait: local({ input: z.object({}), output: z.object({}), fallback: 'Failed to wait' }),
    count: stream({ input: { to: z.number() }, event: z.number(), fallback: 'Failed to count' }),
  }),
} satisfies Contract;

/** `aborted` counts the calls and subscriptions that were given up. */
export function sampleTransport(): Transport & { readonly seen: { calls: number; aborted: number } } {
  const seen = { calls: 0, aborted: 0 };
  const transport = serve(sample, {
    async call(_call, input, { name, signal }) {
      seen.calls++;
      if (name === 'sample.echo') return { data: { text: input['text'] }, meta: { source: 'platform' } };
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          seen.aborted++;
          reject(new DOMException('Aborted', 'AbortError'));
        });
      });
      return { data: {}, meta: { source: 'platform' } };
    },
    async *subscribe(_stream, input, { signal }) {
      for (let n = 1; n <= Number(input['to']); n++) yield n;
      if (Number(input['to']) > 0) return;
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          seen.aborted++;
          resolve();
        });
      });
    },
  });
  return { ...transport, seen };
}
