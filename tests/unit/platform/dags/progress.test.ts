import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../../../electron/platform/dags/graph.ts';
import { createProgress, type Decision, type Ended } from '../../../../electron/platform/dags/progress.ts';
import { triggerRules, type TriggerRule } from '../../../../electron/platform/dags/trigger-rules.ts';

const graph = (edges: Record<string, string[]>) => graphOf(Object.entries(edges).map(([task_id, depends_on]) => ({ task_id, depends_on })));
const diamond = graph({ a: [], b: ['a'], c: ['a'], d: ['b', 'c'] });
const sorted = (decisions: readonly Decision[]) => decisions.toSorted(([a], [b]) => a.localeCompare(b));

/** `rule` for the task `t`, which waits for as many others as there are states; what becomes of it once those have ended in this order. */
function afterEnds(rule: TriggerRule, states: readonly Ended[], waitedFor = states.length): (string | undefined)[] {
  const before = Array.from({ length: waitedFor }, (_, index) => `u${index}`);
  const progress = createProgress(graphOf([...before.map((task_id) => ({ task_id, depends_on: [] })), { task_id: 't', depends_on: before }]), { ruleOf: (id) => (id === 't' ? rule : 'always') });
  const first = progress.review().find(([id]) => id === 't')?.[1];
  return [first, ...states.map((state, index) => progress.ended(`u${index}`, state)[0]?.[1])];
}

/**
 * What Airflow's documentation says of each rule, written down once more from the states alone: what a task needs so that
 * it may begin, and what is decided of it when that can no longer come.
 */
const oracle: Record<TriggerRule, (ended: readonly Ended[], open: number) => string | undefined> = {
  all_success: (ended, open) => (has(ended, 'failed', 'upstream_failed') ? 'upstream_failed' : has(ended, 'skipped') ? 'skipped' : open === 0 ? 'scheduled' : undefined),
  all_failed: (ended, open) => (has(ended, 'success', 'skipped') ? 'skipped' : open === 0 ? 'scheduled' : undefined),
  all_done: (_, open) => (open === 0 ? 'scheduled' : undefined),
  all_skipped: (ended, open) => (has(ended, 'success', 'failed', 'upstream_failed') ? 'skipped' : open === 0 ? 'scheduled' : undefined),
  one_failed: (ended, open) => (has(ended, 'failed', 'upstream_failed') ? 'scheduled' : open === 0 ? 'skipped' : undefined),
  one_success: (ended, open) => (has(ended, 'success') ? 'scheduled' : open > 0 ? undefined : has(ended, 'failed', 'upstream_failed') ? 'upstream_failed' : 'skipped'),
  one_done: (ended, open) => (has(ended, 'success', 'failed') ? 'scheduled' : open === 0 ? 'skipped' : undefined),
  none_failed: (ended, open) => (has(ended, 'failed', 'upstream_failed') ? 'upstream_failed' : open === 0 ? 'scheduled' : undefined),
  none_failed_min_one_success: (ended, open) =>
    has(ended, 'failed', 'upstream_failed') ? 'upstream_failed' : open > 0 ? undefined : has(ended, 'success') ? 'scheduled' : 'skipped',
  none_skipped: (ended, open) => (has(ended, 'skipped') ? 'skipped' : open === 0 ? 'scheduled' : undefined),
  always: () => 'scheduled',
};
const has = (ended: readonly Ended[], ...any: Ended[]) => ended.some((state) => any.includes(state));

const anyEnd = fc.constantFrom<Ended>('success', 'failed', 'upstream_failed', 'skipped');
const anyRule = fc.constantFrom(...triggerRules);

describe('trigger rules', () => {
  it('decide as Airflow says, after each end of what is upstream, and once', () => {
    fc.assert(
      fc.property(anyRule, fc.array(anyEnd, { minLength: 1, maxLength: 6 }), fc.nat(2), (rule, states, more) => {
        const got = afterEnds(rule, states, states.length + more);
        const said = [0, ...states.map((_, index) => index + 1)].map((count) => oracle[rule](states.slice(0, count), states.length + more - count));
        const first = (list: readonly (string | undefined)[]) => [list.findIndex((one) => one !== undefined), list.find((one) => one !== undefined)];
        expect(first(got)).toEqual(first(said));
        expect(got.filter((one) => one !== undefined).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(triggerRules)('lets a task with %s begin where nothing is upstream', (rule) => {
    expect(createProgress(graph({ a: [] }), { ruleOf: () => rule }).review()).toEqual([['a', 'scheduled']]);
  });

  it('take every DAG to its end, whatever its shape, its rules and the ends of its tasks, and begin nothing against its rule', () => {
    const anyDag = fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 4 }), fc.constantFrom<Ended>('success', 'failed', 'skipped'), anyRule), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(anyDag, fc.nat(), (shape, seed) => {
        const nodes = shape.map(([before], index) => ({ task_id: `t${index}`, depends_on: index === 0 ? [] : [...new Set(before.map((one) => `t${one % index}`))] }));
        const numberOf = (id: string) => Number(id.slice(1));
        const progress = createProgress(graphOf(nodes), { ruleOf: (id) => shape[numberOf(id)]![2] });
        const states = new Map<string, Ended>();
        const ready: string[] = [];
        const take = (decisions: readonly Decision[]) => {
          for (const [id, state] of decisions) {
            expect(states.has(id) || ready.includes(id)).toBe(false);
            if (state === 'scheduled') ready.push(id);
            else states.set(id, state);
          }
        };
        take(progress.review());
        for (let step = seed; ready.length > 0; step += 7) {
          const [id] = ready.splice(step % ready.length, 1) as [string];
          const { depends_on } = nodes[numberOf(id)]!;
          const ended = depends_on.flatMap((before) => states.get(before) ?? []);
          expect(depends_on.length === 0 ? 'scheduled' : oracle[shape[numberOf(id)]![2]](ended, depends_on.length - ended.length)).toBe('scheduled');
          states.set(id, shape[numberOf(id)]![1]);
          take(progress.ended(id, shape[numberOf(id)]![1]));
        }
        expect(states.size).toBe(nodes.length);
      }),
    );
  });
});

describe('the progress of a graph', () => {
  it.each([['failed', 'upstream_failed'], ['skipped', 'skipped']] as const)('passes %s on as %s, all the way down and at once', (state, follows) => {
    const progress = createProgress(diamond);
    progress.review();
    expect(sorted(progress.ended('a', state))).toEqual([['b', follows], ['c', follows], ['d', follows]]);
  });

  it('counts each instance that a task maps to', () => {
    const progress = createProgress(graph({ a: [], b: ['a'] }));
    progress.review();
    progress.mapTo('a', 3);
    expect(progress.ended('a', 'success')).toEqual([]);
    expect(progress.ended('a', 'success')).toEqual([]);
    expect(progress.ended('a', 'success')).toEqual([['b', 'scheduled']]);
  });

  it('skips what a branch did not choose, and what follows from that', () => {
    const progress = createProgress(graph({ a: [], b: ['a'], c: ['a'], after: ['c'], join: ['b', 'c'] }), { ruleOf: (id) => (id === 'join' ? 'none_failed' : 'all_success') });
    progress.review();
    expect(sorted(progress.skip(['c']))).toEqual([['after', 'skipped'], ['c', 'skipped']]);
    expect(progress.ended('a', 'success')).toEqual([['b', 'scheduled']]);
    expect(progress.ended('b', 'success')).toEqual([['join', 'scheduled']]);
  });

  it('goes as deep as a DAG goes', () => {
    const deep = createProgress(graph(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`t${index}`, index === 0 ? [] : [`t${index - 1}`]]))));
    deep.review();
    expect(deep.ended('t0', 'failed')).toHaveLength(49_999);
  });
});
