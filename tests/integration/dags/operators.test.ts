import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { dataFolder, endAll, ended, instances, startProcess } from './platform-process.ts';
import { startTarget } from './target.ts';

afterEach(endAll);

/** A server with the interface of OpenAI's chat completions, which says back what it was asked. */
async function startLlm() {
  const asked: { authorization: string | undefined; body: { model: string; messages: { role: string; content: string }[] } }[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const body = JSON.parse(text) as (typeof asked)[number]['body'];
      asked.push({ authorization: request.headers.authorization, body });
      response.writeHead(request.url === '/v1/chat/completions' ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ model: body.model, choices: [{ message: { role: 'assistant', content: `said ${body.messages.at(-1)!.content}` }, finish_reason: 'stop' }], usage: { total_tokens: 3 } }));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

describe('operators', () => {
  it('ask an agent by its LLM, and say what is to be configured where it has none', async () => {
    using folder = dataFolder();
    await using llm = await startLlm();
    const platform = await startProcess(folder.path);
    const make = async (table: string, fields: Record<string, unknown>) => {
      const { status, body } = await platform.request('POST', `/api/saas_db/${table}`, { ...platform.scope, ...fields });
      expect(status).toBe(201);
      return (body as unknown as { insertedId: string }).insertedId;
    };
    const agent_llm_id = await make('agent_llms', { name: 'Own', provider: 'openai_compatible', model: 'small', base_url: llm.url, api_key: 'sk-1' });
    const agent_prompt_id = await make('agent_prompts', { name: 'P', prompt_type: 'system', content: 'You speak {{ tongue }}.' });
    const able = await make('gen_agents', { name: 'Able', agent_llm_id, agent_prompt_id });
    const bare = await make('gen_agents', { name: 'Bare' });
    const agent = (task_id: string, agent_id: string) => ({ task_id, operator: 'agent', agent_id, input: 'hello {{ params.who }}', variables: { tongue: 'Latin' } });
    await platform.dag('addDags', { dags: [{ dag_id: 'd', params: { who: 'Ada' }, tasks: [agent('able', able), agent('bare', bare), agent('gone', 'no-such')] }] });
    await platform.dag('triggerDagRun', { dag_id: 'd' });
    expect(await ended(platform, 'd')).toMatchObject({ state: 'failed' });
    expect(await instances(platform, 'd')).toMatchObject({
      able: { state: 'success', result: { content: 'said hello Ada', model: 'small', finish_reason: 'stop', usage: { total_tokens: 3 } } },
      bare: { state: 'failed', error: 'The agent “Bare” cannot run: it has no LLM, and none is the default. Configure one under Agents, LLMs.' },
      gone: { state: 'failed', error: expect.stringContaining('There is no agent no-such here') as string },
    });
    expect(llm.asked).toEqual([{ authorization: 'Bearer sk-1', body: { model: 'small', messages: [{ role: 'system', content: 'You speak Latin.' }, { role: 'user', content: 'hello Ada' }] } }]);
  });

  it('run a workflow of the composer, search what documents there are, and say what is not there', async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const platform = await startProcess(folder.path);
    const api = await platform.compose<{ id: string }>('create-api', { name: 'T', base_path: '', server_url: target.url });
    const endpoint = await platform.compose<{ id: string }>('create-endpoint', { api_id: api.id, name: 'E', method: 'GET', path: '/items' });
    const workflow = await platform.compose<{ id: string }>('create-workflow', { name: 'W', definition: { nodes: [{ id: 'n', endpoint_id: endpoint.id }], edges: [] } });
    const run = (task_id: string, workflow_id: string) => ({ task_id, operator: 'workflow', workflow_id });
    for (const [name, collection_name] of [['Invoices', 'docs'], ['Invoices of others', 'more']]) await platform.request('POST', '/api/saas_db/vector_docs', { ...platform.scope, name, collection_name, description: 'How an invoice is paid' });
    await platform.dag('addDags', { dags: [{ dag_id: 'd', params: { what: 'paid invoices' }, tasks: [run('known', workflow.id), run('gone', 'no-such'), { task_id: 'find', operator: 'vector_search', collection: 'docs', query: '{{ params.what }}' }] }] });
    await platform.dag('triggerDagRun', { dag_id: 'd' });
    await ended(platform, 'd');
    expect(await instances(platform, 'd')).toMatchObject({
      known: { state: 'success', result: { output: { n: { path: '/items' } } } },
      gone: { state: 'failed', error: 'There is no workflow no-such, neither among the recipes nor in the API composer. Choose another.' },
      find: { state: 'success', result: { total: 1, search_type: 'full_text', results: [{ filename: 'Invoices', collectionName: 'docs', text: expect.stringMatching(/invoice/i) as string }] } },
    });
  });

  it('are cut off within a second where their run is set to failed, over HTTP, and run again where they are cleared', async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const platform = await startProcess(folder.path);
    const desk = async (action: string, input: Record<string, unknown>) => {
      const { status, body } = await platform.request('POST', '/api/router/airflow/proxy', { action, dag_id: 'd', ...input });
      expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
      return body.data as Record<string, unknown>;
    };
    await platform.dag('addDags', { dags: [{ dag_id: 'd', tasks: [{ task_id: 'a', operator: 'http', url: `${target.url}/hold` }, { task_id: 'b', operator: 'sleep', seconds: 0, depends_on: ['a'] }] }] });
    const { dag_run_id } = await platform.dag<{ dag_run_id: string }>('triggerDagRun', { dag_id: 'd' });
    await target.asked('/hold');
    expect(await desk('setDagRunState', { dag_run_id, state: 'failed' })).toMatchObject({ state: 'failed' });
    expect(await instances(platform, 'd')).toMatchObject({ a: { state: 'failed' }, b: { state: 'skipped' } });
    expect(await desk('clearTaskInstances', { task_instances: [{ dag_run_id, task_id: 'a' }], include_downstream: true, dry_run: true })).toMatchObject({ total_entries: 2 });
    await desk('clearTaskInstances', { task_instances: [{ dag_run_id, task_id: 'a' }], include_downstream: true });
    await target.asked('/hold', 2);
    target.release();
    expect(await ended(platform, 'd')).toMatchObject({ state: 'success' });
    expect(await desk('fetchTaskInstanceTries', { dag_run_id, task_id: 'a' })).toMatchObject({ task_instances: [{ try_number: 1, state: 'failed' }, { try_number: 2, state: 'success' }] });
    expect(await desk('fetchGrid', {})).toMatchObject({ columns: [{ dag_run_id, states: ['success', 'success'], tries: [2, 1] }] });
    expect(await desk('fetchPools', {})).toMatchObject({ pools: [{ name: 'default_pool', slots: 128, open_slots: 128 }] });
    await desk('deleteDagRun', { dag_run_id });
    expect(await desk('fetchGrid', {})).toMatchObject({ columns: [], total_entries: 0 });
    const alone = await platform.request('POST', '/api/router/runtime_fabric_grpc_proxy', { operation_type: 'execute_component', client_id: 'c', component: { operator: 'transform', expression: 'params.x * 2' }, params: { x: 21 } });
    expect(alone).toMatchObject({ status: 200, body: { success: true, data: { result: 42 } } });
  });
});
