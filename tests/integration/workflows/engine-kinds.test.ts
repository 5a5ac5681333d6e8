import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../dags/target.ts';
import { chain, executionOf, graph, startEngine, type Engine } from './engine-platform.ts';
import { startModelServer, type ModelServer } from './model-server.ts';

/** Every kind of node, run for real: over HTTP, against servers of the test's own. */
describe('a workflow', () => {
  let engine: Engine;
  let target: Target;
  let model: ModelServer;
  beforeAll(async () => {
    [engine, target, model] = await Promise.all([startEngine(), startTarget(), startModelServer()]);
  });
  afterAll(async () => {
    for (const one of [engine, target, model]) await one[Symbol.asyncDispose]();
  });

  const play = async ({ nodes, edges }: ReturnType<typeof graph>, data?: unknown, more: object = {}) => {
    const id = await engine.make('workflow_recipes', { name: 'Sums', nodes, edges });
    return engine.play(id, data, more);
  };

  it('hands on what each node comes to, and lets expressions see all that came before [N-042]', async () => {
    const run = await play(chain(
      { id: 'double', type: 'transform', data: { expression: '{"n": n * 2}' } },
      { id: 'both', type: 'transform', data: { expression: '{"first": $nodes.start.n, "last": n, "who": $run.session_id}' } },
    ), { n: 21 }, { session_id: 's1' });
    expect(run).toMatchObject({ state: 'success', output: { first: 21, last: 42, who: 's1' }, version_id: null, graph: { nodes: expect.any(Array) as unknown } });
    expect(run.executions.map(({ node_id, state, seq }) => [node_id, state, seq])).toEqual([['start', 'success', 1], ['double', 'success', 2], ['both', 'success', 3], ['end', 'success', 4]]);
    expect(executionOf(run, 'double')).toMatchObject({ input_preview: '{"n":21}', output_preview: '{"n":42}', is_cut: false, attempts: 1 });
  });

  it('runs the version that is asked for, or the latest, and says which [N-068]', async () => {
    const first = chain({ id: 'v', type: 'transform', data: { expression: '1' } });
    const workflow_id = await engine.make('workflow_recipes', { name: 'Versions', ...first });
    const version = async (expression: string) =>
      (await engine.request<{ version_id: string }>('POST', '/api/workflow/version/create', { workflow_id, ...chain({ id: 'v', type: 'transform', data: { expression } }) })).data.version_id;
    const [one, two] = [await version('"one"'), await version('"two"')];
    expect(await engine.play(workflow_id)).toMatchObject({ output: 'two', version_id: two, version: 2, graph: null });
    expect(await engine.play(workflow_id, null, { version_id: one })).toMatchObject({ output: 'one', version_id: one, version: 1 });
    expect(await engine.play(workflow_id, null, { graph: chain({ id: 'v', type: 'transform', data: { expression: '"unsaved"' } }) })).toMatchObject({ output: 'unsaved', version_id: null });
  });

  it('takes one way of a branch, skips the others, and joins them again', async () => {
    const nodes = [
      { id: 'start', type: 'start' }, { id: 'size', type: 'branch', data: { expression: 'n > 10 ? "big" : n > 5 ? "huge?" : "small"', branches: ['big', 'small'] } },
      { id: 'a', type: 'transform', data: { expression: '{"way": "a"}' } }, { id: 'b', type: 'transform', data: { expression: '{"way": "b"}' } }, { id: 'c', type: 'transform', data: { expression: '{"way": "c"}' } },
      { id: 'after', type: 'transform', data: { expression: '{"deep": way}' } }, { id: 'end', type: 'end' },
    ];
    const id = await engine.recipe(nodes, ['start>size', 'size:big>a', 'size:small>b', 'size:otherwise>c', 'b>after', 'a>end', 'after>end', 'c>end']);
    const big = await engine.play(id, { n: 11 });
    expect(big).toMatchObject({ state: 'success', output: { way: 'a' } });
    expect(['b', 'after', 'c'].map((node) => executionOf(big, node)?.state)).toEqual(['skipped', 'skipped', 'skipped']);
    expect(executionOf(big, 'size')?.handle).toBe('big');
    expect((await engine.play(id, { n: 1 })).output).toEqual({ deep: 'b' });
    expect((await engine.play(id, { n: 7 })).output).toEqual({ way: 'c' });
  });

  it('merges what comes from several nodes', async () => {
    const nodes = [{ id: 'start', type: 'start' }, { id: 'x', type: 'transform', data: { expression: '{"x": 1}' } }, { id: 'y', type: 'transform', data: { expression: '[2]' } }, { id: 'end', type: 'end' }];
    expect((await engine.play(await engine.recipe(nodes, ['start>x', 'start>y', 'x>end', 'y>end']))).output).toEqual({ x: 1, y: [2] });
  });

  it('runs what is behind a loop’s item for each of 1,000 items, so many at once, and goes on with the list', async () => {
    const nodes = [
      { id: 'start', type: 'start' }, { id: 'each', type: 'loop', data: { items: '[1..count]', max_parallel: 20 } },
      { id: 'square', type: 'prompt', data: { template: '{{ item }}/{{ index }}' } }, { id: 'end', type: 'end', data: { expression: '{"count": $count($), "last": $[-1]}' } },
    ];
    const run = await engine.play(await engine.recipe(nodes, ['start>each', 'each:item>square', 'each:done>end']), { count: 1000 });
    expect(run).toMatchObject({ state: 'success', output: { count: 1000, last: '1000/999' } });
    expect(executionOf(run, 'square', '17')?.output_preview).toBe('"18/17"');
  });

  it('runs loops within loops, loops over nothing, and goes on past items that fail where it is to', async () => {
    const nested = [
      { id: 'start', type: 'start' }, { id: 'outer', type: 'loop', data: { items: '[[1, 2], [3]]' } }, { id: 'inner', type: 'loop', data: { items: '$' } },
      { id: 'ten', type: 'transform', data: { expression: '$ * 10' } }, { id: 'end', type: 'end' },
    ];
    const run = await engine.play(await engine.recipe(nested, ['start>outer', 'outer:item>inner', 'inner:item>ten', 'outer:done>end']));
    expect(run).toMatchObject({ state: 'success', output: [[10, 20], [30]] });
    expect(run.executions.filter(({ node_id }) => node_id === 'ten').map(({ iteration }) => iteration).toSorted()).toEqual(['0.0', '0.1', '1.0']);

    const failing = (more: object) => graph(
      [{ id: 'start', type: 'start' }, { id: 'each', type: 'loop', data: { items: '$', ...more } }, { id: 'check', type: 'transform', data: { expression: '$ = 2 ? $error("no two") : $' } }, { id: 'end', type: 'end' }],
      ['start>each', 'each:item>check', 'check>each', 'each:done>end'],
    );
    expect(await play(failing({}), [])).toMatchObject({ state: 'success', output: [] });
    expect(await play(failing({ continue_on_error: true }), [1, 2, 3])).toMatchObject({ state: 'success', output: [1, { error: expect.stringContaining('no two') as string }, 3] });
    expect(await play(failing({}), [1, 2, 3])).toMatchObject({ state: 'failed', failed_node_id: 'check', error: expect.stringContaining('no two') as string });
  });

  it('calls endpoints of composed APIs and addresses, with values filled in as data, and keys kept out of what is stored [F-20]', async () => {
    const api = await engine.compose('create-api', { name: 'Target', server_url: target.url, base_path: '' });
    const endpoint = await engine.compose('create-endpoint', { api_id: api.id, name: 'Items', method: 'GET', path: '/items/{kind}' });
    const auth_config_id = await engine.make('auth_configs', { name: 'Key', auth_type: 'custom', config: { headers: { 'x-key': 'hidden-key-1' } } });
    const run = await play(chain(
      { id: 'items', type: 'endpoint', data: { endpoint_id: endpoint.id, path_variables: { kind: '{{ input.kind }}' } } },
      { id: 'send', type: 'http', data: { method: 'POST', url: `${target.url}/sent`, body: { ids: '{{ input.data.items }}', text: 'kind {{ nodes.start.kind }}' }, auth_config_id } },
    ), { kind: 'red' });
    expect(run.state).toBe('success');
    expect(run.output).toMatchObject({ status: 200, data: { path: '/sent' } });
    expect(target.seen).toContain('GET /items/red');
    expect(JSON.parse(target.bodies[target.seen.indexOf('POST /sent')]!)).toEqual({ ids: [{ id: 3 }, { id: 4 }], text: 'kind red' });
    expect(target.keys[target.seen.indexOf('POST /sent')]).toBe('hidden-key-1');
    expect(JSON.stringify(run)).not.toContain('hidden-key-1');
  });

  it('never evaluates what templates yield [F-15]', async () => {
    const payload = '{{ nodes.start.secret }} {{constructor.constructor("return 1")()}} ${7*7} $eval("1+1")';
    const run = await play(chain(
      { id: 'text', type: 'prompt', data: { template: 'said: {{ input.text }}' } },
      { id: 'again', type: 'prompt', data: { template: '{{ input }}' } },
    ), { text: payload, secret: 'no' });
    expect(run.output).toBe(`said: ${payload}`);
    const missing = await play(chain({ id: 'text', type: 'prompt', data: { template: '{{ input.constructor }}' } }), {});
    expect(missing).toMatchObject({ state: 'failed', error: expect.stringContaining('there is no “constructor”') as string });
  });

  it('says what to configure where a model is asked and there is none', async () => {
    const run = await play(chain({ id: 'ask', type: 'llm', data: { label: 'Writer', prompt: 'Hi' } }));
    expect(run).toMatchObject({ state: 'failed', failed_node_id: 'ask', error: '“Writer” failed: The node “Writer” cannot run: it has no LLM, and none is the default. Configure one under Agents, LLMs.' });
  });

  it('asks models, streams what they say, counts their tokens, and keeps their keys to itself', async () => {
    const agent_llm_id = await engine.make('agent_llms', { name: 'Own', provider: 'openai_compatible', model: 'small', base_url: model.url, api_key: 'sk-very-secret' });
    const kept = await engine.make('agent_prompts', { name: 'Greet', content: 'Greet {{ name }} {{ other }}' });
    model.say('Good morning, Ada');
    const ask = chain({ id: 'greet', type: 'prompt', data: { agent_prompt_id: kept } }, { id: 'ask', type: 'llm', data: { agent_llm_id, system: 'Be {{ nodes.start.mood }}.', temperature: 0 } });
    const workflow_id = await engine.make('workflow_recipes', { name: 'Greeting', ...ask });
    const { run_id } = await engine.start(workflow_id, { data: { name: 'Ada', mood: 'kind' } });
    let streamed = '';
    for await (const event of engine.follow(run_id)) if (event.type === 'token') streamed += event.text;
    const run = await engine.get(run_id);
    expect(run).toMatchObject({ state: 'success', output: { content: 'Good morning, Ada', model: 'small', finish_reason: 'stop' }, tokens: { prompt: 7, completion: 3, total: 10 } });
    expect('Good morning, Ada').toContain(streamed);
    expect(model.asked.at(-1)).toMatchObject({ stream: true, temperature: 0, messages: [{ role: 'system', content: 'Be kind.' }, { role: 'user', content: 'Greet Ada {{ other }}' }] });
    expect(model.keys.at(-1)).toBe('Bearer sk-very-secret');

    model.say('{"sum": 3}');
    expect((await play(chain({ id: 'ask', type: 'llm', data: { agent_llm_id, prompt: 'JSON', response_format: 'json_object' } }))).output).toMatchObject({ json: { sum: 3 } });
    model.say(500);
    const refused = await play(chain({ id: 'ask', type: 'llm', data: { agent_llm_id, prompt: 'x', retries: 1 } }));
    expect(refused).toMatchObject({ state: 'failed', error: expect.stringContaining('answered 500: refused') as string });
    expect(executionOf(refused, 'ask')?.attempts).toBe(2);
    expect(JSON.stringify(refused)).not.toContain('very-secret');
    const otlp = await engine.request<{ text: string }>('GET', `/api/workflow/run/export?run_id=${run_id}&format=otlp`);
    const { resourceSpans } = JSON.parse(otlp.data.text) as { resourceSpans: { scopeSpans: { spans: { traceId: string; spanId: string; parentSpanId?: string; attributes: { key: string; value: object }[] }[] }[] }[] };
    const { spans } = resourceSpans[0]!.scopeSpans[0]!;
    expect(spans.every(({ traceId, spanId }) => /^[0-9a-f]{32}$/.test(traceId) && /^[0-9a-f]{16}$/.test(spanId))).toBe(true);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(5);
    expect(spans.slice(1).every(({ parentSpanId }) => parentSpanId === spans[0]!.spanId)).toBe(true);
    expect(spans.flatMap(({ attributes }) => attributes)).toContainEqual({ key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } });
  });

  it('gives up a model in the midst of what it says, where the run is cancelled', async () => {
    await using slow = await startModelServer();
    slow.say('This will never be said as a whole');
    slow.hang();
    const agent_llm_id = await engine.make('agent_llms', { name: 'Slow', provider: 'openai_compatible', model: 'small', base_url: slow.url });
    const workflow_id = await engine.make('workflow_recipes', { name: 'Slow', ...chain({ id: 'ask', type: 'llm', data: { agent_llm_id, prompt: 'Go' } }) });
    const { run_id } = await engine.start(workflow_id);
    await slow.begun();
    await engine.run('cancel', { run_id });
    expect(executionOf(await engine.get(run_id), 'ask')).toMatchObject({ state: 'cancelled' });
    await slow.gone();
  });

  it('runs workflows within workflows, and says where one runs itself', async () => {
    const inner = await engine.make('workflow_recipes', { name: 'Inner', ...chain({ id: 'plus', type: 'transform', data: { expression: 'n + 1' } }) });
    const middle = await engine.make('workflow_recipes', { name: 'Middle', ...chain({ id: 'inner', type: 'workflow', data: { workflow_id: inner } }, { id: 'pack', type: 'transform', data: { expression: '{"n": $}' } }) });
    const run = await play(chain({ id: 'middle', type: 'workflow', data: { workflow_id: middle, input: { n: '{{ input.start }}' } } }), { start: 4 });
    expect(run).toMatchObject({ state: 'success', output: { n: 5 } });
    const child = await engine.get(executionOf(run, 'middle')!.child_run_id!);
    expect(child).toMatchObject({ state: 'success', parent_run_id: run.run_id, parent_node_id: 'middle' });
    const listed = await engine.request<{ run_id: string }[]>('GET', '/api/workflow/run/list?limit=1000');
    expect(listed.data.map(({ run_id }) => run_id)).toContain(run.run_id);
    expect(listed.data.map(({ run_id }) => run_id)).not.toContain(child.run_id);

    const failing = await engine.make('workflow_recipes', { name: 'Failing', ...chain({ id: 'no', type: 'transform', data: { expression: '$error("no")' } }) });
    const tried = await play(chain({ id: 'sub', type: 'workflow', data: { workflow_id: failing, retries: 1 } }));
    expect(tried).toMatchObject({ state: 'failed', error: expect.stringContaining('no') as string });
    const attempts = await engine.request<{ run_id: string }[]>('GET', `/api/workflow/run/list?parent_run_id=${tried.run_id}`);
    expect(attempts.data.map(({ run_id }) => run_id)).toEqual([executionOf(tried, 'sub')!.child_run_id, expect.any(String)]);

    const own = await engine.make('workflow_recipes', { name: 'Own', ...chain() });
    await engine.request('PUT', `/api/saas_db/workflow_recipes/${own}`, chain({ id: 'self', type: 'workflow', data: { workflow_id: own } }));
    expect(await engine.play(own)).toMatchObject({ state: 'failed', error: expect.stringContaining('more than 20 deep') as string });
  });

  it('runs tools of agents, within workflows and alone [C-102]', async () => {
    const api = await engine.compose('create-api', { name: 'Tools', server_url: target.url, base_path: '' });
    const endpoint = await engine.compose('create-endpoint', { api_id: api.id, name: 'Find', method: 'GET', path: '/find' });
    await engine.make('agent_tools', { name: 'find', tool_type: 'endpoint', config: { endpoint_id: endpoint.id } });
    await engine.make('agent_tools', { name: 'mcp one', tool_type: 'mcp' });
    const run = await play(chain({ id: 'tool', type: 'tool', data: { tool_name: 'find', arguments: { query: { q: '{{ input.q }}' } } } }), { q: 'x y' });
    expect(run.output).toMatchObject({ status: 200, data: { path: '/find?q=x%20y' } });
    const execute = (data: object) => engine.request<{ output: { data: { path: string } } }>('POST', '/api/router/dp_runtime_agent', { endpoint: 'workflow_execute_tool', data });
    expect((await execute({ tool_name: 'find', arguments: { query: { q: '1' } } })).data.output.data.path).toBe('/find?q=1');
    expect(await execute({ tool_name: 'gone' })).toMatchObject({ status: 404, error: expect.stringContaining('There is no tool “gone”') as string });
    expect(await execute({ tool_name: 'mcp one' })).toMatchObject({ status: 400, error: expect.stringContaining('names no MCP tool') as string });
    expect(await execute({})).toMatchObject({ status: 400 });
  });

  it('finds documents by the call that searches them', async () => {
    await engine.make('vector_docs', { name: 'Handbook', collection_name: 'rules', content: 'Travel costs are paid within thirty days' });
    const run = await play(chain({ id: 'find', type: 'vector_search', data: { collection: 'rules', query: '{{ input.ask }} costs', limit: 3 } }), { ask: 'travel' });
    expect(run).toMatchObject({ state: 'success', output: { results: [{ filename: 'Handbook' }] } });
    expect(await play(chain({ id: 'find', type: 'vector_search', data: {} }), '')).toMatchObject({ state: 'failed', error: expect.stringContaining('nothing to look for') as string });
  });

  it('is invoked and answered at once [C-104], makes graphs of descriptions [C-103], and previews single nodes [C-099][E-070]', async () => {
    const router = <T>(endpoint: string, input: object) => engine.request<T>('POST', '/api/router/dp_runtime_agent', { endpoint, ...input });
    const made = chain({ id: 'rows', type: 'transform', data: { expression: '[{"a": n}, {"a": n + 1, "b": 0}]' } }, { id: 'none', type: 'transform', data: { expression: 'nothing' } });
    const workflow_id = await engine.make('workflow_recipes', { name: 'Rows', ...made });
    expect((await router('workflow_invoke', { workflow_id, session_id: 's', user_id: 'u', data: { n: 1 } })).data).toMatchObject({ output: null, version_id: null, state: 'success', run_id: expect.any(String) as string });

    const preview = (input: object) => engine.request('POST', '/api/workflow/node/preview', { workflow_id, client_id: 'c', ...input });
    expect((await preview({ node_id: 'rows', data_json: { n: 3 } })).data).toEqual([{ a: 3 }, { a: 4, b: 0 }]);
    expect((await preview({ node_id: 'rows', data_json: '{"n": 3}', is_columnar: true })).data).toEqual({ a: [3, 4], b: [null, 0] });
    expect((await preview({ node_id: 'rows', data_json: { n: 3 }, task_config: { expression: 'n' } })).data).toBe(3);
    expect(await preview({ node_id: 'none', data_json: {} })).toMatchObject({ error: 'Empty result from component execution' });
    expect(await preview({ node_id: 'gone' })).toMatchObject({ status: 404 });

    expect(await router('workflow_generate', { data: { prompt: 'Add one' } })).toMatchObject({ status: 400, error: expect.stringContaining('Configure one under Agents, LLMs') as string });
    const agent_llm_id = await engine.make('agent_llms', { name: 'Maker', provider: 'openai_compatible', model: 'small', base_url: model.url });
    const good = JSON.stringify({ name: 'Plus', ...chain({ id: 'plus', type: 'transform', data: { expression: 'n + 1' } }) });
    model.say(JSON.stringify({ nodes: [{ id: 'start', type: 'start' }], edges: [{ source: 'start', target: 'lost' }] }), `Here it is:\n\`\`\`json\n${good}\n\`\`\``);
    const generated = await router<{ name: string; nodes: unknown[]; problems: unknown[] }>('workflow_generate', { data: { prompt: 'Add one', agent_llm_id } });
    expect(generated.data).toMatchObject({ name: 'Plus', problems: [] });
    expect(model.asked.at(-1)?.messages.at(-1)?.content).toContain('there is no node “lost”');
  });
});
