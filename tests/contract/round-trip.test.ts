import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Call } from '../../shared/contract/define.ts';
import { fromWire, pathVariables, toWire, type WireRequest } from '../../shared/contract/request.ts';
import { parseInput } from '../../shared/rpc.ts';
import { platformCalls } from './checklist.ts';
import { id, valueOf } from './generated.ts';

/** What arrives on the other side: variables are decoded, a query is text, a body has been JSON. */
function arrived(call: Call, wire: WireRequest) {
  const names = pathVariables(call.request.path);
  const pattern = new RegExp(`^${call.request.path.replace(/\{\w+\}/g, '([^/]+)')}$`);
  const values = pattern.exec(wire.path)!.slice(1).map(decodeURIComponent);
  return {
    variables: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    query: wire.query,
    body: wire.body && (JSON.parse(JSON.stringify(wire.body)) as unknown),
    headers: Object.fromEntries(Object.entries(wire.headers).map(([name, value]) => [name.toLowerCase(), value])),
  };
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
/** A query has no word for null. */
const withoutNulls = (value: object) => Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));

describe('a request says what its input said', () => {
  it.each(platformCalls)('%s', (_name, call) => {
    const { shape } = call.input as z.ZodObject;
    const ids = new Set(['tenant_id', 'environment_id', ...pathVariables(call.request.path)]);
    const inputs = fc.record(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, ids.has(name) ? id : valueOf(schema)])));
    const inQuery = call.request.method === 'GET' || call.request.method === 'DELETE';

    fc.assert(
      fc.property(inputs, (given) => {
        const input = parseInput(call, given);
        const received = parseInput(call, fromWire(call.request, arrived(call, toWire(call.request, input))));
        const [sent, got] = [plain(input) as object, plain(received) as object];
        expect(inQuery ? withoutNulls(got) : got).toEqual(inQuery ? withoutNulls(sent) : sent);
      }),
      { numRuns: 20 },
    );
  });
});
