import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chain, startEngine, type Engine } from './engine-platform.ts';
import { startModelServer, type ModelServer } from './model-server.ts';

interface Generated {
  readonly name: string | null;
  readonly nodes: { readonly id: string }[];
  readonly problems: { readonly severity: string; readonly message: string }[];
}

/** A recipe that a model makes of a description: what the user gets, whatever the model says. */
describe('a workflow that a model is asked for [C-103]', () => {
  let engine: Engine;
  let model: ModelServer;
  let agent_llm_id: string;
  beforeAll(async () => {
    [engine, model] = await Promise.all([startEngine(), startModelServer()]);
    agent_llm_id = await engine.make('agent_llms', { name: 'Maker', provider: 'openai_compatible', model: 'small', base_url: model.url, api_key: 'sk-of-the-maker' });
  });
  beforeEach(() => void model.asked.splice(0));
  afterAll(async () => {
    for (const one of [engine, model]) await one[Symbol.asyncDispose]();
  });

  const generate = (prompt = 'Add one') => engine.request<Generated>('POST', '/api/router/dp_runtime_agent', { endpoint: 'workflow_generate', data: { prompt, agent_llm_id } });
  const good = JSON.stringify({ name: 'Plus', ...chain({ id: 'plus', type: 'transform', data: { expression: 'n + 1' } }) });
  const loose = JSON.stringify({ name: 'Loose', nodes: [{ id: 'start', type: 'start' }], edges: [{ id: 'e', source: 'start', target: 'lost' }] });

  it('is given as it is made where nothing is wrong with it, and runs', async () => {
    model.say(good);
    const { data } = await generate();
    expect(data).toMatchObject({ name: 'Plus', problems: [] });
    expect(model.asked).toHaveLength(1);
    expect(model.asked[0]).toMatchObject({ response_format: { type: 'json_object' }, messages: [{ role: 'system', content: expect.stringContaining('- loop: ') as string }, { role: 'user', content: 'Add one' }] });
    const run = await engine.play(await engine.make('workflow_recipes', { ...data }), { n: 1 });
    expect(run).toMatchObject({ state: 'success', output: 2 });
  });

  it.each([['a block of Markdown', `Of course:\n\`\`\`json\n${good}\n\`\`\`\nAnything else?`], ['words around it', `Of course: ${good} Anything else?`]])('is found in %s', async (_, said) => {
    model.say(said);
    expect((await generate()).data).toMatchObject({ name: 'Plus', problems: [] });
    expect(model.asked).toHaveLength(1);
  });

  it('is sent back once where it cannot run, with what is wrong, and given with its problems where that does not help', async () => {
    model.say(loose, good);
    expect((await generate()).data).toMatchObject({ name: 'Plus', problems: [] });
    expect(model.asked[1]!.messages.at(-1)!.content).toContain('there is no node “lost”');
    model.say(loose);
    const { status, data } = await generate();
    expect([status, data.name, data.nodes.length]).toEqual([200, 'Loose', 1]);
    expect(data.problems).toContainEqual(expect.objectContaining({ severity: 'error', message: expect.stringContaining('lost') as string }));
    model.say(loose, 'I cannot do better.');
    expect((await generate()).data).toMatchObject({ name: 'Loose' });
  });

  it.each([['text', 'I would rather write a poem.'], ['nothing', ''], ['other JSON', '{"answer": 42}'], ['a list', '[1, 2]'], ['nodes that are none', '{"nodes": "many"}']])('is none where the model answers with %s twice, which is said', async (_, said) => {
    model.say(said);
    expect(await generate()).toMatchObject({ status: expect.any(Number) as number, error: 'The model made no workflow of the description. Describe it in other words, or choose another model.' });
    expect(model.asked).toHaveLength(2);
  });

  it('keeps odd parts as problems, and not as a fault of the platform', async () => {
    model.say('{"nodes": [1, null, {"id": 5}, {"id": "start", "type": "start"}], "edges": ["x", {"source": "start"}]}');
    const { status, data } = await generate();
    expect(status).toBe(200);
    expect(data.problems.length).toBeGreaterThan(0);
  });

  it('is none where the model refuses, in its words and without the key', async () => {
    model.say(500);
    const { error } = await generate();
    expect(error).toContain('answered 500: refused');
    expect(error).not.toContain('sk-of-the-maker');
    expect(await engine.request('POST', '/api/router/dp_runtime_agent', { endpoint: 'workflow_generate', data: {} })).toMatchObject({ status: 400, error: 'Say what the workflow is to do: {"prompt": "…"}.' });
  });
});
