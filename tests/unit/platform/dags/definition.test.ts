import { describe, expect, it } from 'vitest';
import { problemsOf, readDag } from '../../../../electron/platform/dags/definition.ts';
import { tasksOf } from '../../../../electron/platform/dags/task-definition.ts';

const sleep = (task_id: string, depends_on: string[] = [], more: Record<string, unknown> = {}) => ({ task_id, operator: 'sleep', seconds: 1, depends_on, ...more });
const dag = (tasks: unknown, more: Record<string, unknown> = {}) => ({ dag_id: 'daily', tasks, ...more });
const messages = (raw: Record<string, unknown>) => problemsOf(raw, ['dags', 0]).map(({ message }) => message);

describe('definitions of DAGs', () => {
  it('takes every operator that runs here, and templates in the place of any value', () => {
    const tasks = [
      { task_id: 'get', operator: 'http', url: 'https://example.com/{{ params.path }}', headers: { a: 'b' }, expect_status: [200, '3xx'] },
      { task_id: 'call', operator: 'endpoint', endpoint_id: '{{ params.endpoint }}', path_variables: { id: 1 } },
      { task_id: 'shape', operator: 'transform', depends_on: ['get', 'call'], expression: '{"ids": tasks.get.result.data.id}' },
      { task_id: 'wait', operator: 'sleep', depends_on: ['shape'], seconds: '{{ tasks.get.result.data.pause }}' },
    ];
    expect(messages(dag(tasks, { schedule: '@daily', params: { path: 'x', endpoint: 'e' }, tags: ['a'], start_date: '2024-01-01', description: null }))).toEqual([]);
  });

  it.each([
    ['no id', { tasks: [sleep('a')] }, 'DAG number 1: dag_id is required'],
    ['an id with a space', { dag_id: 'a b', tasks: [sleep('a')] }, 'DAG “a b”: dag_id may hold only'],
    ['no tasks', dag(undefined), 'DAG “daily”: tasks is required'],
    ['an empty list of tasks', dag([]), 'DAG “daily”: tasks must hold at least one task'],
    ['a task that is none', dag([null]), 'DAG “daily”, task number 1: must be an object'],
    ['a task without an id', dag([{ operator: 'sleep', seconds: 1 }]), 'DAG “daily”, task number 1: task_id is required'],
    ['two tasks of one id', dag([sleep('a'), sleep('a')]), 'DAG “daily”, task “a”: task_id “a” is used twice'],
    ['an unknown dependency', dag([sleep('a'), sleep('b', ['a', 'z'])]), 'DAG “daily”, task “b”: depends_on.1 names “z”, which is no task of this DAG'],
    ['a task that waits for itself', dag([sleep('a', ['a'])]), 'DAG “daily”, task “a”: depends_on.0 names the task itself'],
    ['a cycle', dag([sleep('a', ['c']), sleep('b', ['a']), sleep('c', ['b'])]), 'DAG “daily”, task “a”: depends_on makes a cycle: a → b → c → a'],
    ['an unknown operator', dag([{ task_id: 'a', operator: 'bash' }]), 'DAG “daily”, task “a”: operator “bash” is not known; it must be one of http, endpoint, workflow, agent, vector_search, transform, branch, sleep'],
    ['no operator', dag([{ task_id: 'a' }]), 'DAG “daily”, task “a”: operator is required'],
    ['an operator by the name of a built-in', dag([{ task_id: 'a', operator: 'constructor' }]), 'DAG “daily”, task “a”: operator “constructor” is not known'],
    ['http without an address', dag([{ task_id: 'a', operator: 'http' }]), 'DAG “daily”, task “a”: url is required'],
    ['http to a file', dag([{ task_id: 'a', operator: 'http', url: 'file:///etc/passwd' }]), 'DAG “daily”, task “a”: url must start with http:// or https://'],
    ['an odd status', dag([{ task_id: 'a', operator: 'http', url: 'http://x', expect_status: 7 }]), 'DAG “daily”, task “a”: expect_status must be a status'],
    ['endpoint without its id', dag([{ task_id: 'a', operator: 'endpoint' }]), 'DAG “daily”, task “a”: endpoint_id is required'],
    ['transform without expression', dag([{ task_id: 'a', operator: 'transform' }]), 'DAG “daily”, task “a”: expression is required'],
    ['an expression that is none', dag([{ task_id: 'a', operator: 'transform', expression: '(' }]), 'DAG “daily”, task “a”: expression is not valid JSONata'],
    ['a pause before now', dag([sleep('a', [], { seconds: -1 })]), 'DAG “daily”, task “a”: seconds must not be negative'],
    ['a pause without length', dag([{ task_id: 'a', operator: 'sleep' }]), 'DAG “daily”, task “a”: seconds is required'],
    ['retries that are no number', dag([sleep('a', [], { retries: '3' })]), 'DAG “daily”, task “a”: retries must be a whole number'],
    ['a time limit of nothing', dag([sleep('a', [], { execution_timeout_seconds: 0 })]), 'DAG “daily”, task “a”: execution_timeout_seconds must be more than 0'],
    ['an odd default', dag([sleep('a')], { default_args: { retries: -1 } }), 'DAG “daily”: default_args.retries must not be negative'],
    ['a bad cron expression', dag([sleep('a')], { schedule: '61 * * * *' }), 'DAG “daily”: schedule “61 * * * *” is not a cron expression'],
    ['no runs at all', dag([sleep('a')], { max_active_runs: 0 }), 'DAG “daily”: max_active_runs must be at least 1'],
    ['a start that is no date', dag([sleep('a')], { start_date: 'soon' }), 'DAG “daily”: start_date must be an ISO 8601 date'],
    ['params that are no object', dag([sleep('a')], { params: [] }), 'DAG “daily”: params must be an object'],
  ])('refuses %s, and names the task and the field', (_, raw, message) => {
    expect(messages(raw)[0]).toContain(message);
  });

  it('says which trigger rules there are', () => {
    expect(messages(dag([sleep('a', [], { trigger_rule: 'all_done' })]))).toEqual([]);
    expect(messages(dag([sleep('a', [], { trigger_rule: 'some' })]))[0]).toMatch(/task “a”: trigger_rule “some” is not known; it must be one of all_success, all_failed, .* always$/);
  });

  it.each([
    ['{{ tasks.zz.result }}', 'names “zz”, which is no task of this DAG'],
    ['{{ tasks.b.result }}', 'needs the result of “b”, which is not upstream of it; add it to depends_on'],
    ['{{ tasks.a.state }}', 'only its result can be used'],
    ['{{ params }}', 'names nothing of params'],
    ['{{ params..x }}', 'is not a path'],
    ['{{ run.secret }}', 'a run has only'],
  ])('refuses the template %s', (template, words) => {
    const [message] = messages(dag([sleep('a'), sleep('b'), { task_id: 'c', operator: 'http', url: 'http://x', depends_on: ['a'], headers: { x: template } }]));
    expect(message).toContain('DAG “daily”, task “c”: headers.x');
    expect(message).toContain(words);
  });

  it('reads JSONata and other text in braces as they are', () => {
    expect(messages(dag([{ task_id: 'a', operator: 'transform', expression: '{"x": {"y": params.z}}' }, { task_id: 'b', operator: 'http', url: 'http://x', body: 'Dear {{name}}' }]))).toEqual([]);
  });

  it('says at which place of the input a problem is', () => {
    expect(problemsOf(dag([sleep('a'), sleep('b', ['z'])]), ['dags', 4])[0]!.path).toEqual(['dags', 4, 'tasks', 1, 'depends_on', 0]);
  });

  it('applies what a DAG says of all its tasks, unless a task knows better', () => {
    const defaults = { retries: 2, retry_delay_seconds: 9, execution_timeout_seconds: 60 };
    const [a, b] = tasksOf(readDag(dag([sleep('a'), sleep('b', ['a', 'a'], { retries: 0, execution_timeout_seconds: 5 })], { default_args: defaults })));
    expect(a).toMatchObject({ retries: 2, retry_delay_seconds: 9, execution_timeout_seconds: 60 });
    expect(b).toMatchObject({ retries: 0, retry_delay_seconds: 9, execution_timeout_seconds: 5, depends_on: ['a'] });
  });

  it('judges a definition with very many tasks, and does not drown in its own complaints', () => {
    const tasks = Array.from({ length: 5000 }, (_, index) => ({ ...sleep(`t${index}`, index === 0 ? [] : [`t${index - 1}`]), seconds: -1 }));
    expect(messages(dag(tasks))).toHaveLength(100);
  });
});

describe('what a definition says of the DAG itself', () => {
  it('is taken in Airflow’s terms', () => {
    const more = {
      schedule: { hours: 6 }, timezone: 'America/New_York', start_date: '2024-01-01', end_date: '2025-01-01T12:00', catchup: true, max_active_runs: 3, max_active_tasks: 4, owner: 'ada', owners: ['ada', 'grace'],
      doc_md: '# About', dagrun_timeout_seconds: 3600, params: { plain: 1, n: { value: 3, schema: { type: 'integer', minimum: 1 }, description: 'how many' } },
    };
    expect(messages(dag([sleep('a')], more))).toEqual([]);
    expect(readDag(dag([sleep('a')]))).toMatchObject({ timezone: 'UTC', catchup: false, max_active_runs: 1, tags: [], params: {} });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ schedule: '61 * * * *' }, 'schedule “61 * * * *” is not a cron expression of five fields'],
    [{ schedule: { hours: 1, eons: 2 } }, 'schedule must be a cron expression, a preset such as @daily, an interval such as PT15M or {"minutes": 15}, or null'],
    [{ schedule: { seconds: 0 } }, 'schedule must be an interval of at least one second'],
    [{ schedule: '@once' }, 'schedule “@once” needs a start_date'],
    [{ timezone: 'Mars/Base' }, 'timezone “Mars/Base” is not a time zone such as Europe/Berlin'],
    [{ timezone: '+02:00' }, 'timezone “+02:00” is not a time zone'],
    [{ start_date: 'soon' }, 'start_date must be an ISO 8601 date'],
    [{ start_date: '2024-02-01', end_date: '2024-01-01' }, 'end_date must not be before start_date'],
    [{ catchup: 'yes' }, 'catchup must be true or false'],
    [{ max_active_tasks: 0 }, 'max_active_tasks must be at least 1'],
    [{ dagrun_timeout_seconds: 0 }, 'dagrun_timeout_seconds must be more than 0'],
    [{ owners: 'ada' }, 'owners must be a list of texts'],
    [{ params: { n: { value: 'x', schema: { type: 'integer' } } } }, 'params.n must be integer, not string'],
    [{ schedule: '@daily', params: { n: { schema: { type: 'integer' } } } }, 'params.n has no value; a DAG with a schedule needs one for each of its params'],
  ])('is refused where it is wrong: %j', (more, message) => {
    expect(messages(dag([sleep('a')], more))[0]).toContain(`DAG “daily”: ${message}`);
  });

  it('is read without what an older version let pass, because it did not know the field', () => {
    const read = readDag(dag([sleep('a')], { timezone: 5, owner: 7, tags: ['x'] }));
    expect(read).toMatchObject({ timezone: 'UTC', tags: ['x'] });
    expect(read).not.toHaveProperty('owner');
  });

  it('is judged with 50,000 tasks on 1,000 levels, and a cycle through all of them is shown in short', () => {
    const wide = 50;
    const tasks = Array.from({ length: 50_000 }, (_, index) => sleep(`t${index}`, index < wide ? [] : [`t${index - wide}`]));
    expect(messages(dag(tasks))).toEqual([]);
    const [first, ...rest] = tasks;
    expect(messages(dag([{ ...first, depends_on: ['t49950'] }, ...rest]))).toEqual([expect.stringMatching(/^DAG “daily”, task “t0”: depends_on makes a cycle: t0 → t50 → .* more … → .* → t0$/)]);
  }, 60_000);
});
