import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../electron/platform/dags/definition.ts';
import { graphOf, reachedFrom } from '../../../../electron/platform/dags/graph.ts';
import { retryDelay } from '../../../../electron/platform/dags/retry-delay.ts';
import { groupsOf } from '../../../../electron/platform/dags/task-groups.ts';
import { tasksOf } from '../../../../electron/platform/dags/task-definition.ts';
import { weightsOf } from '../../../../electron/platform/dags/weights.ts';

const sleep = <M extends Record<string, unknown>>(task_id: string, more: M = {} as M) => ({ task_id, operator: 'sleep', seconds: 1, ...more });
const messages = (tasks: unknown[], more: Record<string, unknown> = {}) => problemsOf({ dag_id: 'd', tasks, ...more }, []).map(({ message }) => message.replace('DAG “d”, task ', ''));

describe('the delay before a retry', () => {
  const backoff = { retry_delay_seconds: 10, retry_exponential_backoff: true, max_retry_delay_seconds: undefined };

  it('stays the same without backoff', () => {
    expect([1, 2, 9].map((tried) => retryDelay({ ...backoff, retry_exponential_backoff: false }, 'k', tried))).toEqual([10, 10, 10]);
  });

  it('doubles with backoff, with an addition of less than as much again that is the same each time', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 8 }), (key, tried) => {
        const delay = retryDelay(backoff, key, tried);
        expect(delay).toBeGreaterThanOrEqual(10 * 2 ** (tried - 1));
        expect(delay).toBeLessThan(10 * 2 ** tried);
        expect(retryDelay(backoff, key, tried)).toBe(delay);
      }),
    );
    expect(new Set(Array.from({ length: 100 }, (_, index) => retryDelay(backoff, `run${index}`, 1))).size).toBeGreaterThan(90);
  });

  it('never passes its limit, nor a day', () => {
    expect(retryDelay({ ...backoff, max_retry_delay_seconds: 15 }, 'k', 5)).toBe(15);
    expect(retryDelay(backoff, 'k', 900)).toBe(24 * 60 * 60);
  });
});

describe('weights', () => {
  it('are the sum of all that a task leads to, or that leads to it, each once', () => {
    const shape = fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 3 }), fc.constantFrom('downstream' as const, 'upstream' as const, 'absolute' as const), fc.integer({ min: -5, max: 9 })), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(shape, (nodes) => {
        const tasks = nodes.map(([before, weight_rule, priority_weight], index) => ({
          task_id: `t${index}`, weight_rule, priority_weight, depends_on: index === 0 ? [] : [...new Set(before.map((one) => `t${one % index}`))],
        }));
        const graph = graphOf(tasks);
        const own = new Map(tasks.map(({ task_id, priority_weight }) => [task_id, priority_weight]));
        const expected = tasks.map(({ task_id, weight_rule }) => {
          const others = weight_rule === 'absolute' ? [] : reachedFrom(weight_rule === 'upstream' ? graph.upstream : graph.downstream, [task_id]);
          return [task_id, [...others].reduce((sum, id) => sum + own.get(id)!, own.get(task_id)!)];
        });
        expect([...weightsOf(graph, tasks)]).toEqual(expected);
      }),
    );
  });

  it('count over more tasks than are looked at in one pass', () => {
    const tasks = Array.from({ length: 3000 }, (_, index) => ({ task_id: `t${index}`, weight_rule: 'downstream' as const, priority_weight: 1, depends_on: index === 0 ? [] : [`t${index - 1}`] }));
    const weights = weightsOf(graphOf(tasks), tasks);
    expect([weights.get('t0'), weights.get('t1500'), weights.get('t2999')]).toEqual([3000, 1500, 1]);
  });
});

describe('task groups', () => {
  const tasks = [
    sleep('a', { task_group: 'g', depends_on: [] }), sleep('b', { task_group: 'g.in', depends_on: ['a'] }), sleep('c', { task_group: 'g.in', depends_on: ['a'] }),
    sleep('d', { task_group: 'g', depends_on: ['g.in'] }), sleep('after', { depends_on: ['g'] }),
  ];

  it('stand for their last tasks as what is waited for, and for their first ones as where to go', () => {
    const groups = groupsOf(tasks);
    expect(groups.ids).toEqual(['g', 'g.in']);
    expect(groups.tasksFor(['g'])).toEqual(['d']);
    expect(groups.tasksFor(['g.in', 'a'])).toEqual(['b', 'c', 'a']);
    expect([groups.rootsOf('g'), groups.rootsOf('g.in'), groups.rootsOf('none')]).toEqual([['a'], ['b', 'c'], undefined]);
    expect(tasksOf({ tasks, default_args: {} }).map(({ depends_on }) => depends_on)).toEqual([[], ['a'], ['a'], ['b', 'c'], ['d']]);
  });
});

describe('definitions of tasks', () => {
  it.each([
    ['a group with the name of a task', [sleep('g'), sleep('b', { task_group: 'g' })], '“g”: task_id “g” is the name of a task group too; give each a name of its own'],
    ['a task that waits for its own group', [sleep('a', { task_group: 'g', depends_on: ['g'] })], '“a”: depends_on.0 names the group “g”, in which the task itself is'],
    ['groups that wait for each other', [sleep('a', { task_group: 'g', depends_on: ['h'] }), sleep('b', { task_group: 'h', depends_on: ['g'] })], '“a”: depends_on makes a cycle: a → b → a'],
    ['an id that is too long', [sleep('x'.repeat(4096))], `“${'x'.repeat(250)}”: task_id must be at most 250 characters long`],
    ['both ways to map', [sleep('a', { expand: { x: [1] }, expand_kwargs: [{ y: 1 }] })], '“a”: expand_kwargs cannot stand beside expand; use one of them'],
    ['a field twice', [sleep('a', { expand: { seconds: [1] } })], '“a”: expand.seconds stands in the task already; leave one of them out'],
    ['what is no list', [sleep('a', { expand: { x: 'text' } })], '“a”: expand.x must be a list, an object, or a template that yields one'],
    ['too many combinations', [sleep('a', { expand: { x: Array.from({ length: 33 }, () => 1), y: Array.from({ length: 32 }, () => 1) } })], '“a”: expand maps to 1056 instances, of which there may be at most 1024'],
    ['a branch that is mapped', [{ task_id: 'a', operator: 'branch', expression: '1', expand: { x: [1] } }], '“a”: expand cannot map a branch'],
    ['a map index where nothing is mapped', [sleep('a', { note: '{{ map.index }}' })], '“a”: note holds {{ map.index }}, which only the fields of a mapped task have'],
    ['a wrong field of what is mapped', [{ task_id: 'a', operator: 'sleep', expand: { seconds: [-1] } }], '“a”: seconds must not be negative'],
    ['no slots', [sleep('a', { pool_slots: 0 })], '“a”: pool_slots must be at least 1'],
    ['a weight rule that there is not', [sleep('a', { weight_rule: 'sideways' })], '“a”: weight_rule “sideways” is not known; it must be one of downstream, upstream, absolute'],
    ['an agent without a question', [{ task_id: 'a', operator: 'agent', agent_id: 'x' }], '“a”: input is required'],
  ])('are refused with %s, in words that name the task and the field', (_, tasks, message) => {
    expect(messages(tasks)[0]).toBe(message);
  });

  it('takes what is mapped over earlier results, with fields of its own', () => {
    expect(messages([sleep('list'), { task_id: 'each', operator: 'http', depends_on: ['list'], url: 'http://t/{{ map.id }}', expand: { id: '{{ tasks.list.result }}' } }, { task_id: 'kw', operator: 'workflow', workflow_id: 'w', depends_on: ['list'], expand_kwargs: '{{ tasks.list.result }}' }])).toEqual([]);
  });

  it('judges fifty thousand tasks that each name the first, and a thousand levels that each name the one before the last', () => {
    const wide = [sleep('t0'), ...Array.from({ length: 49_999 }, (_, index) => sleep(`t${index + 1}`, { depends_on: [`t${index}`], note: '{{ tasks.t0.result }}' }))];
    expect(messages(wide)).toEqual([]);
    const deep = Array.from({ length: 1000 }, (_, index) => sleep(`t${index}`, index < 2 ? { depends_on: index === 0 ? [] : ['t0'] } : { depends_on: [`t${index - 1}`], note: `{{ tasks.t${index - 2}.result }}` }));
    expect(messages(deep)).toEqual([]);
  }, 60_000);
});
