import type { Client, Transport } from '@modelcontextprotocol/client';
import { AppError } from '../../../shared/errors.ts';
import { fetchUnder } from '../../execution/fetch.ts';
import { maskOf } from '../../execution/mask.ts';
import { clearRowsOf } from '../clear-rows.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { fetchOptions } from '../fetch-options.ts';
import type { Row } from '../rows.ts';

/** Sessions with MCP servers, each of its own for whoever asks, so that no two of them share what a server remembers. */

export interface Session {
  readonly client: Client;
  /** The value without the server's token, which servers may echo. */
  readonly mask: <T>(value: T) => T;
}

/** Milliseconds for what is said around the work itself: the handshake, and the end of the session. */
const patience = 30_000;

/** Throws `invalid_input` and `not_available` in words that tell what to configure, and what the server or the way to it said. */
export async function withServer<T>(core: Core, server_id: string, caller: Caller, signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
  const row = serverRow(core, server_id, caller);
  const name = String(row['name']);
  const token = typeof row['auth_token'] === 'string' && row['auth_token'] !== '' ? row['auth_token'] : undefined;
  const hide = maskOf(token === undefined ? [] : [token]);
  const { Client: McpClient, StreamableHTTPClientTransport, SSEClientTransport } = await import('@modelcontextprotocol/client');
  const options = {
    fetch: fetchUnder(fetchOptions(core, caller, core.kinds.of('mcpServers').placeOf(server_id)!.environment_id).policy ?? {}),
    ...(token === undefined ? {} : { authProvider: { token: () => Promise.resolve(token) } }),
  };
  const url = addressOf(row);
  const streamable = row['transport'] === 'sse' ? undefined : new StreamableHTTPClientTransport(url, options);
  // A schema of the server's is not held against its results here: a pattern in it could hold this thread up for good.
  const client = new McpClient({ name: 'trellis', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' }, jsonSchemaValidator: { getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }) } });
  try {
    signal.throwIfAborted();
    await client.connect((streamable ?? new SSEClientTransport(url, options)) as Transport, { signal, timeout: patience });
    const mask = <V>(value: V): V => (token === undefined ? value : (JSON.parse(hide(JSON.stringify(value))) as V));
    return await work({ client, mask });
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw failureOf(thrown, name, hide);
  } finally {
    // A server that keeps no sessions refuses to end one, which is of no matter.
    await within(streamable?.terminateSession(), signal).catch(() => undefined);
    await client.close();
  }
}

function serverRow(core: Core, id: string, caller: Caller): Readonly<Row> {
  const { clear } = clearRowsOf(core).find('mcpServers', id, caller);
  if (clear['is_active'] === false) throw new AppError('rejected', `The MCP server “${String(clear['name'])}” is not active. Activate it under Agents, MCP servers.`);
  return clear;
}

function addressOf({ name, transport, url }: Readonly<Row>): URL {
  if (transport === 'stdio') {
    throw new AppError('not_available', `The MCP server “${String(name)}” is a program to start (stdio). The platform starts no programs that a row names, since whoever may write the row could run anything on its computer. Run the server with streamable HTTP, and enter its URL.`);
  }
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new AppError('invalid_input', `The MCP server “${String(name)}” has no URL that starts with http:// or https://. Enter it under Agents, MCP servers.`);
  return new URL(url);
}

function failureOf(thrown: unknown, name: string, hide: (text: string) => string): AppError {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) if (error instanceof AppError) return error;
  const { message, code, status } = thrown as Error & { code?: unknown; status?: number };
  const said = hide(message).slice(0, 500);
  if ((thrown as Error).name === 'UnauthorizedError' || status === 401) return new AppError('rejected', `The MCP server “${name}” wants a token, or another one. Enter it under Agents, MCP servers.`);
  if (code === 'REQUEST_TIMEOUT') return new AppError('timeout', `The MCP server “${name}” did not answer in time. Try again, or look at the server.`);
  return new AppError('rejected', `The MCP server “${name}” failed: ${said.replace(/\.?$/, '.')} Check its URL and transport, or look at the server.`, { cause: thrown });
}

/** As long as the session's end may take; whoever gave up does not wait for it. */
function within(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (!work) return Promise.resolve();
  return Promise.race([work, new Promise<void>((resolve) => {
    const done = AbortSignal.any([signal, AbortSignal.timeout(2000)]);
    if (done.aborted) resolve();
    else done.addEventListener('abort', () => resolve(), { once: true });
  })]);
}
