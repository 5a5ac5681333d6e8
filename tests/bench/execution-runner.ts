import { join } from 'node:path';
import axios from 'axios';
import { Pool, request } from 'undici';
import type { Core } from '../../electron/platform/core.ts';
import type { Domain } from '../../electron/platform/domain.ts';
import { composerDomain } from '../../electron/platform/composer/index.ts';
import { createDispatch } from '../../electron/platform/dispatch.ts';
import { startPlatform } from '../../electron/platform/start.ts';
import { execute } from '../../electron/execution/execute.ts';
import { servePlatform, type PlatformLine } from './platform-process.ts';
import { cpu, memory } from './processes.ts';
import { range } from './sample.ts';

/** One way to send requests, measured in a process of its own: `execution-runner.ts WAY TARGET FOLDER` says in one line what it found. */

export interface Found {
  /** Milliseconds per request, one after the other, of each batch. */
  readonly sequential: readonly number[];
  /** The same with 50 in flight. */
  readonly parallel: readonly number[];
  /** Milliseconds that were computed per request, one after the other, by the process that sends: unlike the others, no load of the machine makes it much more. */
  readonly cpu: number;
  /** Megabytes that the process holds more after all sequential requests than before the first. */
  readonly grown: number;
}

export const token = 'a token that is sealed in the rows of the platform';
export const sequentialRequests = 2_000;
const warmUp = 200;
const batch = 500;
const inFlight = 50;

interface Way {
  /** Sends one request to a path of the target, and resolves with its answer's status when that is read and parsed. */
  send(path: string): Promise<number>;
  end(): Promise<void>;
  /** The process that sends to the target, where it is another one. */
  readonly pid?: number;
}

const headers = { authorization: `Bearer ${token}` };
const nothing = () => Promise.resolve();

const ways: Readonly<Record<string, (target: string, folder: string) => Promise<Way> | Way>> = {
  undici: (target) => ({
    async send(path) {
      const { statusCode, body } = await request(target + path, { headers });
      await body.json();
      return statusCode;
    },
    end: nothing,
  }),
  axios: (target) => ({
    send: async (path) => (await axios.get(target + path, { headers })).status,
    end: nothing,
  }),
  engine: (target) => ({
    send: async (path) => (await execute({ method: 'GET', url: target + path, auth: { type: 'bearer_token', credentials: { token } } })).status,
    end: nothing,
  }),

  /** The call as the platform's server hands it on: permission, rows, secrets, request, engine, history; without HTTP towards the platform. */
  async platform(target, folder) {
    let made: { readonly core: Core; readonly domain: Domain } | undefined;
    const create = composerDomain.create.bind(composerDomain);
    composerDomain.create = (core) => {
      const domain = create(core);
      made = { core, domain };
      return domain;
    };
    const platform = await startPlatform({ data: join(folder, 'platform') });
    const { core, domain } = made!;
    const dispatch = createDispatch(core, domain.handlers);
    const user = dispatch.identify(platform.token);
    const endpoints = await createEndpoints(platform, target);
    const { tenant_id, environment_id } = platform;
    return {
      async send(path) {
        const input = { tenant_id, environment_id, endpoint_id: endpoints[path] };
        const result = (await dispatch.run('composerExecutions.execute', input, user, new AbortController().signal, { ip: null, user_agent: null })) as { status: number };
        return result.status;
      },
      end: () => platform.close(),
    };
  },

  /** The same as the app asks for it: over HTTP, of a platform in another process. */
  async http(target, folder) {
    const platform = await servePlatform(join(folder, 'platform'));
    const endpoints = await createEndpoints(platform, target);
    const pool = new Pool(platform.url);
    return {
      send: async (path) => (await call<{ status: number }>(pool, platform, 'api-router-execute', { endpoint_id: endpoints[path] })).status,
      async end() {
        await pool.close();
        await platform.end();
      },
      pid: platform.pid,
    };
  },
};

const paths = ['/one', '/many'];

/** An API with a bearer token, and an endpoint for each path; their ids. */
async function createEndpoints(platform: PlatformLine, target: string): Promise<Readonly<Record<string, string>>> {
  const pool = new Pool(platform.url);
  const { id: api_id } = await call<{ id: string }>(pool, platform, 'create-api', { name: 'Target', server_url: target, auth: { type: 'bearer_token', credentials: { token } } });
  const made = await Promise.all(paths.map((path) => call<{ id: string }>(pool, platform, 'create-endpoint', { api_id, method: 'GET', path })));
  await pool.close();
  return Object.fromEntries(made.map(({ id }, at) => [paths[at]!, id]));
}

/** One call of the composer's router; rejects with what it answered instead. */
export async function call<T>(pool: Pool, { token: key, tenant_id, environment_id }: Pick<PlatformLine, 'token' | 'tenant_id' | 'environment_id'>, method_name: string, data: object): Promise<T> {
  const { statusCode, body } = await pool.request({
    path: '/api/router/control_api_server/apiRouterV2', method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ method_name, data: { tenant_id, environment_id, ...data } }),
  });
  const answer = (await body.json()) as { data: T };
  if (statusCode >= 300) throw new Error(`${method_name} answered ${statusCode}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Milliseconds per request. */
async function timed(count: number, atOnce: number, send: () => Promise<number>): Promise<number> {
  let left = count;
  const start = performance.now();
  await Promise.all(range(atOnce).map(async () => {
    while (left-- > 0) {
      const status = await send();
      if (status !== 200) throw new Error(`The target answered ${status}`);
    }
  }));
  return (performance.now() - start) / count;
}

async function measure(way: Way): Promise<Found> {
  const [sequential, parallel]: [number[], number[]] = [[], []];
  const sender = [way.pid ?? process.pid];
  const before = memory(sender);
  await timed(warmUp, 1, () => way.send('/one'));
  const begun = cpu(sender);
  while (sequential.length < sequentialRequests / batch) sequential.push(await timed(batch, 1, () => way.send('/one')));
  const computed = ((cpu(sender) - begun) * 1000) / sequentialRequests;
  const grown = memory(sender) - before;
  await timed(warmUp, inFlight, () => way.send('/many'));
  while (parallel.length < 2) parallel.push(await timed(2 * batch, inFlight, () => way.send('/many')));
  return { sequential, parallel, cpu: computed, grown };
}

if (import.meta.main) {
  const [name = '', target = '', folder = ''] = process.argv.slice(2);
  const way = await ways[name]!(target, folder);
  const found = await measure(way);
  await way.end();
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
