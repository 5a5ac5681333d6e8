import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wrap } from '../../../shared/contract/answer.ts';
import type { Call, Contract, Stream } from '../../../shared/contract/define.ts';
import { fromWire } from '../../../shared/contract/request.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Client } from '../domain.ts';
import { drain, failureOf, sendEvents, sendJson, textOf } from './answers.ts';
import { parseBody, parseQuery, readBody, type Fields } from './body.ts';
import { bearerToken, guardOrigin } from './guard.ts';
import { readInput } from './input.ts';
import { createRouter, select, type Match, type Route } from './routes.ts';

const megabyte = 1024 * 1024;
const bodyLimit = 8 * megabyte;
/** Documents to import, and recipes, are larger than anything else. */
const importLimit = 64 * megabyte;
/** For requests that are under way when the platform ends; whoever started it waits a little longer than this. */
const patienceMs = 3000;
/** By then whoever locks the store may be done. */
const retryAfterSeconds = 5;
const drainLimit = 256 * megabyte;
const imports = new Set([
  ...['importOpenapi', 'importCollection', 'previewOpenapiSync', 'applyOpenapiSync'].map((method) => `composerApis.${method}`),
  'recipeFiles.import', 'workflowRecipes.create', 'workflowRecipes.update', 'workflowVersions.create',
]);
const isImport = (name: string) => imports.has(name);

export interface Dispatch {
  /** Who the token belongs to. Throws `unauthorized`. */
  identify(token: string | undefined): string;
  /** Answers a call with validated input for this user; a stream's answer is an async iterable. */
  run(name: string, input: Fields, user: string, signal: AbortSignal, client: Client): unknown;
}

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, lets the running requests end for a while, then cuts them off. */
  close(): Promise<void>;
}

/** The contract over HTTP, on loopback only. `port` 0 is any free one. */
export async function serveHttp(contract: Contract, dispatch: Dispatch, port: number, log: (line: string) => void): Promise<HttpServer> {
  const router = createRouter(contract);
  /** Ends streams at once; other requests may finish. */
  const stopping = new AbortController();
  const inFlight = new Set<AbortController>();

  async function answer(request: IncomingMessage, response: ServerResponse, gone: AbortSignal): Promise<void> {
    let errorField: 'error' | 'message' = 'error';
    try {
      guardOrigin(request.headers);
      const user = dispatch.identify(bearerToken(request.headers));
      const url = request.url ?? '/';
      const mark = url.indexOf('?');
      const path = mark < 0 ? url : url.slice(0, mark);
      const query = parseQuery(mark < 0 ? '' : url.slice(mark + 1));
      const match = router.match(request.method ?? 'GET', path);
      errorField = errorFieldOf(match.routes[0]!.call);

      const importing = match.routes.some(({ name }) => isImport(name));
      const bytes = request.method === 'GET' ? Buffer.alloc(0) : await readBody(request, importing ? importLimit : bodyLimit);
      const body = await parseBody(bytes, request.headers['content-type'] ?? '');
      const route = select(match.routes, query, body);
      if (!isImport(route.name) && bytes.length > bodyLimit) throw new AppError('too_large', `The request is larger than the limit of ${bodyLimit / megabyte} MB.`);
      await run(route, match, { query, body, request, response, user, gone });
    } catch (thrown) {
      if (response.headersSent || response.destroyed) return;
      const { status, body } = failureOf(thrown, errorField, log);
      await drain(request, drainLimit);
      if (!request.complete) response.setHeader('connection', 'close');
      if (status === 503) response.setHeader('retry-after', retryAfterSeconds);
      sendJson(response, status, JSON.stringify(body));
    }
  }

  interface Exchange {
    readonly query: Fields;
    readonly body: Fields;
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly user: string;
    readonly gone: AbortSignal;
  }

  async function run(route: Route, match: Match, { query, body, request, response, user, gone }: Exchange): Promise<void> {
    const { name, call } = route;
    if (call.kind === 'call' && call.remoteOnly !== undefined) {
      throw new AppError('not_available', `Not available on the embedded platform yet: ${name}`);
    }
    const wire = { variables: match.variables(route), query, body, headers: request.headers };
    const input = readInput(call, fromWire(call.request!, wire), wire);
    if (call.kind === 'stream') {
      const signal = AbortSignal.any([gone, stopping.signal]);
      return sendEvents(response, dispatch.run(name, input, user, signal, clientOf(request)) as AsyncIterable<unknown>, signal, log);
    }
    const value = await dispatch.run(name, input, user, gone, clientOf(request));
    if (stopping.signal.aborted) response.setHeader('connection', 'close');
    const status = call.answer === 'inserted' ? 201 : 200;
    sendJson(response, status, textOf(value) ?? JSON.stringify(wrap(call.answer, value) ?? null));
  }

  const server = createServer((request, response) => {
    const gone = new AbortController();
    inFlight.add(gone);
    response.once('close', () => {
      inFlight.delete(gone);
      if (!response.writableFinished) gone.abort();
      if (stopping.signal.aborted) server.closeIdleConnections();
    });
    void answer(request, response, gone.signal);
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE';
      reject(taken ? new AppError('conflict', `Port ${port} is taken by another program. Choose another, or 0 for any free one.`, { cause }) : cause);
    });
    server.listen(port, '127.0.0.1', () => {
      server.removeAllListeners('error');
      resolve();
    });
  });

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      stopping.abort();
      const tooLate = setTimeout(() => {
        for (const gone of inFlight) gone.abort(new AppError('cancelled', 'The platform ends'));
        server.closeAllConnections();
      }, patienceMs);
      await closed;
      clearTimeout(tooLate);
    },
  };
}

const clientOf = ({ socket, headers }: IncomingMessage): Client => ({ ip: socket.remoteAddress ?? null, user_agent: headers['user-agent'] ?? null });

const errorFieldOf = (call: Call | Stream): 'error' | 'message' => (call.kind === 'call' ? (call.errorFields?.[0] ?? 'error') : 'error');
