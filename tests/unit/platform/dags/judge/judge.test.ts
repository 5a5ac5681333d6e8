import { afterEach, describe, expect, it } from 'vitest';
import { createJudge, type Judge } from '../../../../../electron/platform/dags/judge/judge.ts';
import { judgeDefinitions, type DefinitionsQuestion } from '../../../../../electron/platform/dags/judge/judgement.ts';

const made: Judge[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((judge) => judge.close()));
});
function judge(limits = { workers: 1, timeout_ms: 60_000, memory_mb: 1024 }): Judge {
  const one = createJudge(limits);
  made.push(one);
  return one;
}

const question = (definitions: readonly Record<string, unknown>[]): DefinitionsQuestion => ({ definitions, places: definitions.map((_, index) => ['dags', index]), pools: ['default_pool'], user_id: 'ada' });
const tasks = (count: number, more: Record<string, unknown> = {}) => Array.from({ length: count }, (_, index) => ({ task_id: `t${index}`, operator: 'sleep', seconds: 0, depends_on: index === 0 ? [] : [`t${index - 1}`], ...more }));
/** Takes longer than the universe is old for a text that nearly fits. */
const endless = '^(a+)+$';
const nearly = `${'a'.repeat(64)}!`;
const withPattern = (value: string) => ({ dag_id: 'd', tasks: tasks(1), params: { p: { value, schema: { type: 'object', properties: { deep: { type: 'string', pattern: endless } } } } } });

describe('the judge of definitions', () => {
  it('judges what is short where it is asked, and what is long in a thread, alike', async () => {
    for (const one of [{ dag_id: 'd', schedule: '@continuous', tasks: tasks(3) }, { dag_id: 'd', tasks: tasks(3, { pool: 'gone' }) }, { dag_id: '', tasks: 'none' }]) {
      const here = judge().definitions(question([one]));
      expect(here).toEqual(judgeDefinitions(question([one])));
    }
    const long = [{ dag_id: 'd', tasks: tasks(1200) }, { dag_id: 'e', tasks: tasks(2, { operator: 'bash' }) }];
    const there = judge().definitions(question(long));
    expect(there).toBeInstanceOf(Promise);
    expect(await there).toEqual(JSON.parse(JSON.stringify(judgeDefinitions(question(long)))));
  });

  it('says of each task how much hangs on it', () => {
    const [one] = judge().definitions(question([{ dag_id: 'd', tasks: tasks(3) }])) as ReturnType<typeof judgeDefinitions>;
    expect(one!.digest!.weights).toEqual([3, 2, 1]);
  });

  it('leaves its thread free while it judges 50,000 tasks of a thousand levels', async () => {
    let turns = 0;
    const clock = setInterval(() => (turns += 1), 1);
    const wide = tasks(50_000);
    for (const [index, task] of wide.entries()) task.depends_on = index < 50 ? [] : [`t${index - 50}`];
    const judged = await judge().definitions(question([{ dag_id: 'd', tasks: wide }]));
    clearInterval(clock);
    expect(judged[0]).toMatchObject({ problems: [], digest: { summary: { max_active_runs: 1 } } });
    expect(turns).toBeGreaterThan(20);
  }, 120_000);
});

describe('a pattern that never comes to an end', () => {
  const strict = { workers: 1, timeout_ms: 300, memory_mb: 256 };

  it('in the schema of a param is given up, in words, and the next definition is judged', async () => {
    const one = judge(strict);
    const bad = { ...withPattern('x'), params: { p: { value: { deep: nearly }, schema: withPattern('x').params.p.schema } } };
    await expect(one.definitions(question([bad]))).rejects.toMatchObject({ code: 'rejected', message: 'The check of the definition took longer than 0.3 s and was stopped.' });
    expect(await one.definitions(question([{ ...bad, params: { p: { value: { deep: 'aaa' }, schema: bad.params.p.schema } } }]))).toMatchObject([{ problems: [] }]);
  }, 60_000);

  it('is given up where the conf of a run is held against it', async () => {
    const one = judge(strict);
    const params = { p: { value: 'a', schema: { type: 'string', pattern: endless } } };
    await expect(one.conf({ params, conf: { p: nearly } })).rejects.toMatchObject({ message: 'The check of the conf took longer than 0.3 s and was stopped.' });
    expect(await one.conf({ params, conf: { p: 'b' } })).toMatchObject([{ path: ['p'], words: expect.stringContaining('does not fit its schema') as string }]);
    expect(await one.conf({ params, conf: { p: 'aa' } })).toEqual([]);
  }, 60_000);
});
