import { join } from 'node:path';
import { Pool } from 'undici';
import * as contract from '../../shared/contract/all.ts';
import type { HttpRequest } from '../../shared/contract/define.ts';
import { toWire } from '../../shared/contract/request.ts';
import { median, report, type Figure } from './figure.ts';
import { serve, servePlatform } from './platform-process.ts';
import { inFolder, range, tool } from './sample.ts';

/** Requests per second of the embedded platform and of the bare server, for a list of 100 rows and for creates. */

const rows = 100;
const rounds = 5;
const roundMs = 600;
const differentCreates = 500;
const goal = 0.5;

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface Server {
  readonly url: string;
  readonly list: Sent;
  /** Written out before they are sent: making them is no work of the server. */
  readonly creates: readonly Sent[];
  readonly fills: readonly Sent[];
}

/** Requests per second over `roundMs`, with as many requests in flight as there are connections. */
async function rate(pool: Pool, connections: number, next: (n: number) => Sent): Promise<number> {
  const start = performance.now();
  let done = 0;
  const work = async () => {
    while (performance.now() - start < roundMs) {
      const { statusCode, body } = await pool.request(next(done++));
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`Status ${statusCode}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return done / ((performance.now() - start) / 1000);
}

const answeredRows = async (pool: Pool, sent: Sent) => ((await (await pool.request(sent)).body.json()) as { data: unknown[] }).data.length;

await inFolder(async (folder) => {
  const platform = await servePlatform(join(folder, 'platform'));
  const floor = await serve('tests/bench/floor-server.ts', join(folder, 'floor.db'), 'FULL');
  const scope = { tenant_id: platform.tenant_id, environment_id: platform.environment_id };
  const wired = (request: HttpRequest, input: Record<string, unknown>): Sent => {
    const { path, query, body, headers, method } = toWire(request, { ...input, ...scope });
    return {
      method: method as Sent['method'], path: `${path}?${new URLSearchParams(query).toString()}`,
      headers: { ...headers, authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}),
    };
  };
  // Lists and creates are of different kinds, so that the list stays as long as it is.
  const prompt = (n: number) => ({ name: `prompt-${n}`, prompt_type: 'user', content: tool(n).description, variables: ['id', 'branch'] });
  const bare = (tenant_id: string, fields: object): Sent =>
    ({ method: 'POST', path: '/rows', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...fields, tenant_id, environment_id: 'environment-1' }) });
  const servers: Record<'ours' | 'floor', Server> = {
    ours: {
      url: platform.url, list: wired(contract.agentTools.calls.list.request, {}),
      creates: range(differentCreates).map((n) => wired(contract.agentPrompts.calls.create.request, prompt(n))),
      fills: range(rows).map((n) => wired(contract.agentTools.calls.create.request, tool(n))),
    },
    floor: {
      url: `http://127.0.0.1:${floor.line}`, list: { method: 'GET', path: '/rows?tenant_id=tools', headers: {} },
      creates: range(differentCreates).map((n) => bare('prompts', prompt(n))), fills: range(rows).map((n) => bare('tools', tool(n))),
    },
  };

  try {
    const figures: Figure[] = [];
    for (const server of Object.values(servers)) {
      const pool = new Pool(server.url, { connections: 1 });
      for (const fill of server.fills) await (await pool.request(fill)).body.dump();
      const found = await answeredRows(pool, server.list);
      if (found !== rows) throw new Error(`The list has ${found} rows, not ${rows}`);
      await pool.close();
    }
    for (const connections of [1, 16]) {
      const pools = { ours: new Pool(servers.ours.url, { connections }), floor: new Pool(servers.floor.url, { connections }) };
      for (const what of ['list', 'create'] as const) {
        const rates = { ours: [] as number[], floor: [] as number[] };
        for (let round = 0; round <= rounds; round++) {
          for (const who of ['ours', 'floor'] as const) {
            const server = servers[who];
            const reached = await rate(pools[who], connections, what === 'list' ? () => server.list : (n) => server.creates[n % differentCreates]!);
            if (round > 0) rates[who].push(reached); // the first round warms up
          }
        }
        const [ours, bareRate] = [median(rates.ours), median(rates.floor)];
        figures.push({
          id: 'SRV', what: `${what === 'list' ? `list of ${rows} rows` : 'create'}, ${connections === 1 ? 'one after the other' : `${connections} connections`}`, unit: 'req/s', ours,
          floor: { name: 'bare node:http + node:sqlite', value: bareRate },
          goal: `at least ${goal} × the bare server; it is ${(ours / bareRate).toFixed(2)} ×`, met: ours >= goal * bareRate,
        });
      }
      await Promise.all([pools.ours.close(), pools.floor.close()]);
    }
    report('Embedded platform: requests per second, synchronous = FULL on both sides', figures);
  } finally {
    await Promise.all([platform.end(), floor.end()]);
  }
});
