import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMcpServer, type McpServer } from '../../peers/mcp-server.ts';
import { chain, executionOf, startEngine, type Engine } from './engine-platform.ts';

/** Tools of MCP servers, against the protocol's reference server, and snippets of code. */

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly server_id: string;
  readonly input_schema: { readonly required?: string[] };
}
interface Listed {
  readonly data: Tool[];
  readonly totalCount: number;
}
type Message = { id?: number; method: string; params?: { name?: string } };

/** A server without sessions that answers in JSON, only to who has its token, which its tool tells everybody. */
async function startPlainServer(token: string) {
  const results: Record<string, (message: Message) => unknown> = {
    'initialize': () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'plain', version: '1' } }),
    'tools/list': () => ({ tools: [{ name: 'tell', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: `the token is ${token}` }] }),
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(text) as Message;
      if (message.id === undefined) return response.writeHead(202).end();
      const result = results[message.method];
      const answer = result ? { result: result(message) } : { error: { code: -32601, message: 'Method not found' } };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a tool', { timeout: 120_000 }, () => {
  let engine: Engine;
  let streamable: McpServer;
  let sse: McpServer;
  beforeAll(async () => {
    [engine, streamable, sse] = await Promise.all([startEngine(), startMcpServer('streamableHttp'), startMcpServer('sse')]);
  }, 240_000);
  afterAll(async () => {
    for (const one of [engine, streamable, sse]) await one[Symbol.asyncDispose]();
  });

  const server = (fields: object) => engine.make('mcp_servers', { name: 'Everything', transport: 'streamable_http', ...fields });
  const listed = async (query: object) => (await engine.request('GET', `/api/saas_db/mcp_server/mcp_tool/?${new URLSearchParams({ ...query })}`)) as unknown as Listed;
  /** All tools of a server, once it has answered: a list waits for it a while, and not for as long as a busy machine may take. */
  const toolsOf = async (server_id: string) => {
    await expect.poll(async () => (await listed({ server_id })).totalCount, { timeout: 60_000 }).toBeGreaterThan(0);
    return (await listed({ server_id, limit: '100' })).data;
  };
  const troubleOf = async (id: string) => ((await engine.request('GET', `/api/saas_db/mcp_servers/${id}`)) as unknown as { trouble?: string | null }).trouble;
  const execute = (tool_name: string, args?: unknown) => engine.request<{ output: unknown }>('POST', '/api/router/dp_runtime_agent', { endpoint: 'workflow_execute_tool', data: { tool_name, arguments: args } });

  it('of an MCP server is found by asking the server, and keeps its id [C-026][Q-007][K-001]', async () => {
    const id = await server({ url: streamable.url });
    const all = await toolsOf(id);
    const first = await listed({ server_id: id });
    expect(first.data).toHaveLength(10);
    expect(first.totalCount).toBeGreaterThan(10);
    const second = await listed({ server_id: id, page: '2' });
    expect([...first.data, ...second.data]).toEqual(all);
    const echo = all.find(({ name }) => name === 'echo')!;
    expect(echo).toMatchObject({ server_id: id, input_schema: { required: ['message'] } });
    expect((await listed({ server_id: id, search: 'structured' })).data.map(({ name }) => name)).toContain('get-structured-content');

    await engine.request('PUT', `/api/saas_db/mcp_servers/${id}`, { name: 'Renamed' });
    expect((await toolsOf(id)).find(({ name }) => name === 'echo')!.id).toBe(echo.id);
    await engine.request('DELETE', `/api/saas_db/mcp_servers/${id}`);
    expect((await listed({ server_id: id })).totalCount).toBe(0);
  });

  it.each(['streamable_http', 'sse'])('of an MCP server is called over %s, by workflows and alone, with its failure in its own words [C-102]', async (transport) => {
    const id = await server({ transport, url: transport === 'sse' ? sse.url : streamable.url });
    const tools = await toolsOf(id);
    const idOf = (name: string) => tools.find((tool) => tool.name === name)!.id;
    expect((await execute(idOf('echo'), { message: 'hello' })).data.output).toEqual({ content: [{ type: 'text', text: 'Echo: hello' }] });
    expect((await execute(idOf('get-structured-content'), { location: 'New York' })).data.output).toMatchObject({ structuredContent: { conditions: expect.any(String) as string } });
    expect(await execute(idOf('get-sum'), { a: 1, b: 'x' })).toMatchObject({ status: 400, error: expect.stringMatching(/The MCP tool “get-sum” failed: .*expected number/) as string });
    expect(await execute(idOf('echo'), [1])).toMatchObject({ status: 400, error: expect.stringContaining('an object of named arguments') as string });

    const name = `sum over ${transport}`;
    await engine.make('agent_tools', { name, tool_type: 'mcp', mcp_tool_id: idOf('get-sum') });
    const run = await engine.play(await engine.make('workflow_recipes', { name: 'Sum', ...chain({ id: 'sum', type: 'tool', data: { tool_name: name, arguments: { a: '{{ input.a }}', b: 2 } } }) }), { a: 40 });
    expect(run).toMatchObject({ state: 'success', output: { content: [{ type: 'text', text: expect.stringContaining('42') as string }] } });
    await engine.request('DELETE', `/api/saas_db/mcp_servers/${id}`);
  });

  it('of an MCP server is given up where the run is cancelled', async () => {
    const id = await server({ url: streamable.url });
    const long = (await toolsOf(id)).find(({ name }) => name === 'trigger-long-running-operation')!;
    const workflow_id = await engine.make('workflow_recipes', { name: 'Long', ...chain({ id: 'long', type: 'tool', data: { tool_name: long.id, arguments: { duration: 600, steps: 2 } } }) });
    const { run_id } = await engine.start(workflow_id);
    await expect.poll(async () => executionOf(await engine.get(run_id), 'long')?.state, { timeout: 60_000 }).toBe('running');
    await engine.run('cancel', { run_id });
    expect(await engine.settled(run_id)).toMatchObject({ state: 'cancelled' });
    const limited = await engine.play(await engine.make('workflow_recipes', { name: 'Limited', ...chain({ id: 'long', type: 'tool', data: { tool_name: long.id, arguments: { duration: 600, steps: 2 }, timeout_ms: 1500 } }) }));
    expect(limited).toMatchObject({ state: 'failed', error: expect.stringContaining('its limit of 1500 ms') as string });
    await engine.request('DELETE', `/api/saas_db/mcp_servers/${id}`);
  });

  it('of an MCP server signs in with the server’s token, which nothing that comes back holds [F-20]', async () => {
    const token = 'tell-nobody-of-this-1';
    await using plain = await startPlainServer(token);
    const id = await server({ name: 'Plain', url: plain.url });
    expect((await listed({ server_id: id })).data).toEqual([]);
    await expect.poll(() => troubleOf(id), { timeout: 60_000 }).toBe('The MCP server “Plain” wants a token, or another one. Enter it under Agents, MCP servers.');
    await engine.request('PUT', `/api/saas_db/mcp_servers/${id}`, { auth_token: token });
    expect(await toolsOf(id)).toMatchObject([{ name: 'tell' }]);
    await expect.poll(() => troubleOf(id), { timeout: 60_000 }).toBeNull();
    expect((await execute('tell')).data.output).toEqual({ content: [{ type: 'text', text: 'the token is ***' }] });
    await engine.request('DELETE', `/api/saas_db/mcp_servers/${id}`);
  });

  it('of an MCP server is reached over the networks that the tenant allows alone, and by no program that a row names [F-10]', async () => {
    const { tenant_id } = engine.scope;
    const id = await server({ name: 'Near', url: streamable.url });
    const [echo] = await toolsOf(id);
    await engine.request('PUT', `/api/saas_db/tenants/${tenant_id}`, { reach: { loopback: 'refuse' } });
    const refused = await execute(echo!.id, { message: 'x' });
    await engine.request('PUT', `/api/saas_db/tenants/${tenant_id}`, { reach: {} });
    expect(refused).toMatchObject({ status: 400, error: expect.stringContaining('which this tenant may not call') as string });
    expect((await execute(echo!.id, { message: 'x' })).status).toBe(200);

    await engine.request('PUT', `/api/saas_db/mcp_servers/${id}`, { transport: 'stdio', command: 'touch', args: ['/tmp/never'] });
    expect(await execute(echo!.id, { message: 'x' })).toMatchObject({ status: 400, error: expect.stringContaining('The platform starts no programs that a row names') as string });
    await engine.request('PUT', `/api/saas_db/mcp_servers/${id}`, { transport: 'streamable_http', url: 'http://127.0.0.1:9/mcp' });
    expect(await execute(echo!.id, {})).toMatchObject({ error: expect.stringContaining('Nothing listens at http://127.0.0.1:9') as string });
    await engine.request('PUT', `/api/saas_db/mcp_servers/${id}`, { is_active: false });
    expect(await execute(echo!.id, {})).toMatchObject({ error: expect.stringContaining('is not active') as string });
  });

  it('of code runs its main(input) in a sandbox, in JavaScript alone', async () => {
    const make = async (name: string, language: string, code: string) => {
      const code_snippet_id = await engine.make('code_snippets', { snippet_name: name, language, code });
      await engine.make('agent_tools', { name, tool_type: 'code', code_snippet_id });
      return name;
    };
    const double = await make('double', 'javascript', 'const main = async ({ n }) => ({ n: n * 2, outside: typeof process + typeof require + typeof fetch });');
    expect((await execute(double, { n: 21 })).data.output).toEqual({ n: 42, outside: 'undefinedundefinedundefined' });
    const run = await engine.play(await engine.make('workflow_recipes', { name: 'Code', ...chain({ id: 'double', type: 'tool', data: { tool_name: double } }) }), { n: 4 });
    expect(run).toMatchObject({ state: 'success', output: { n: 8 } });
    const broken = await make('broken', 'javascript', 'function main(input) {\n  return input.gone.name;\n}');
    expect(await execute(broken, {})).toMatchObject({ status: 400, error: expect.stringMatching(/^The code snippet failed: TypeError: .*\(line 2\)\.$/) as string });
    expect(await execute(await make('snake', 'python', 'print(1)'), {})).toMatchObject({ error: expect.stringContaining('“snake” is in python') as string });
  });
});
