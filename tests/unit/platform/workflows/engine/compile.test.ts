import { describe, expect, it } from 'vitest';
import { compile, type Deeds, type ItemState, type Items, type Outcome } from '../../../../../electron/platform/workflows/engine/compile.ts';
import { downstreamOf, planOf, upstreamOf } from '../../../../../electron/platform/workflows/engine/plan.ts';
import { readGraph } from '../../../../../shared/rules/workflow-graph.ts';

const planFrom = (types: Readonly<Record<string, string>>, edges: readonly string[]) =>
  planOf(readGraph(
    Object.entries(types).map(([id, type]) => ({ id, type, data: type === 'loop' ? { max_parallel: 2 } : {} })),
    edges.map((text) => {
      const [from = '', target = ''] = text.split('>');
      // Ids hold what LangGraph takes in no name, so the way is said behind a “/”.
      const [source = '', sourceHandle] = from.split('/');
      return { source, target, sourceHandle };
    }),
  ));

/** Runs it with what each node comes to, “done” unless said otherwise; what was done, in order. */
async function run(plan: ReturnType<typeof planOf>, outcomes: Readonly<Record<string, Outcome | Items>> = {}) {
  const log: string[] = [];
  let [active, most] = [0, 0];
  const deeds: Deeds = {
    async execute(id, iteration, sources) {
      log.push(`${[id, ...iteration].join('.')}${sources.length > 0 ? ` after ${sources.join('+')}` : ''}`);
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setImmediate(resolve));
      active -= 1;
      return outcomes[[id, ...iteration].join('.')] ?? outcomes[id] ?? { state: 'done' };
    },
    skip: (id, iteration) => void log.push(`skip ${[id, ...iteration].join('.')}`),
    async collect(id, _iteration, items: readonly ItemState[]) {
      log.push(`collect ${id} ${items.join(' ')}`);
      return items.includes('held') ? { state: 'held' } : items.includes('failed') ? { state: 'failed' } : { state: 'done', handle: 'done' };
    },
  };
  await compile(plan).run(deeds, new AbortController().signal);
  return { log, most };
}

describe('a compiled plan', () => {
  it('runs each node once, after all that leads to it, whatever ids are made of', async () => {
    const plan = planFrom({ start: 'start', 'a:1|x': 'transform', b: 'transform', c: 'transform', end: 'end' }, ['start>a:1|x', 'a:1|x>b', 'start>c', 'b>end', 'c>end']);
    const { log } = await run(plan);
    expect(log[0]).toBe('start');
    expect(log.slice(1, 3).toSorted()).toEqual(['a:1|x after start', 'c after start']);
    expect(log.slice(3)).toEqual(['b after a:1|x', 'end after b+c']);
  });

  it('skips the ways that are not taken, and joins them again', async () => {
    const plan = planFrom({ start: 'start', if: 'branch', yes: 'transform', no: 'transform', deep: 'transform', end: 'end' }, ['start>if', 'if/true>yes', 'if/false>no', 'no>deep', 'yes>end', 'deep>end']);
    expect((await run(plan, { if: { state: 'done', handle: 'true' } })).log).toEqual(['start', 'if after start', 'yes after if', 'skip no', 'skip deep', 'end after yes']);
    const both = planFrom({ start: 'start', if: 'branch', same: 'transform', end: 'end' }, ['start>if', 'if/true>same', 'if/false>same', 'same>end']);
    expect((await run(both, { if: { state: 'done', handle: 'false' } })).log).toEqual(['start', 'if after start', 'same after if', 'end after same']);
  });

  it('holds what comes behind a node that waits or fails, and runs the rest', async () => {
    const plan = planFrom({ start: 'start', wait: 'approval', after: 'transform', a: 'transform', b: 'transform', end: 'end' }, ['start>wait', 'wait/approved>after', 'after>end', 'start>a', 'a>b', 'b>end']);
    for (const state of ['held', 'failed'] as const) {
      const { log } = await run(plan, { wait: { state } });
      expect(log.map((one) => one.split(' ')[0]!).toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'b', 'start', 'wait']);
    }
  });

  it('runs a loop’s items, so many at once, and what is behind them once', async () => {
    const plan = planFrom({ start: 'start', each: 'loop', x: 'transform', y: 'transform', end: 'end' }, ['start>each', 'each/item>x', 'x>y', 'y>each', 'each/done>end']);
    const { log, most } = await run(plan, { each: { state: 'items', count: 5 }, 'x.3': { state: 'failed' } });
    expect(most).toBe(2);
    expect(log.filter((one) => one.startsWith('x.')).toSorted()).toEqual(['x.0', 'x.1', 'x.2', 'x.3', 'x.4']);
    expect(log.filter((one) => one.startsWith('y.'))).toHaveLength(4);
    expect(log.at(-1)).toBe('collect each done done done failed done');
    const none = await run(plan, { each: { state: 'items', count: 0 } });
    expect(none.log).toEqual(['start', 'each after start', 'collect each ', 'end after each']);
  });

  it('takes each way between a fork and a join at its own pace', async () => {
    const plan = planFrom({ start: 'start', slow: 'http', a: 'transform', b: 'transform', c: 'transform', end: 'end' }, ['start>slow', 'start>a', 'a>b', 'b>c', 'c>end', 'slow>end']);
    const reached = Promise.withResolvers<void>();
    const log: string[] = [];
    const execute: Deeds['execute'] = async (id) => {
      if (id === 'c') reached.resolve();
      if (id === 'slow') await reached.promise;
      log.push(id);
      return { state: 'done' };
    };
    await compile(plan).run({ execute, skip: () => undefined, collect: async () => ({ state: 'done' }) }, new AbortController().signal);
    expect([...log.slice(0, 3), log.at(-1)]).toEqual(['start', 'a', 'b', 'end']);
  });

  it('runs nodes whose ids mean something to JavaScript', async () => {
    const plan = planFrom({ start: 'start', constructor: 'transform', toString: 'branch', hasOwnProperty: 'transform', end: 'end' }, ['start>constructor', 'constructor>toString', 'toString/true>hasOwnProperty', 'toString/false>end', 'hasOwnProperty>end']);
    const { log } = await run(plan, Object.fromEntries(['constructor', 'toString', 'hasOwnProperty'].map((id) => [id, { state: 'done', handle: 'false' }])));
    expect(log).toEqual(['start', 'constructor after start', 'toString after constructor', 'skip hasOwnProperty', 'end after toString']);
  });

  it('leaves out what is not reached, notes and groups', () => {
    expect(planFrom({ start: 'start', end: 'end', alone: 'transform', text: 'note' }, ['start>end', 'text>end']).nodes.map(({ id }) => id)).toEqual(['start', 'end']);
  });
});

describe('what lies around a node', () => {
  const plan = planFrom(
    { start: 'start', a: 'transform', each: 'loop', x: 'transform', y: 'transform', b: 'transform', end: 'end', side: 'transform' },
    ['start>a', 'a>each', 'each/item>x', 'x>y', 'each/done>b', 'b>end', 'start>side'],
  );
  it('is upstream across loops', () => {
    expect([...upstreamOf(plan, 'y')].toSorted()).toEqual(['a', 'start', 'x']);
    expect([...upstreamOf(plan, 'b')].toSorted()).toEqual(['a', 'each', 'start']);
  });
  it('is downstream with the loops around it, whose other nodes stay as they are', () => {
    expect([...downstreamOf(plan, 'y').behind].toSorted()).toEqual(['b', 'end']);
    expect([...downstreamOf(plan, 'y').loops]).toEqual(['each']);
    expect([...downstreamOf(plan, 'a').behind].toSorted()).toEqual(['b', 'each', 'end', 'x', 'y']);
  });
});
