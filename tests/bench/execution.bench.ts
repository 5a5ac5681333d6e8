import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import type { AddressInfo, Socket } from 'node:net';
import { promisify } from 'node:util';
import { installPeers } from '../peers/install.ts';
import { sequentialRequests, token, type Found } from './execution-runner.ts';
import { median, report, type Figure } from './figure.ts';
import { serve } from './platform-process.ts';
import { inFolder, toolRow } from './sample.ts';

/**
 * P1: running an endpoint that answers 1 KB of JSON to a bearer token. What a user has is the whole: the call over HTTP,
 * and all that the platform does for it, which is permission, rows, opening the secret, composing, the engine, and the
 * history, begun and ended. The clients beside it send the same request, each in a process of its own, and keep nothing;
 * of the two programs, what a request more costs them. Ways take turns, so that what else the machine does meets all.
 */

const rounds = 3;
const ways = ['undici', 'axios', 'engine', 'platform', 'http'] as const;
/** Iterations of a run of the two programs: the difference between both is that of so many requests. */
const [few, many] = [100, 400];

const body = JSON.stringify(toolRow(1)).padEnd(1024);
const served = new Map<string, { requests: number; readonly sockets: Set<Socket> }>();
const target = createServer((request, response) => {
  const path = request.url ?? '';
  const known = served.get(path) ?? { requests: 0, sockets: new Set() };
  known.requests += 1;
  known.sockets.add(request.socket);
  served.set(path, known);
  const welcome = request.headers.authorization === `Bearer ${token}`;
  response.writeHead(welcome ? 200 : 401, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
await new Promise<void>((resolve) => {
  target.listen(0, '127.0.0.1', resolve);
});
const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;

/** Writes what each program wants to read, and says how it is run `count` times over. */
function programs(folder: string, resolve: (id: string) => string): Record<'newman' | 'Bruno CLI', (count: number) => { args: string[]; cwd: string; path: string }> {
  const collection = join(folder, 'collection.json');
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: token, type: 'string' }] };
  writeFileSync(collection, JSON.stringify({
    info: { name: 'bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'one', request: { method: 'GET', url: `${origin}/newman`, auth } }],
  }));
  const bruno = join(folder, 'bruno');
  mkdirSync(bruno);
  writeFileSync(join(bruno, 'bruno.json'), JSON.stringify({ version: '1', name: 'bench', type: 'collection' }));
  writeFileSync(join(bruno, 'one.bru'), `meta {\n  name: one\n  type: http\n  seq: 1\n}\n\nget {\n  url: ${origin}/bruno\n  body: none\n  auth: bearer\n}\n\nauth:bearer {\n  token: ${token}\n}\n`);
  const programOf = (name: string, file: string) => join(dirname(resolve(`${name}/package.json`)), file);
  return {
    'newman': (count) => ({ args: [programOf('newman', 'bin/newman.js'), 'run', collection, '-n', String(count), '--reporters', 'json', '--reporter-json-export', join(folder, 'newman.json')], cwd: folder, path: '/newman' }),
    'Bruno CLI': (count) => ({ args: [programOf('@usebruno/cli', 'bin/bru.js'), 'run', 'one.bru', '--iteration-count', String(count)], cwd: bruno, path: '/bruno' }),
  };
}

/** Milliseconds that a request more costs a program. */
async function marginal(run: ReturnType<typeof programs>['newman']): Promise<number> {
  const times: number[] = [];
  for (const count of [few, many]) {
    const { args, cwd, path } = run(count);
    served.delete(path);
    const start = performance.now();
    await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
    times.push(performance.now() - start);
    const came = served.get(path)?.requests;
    if (came !== count) throw new Error(`${args[0]} sent ${came} requests, not ${count}`);
  }
  return (times[1]! - times[0]!) / (many - few);
}

await inFolder(async (folder) => {
  const peers = await installPeers();
  const found = Object.fromEntries(ways.map((way) => [way, [] as Found[]])) as Record<(typeof ways)[number], Found[]>;
  const of = { 'newman': [] as number[], 'Bruno CLI': [] as number[] };
  const runs = programs(folder, (id) => peers.resolve(id));
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      const runner = await serve('tests/bench/execution-runner.ts', way, `${origin}/${way}/${round}`, join(folder, `${way}-${round}`));
      await runner.end();
      found[way].push(JSON.parse(runner.line) as Found);
    }
    for (const name of ['newman', 'Bruno CLI'] as const) of[name].push(await marginal(runs[name]));
  }
  target.closeAllConnections();
  target.close();

  const each = (way: (typeof ways)[number], what: 'sequential' | 'parallel' | 'cpu') => median(found[way].flatMap((one) => one[what]));
  const [ours, whole] = [each('platform', 'sequential'), each('http', 'sequential')];
  const [axios, bruno] = [each('axios', 'sequential'), median(of['Bruno CLI'])];
  const floor = { name: 'undici', value: each('undici', 'sequential') };
  const beside = [{ name: 'axios', value: axios }, { name: 'newman', value: median(of.newman) }, { name: 'Bruno CLI', value: bruno }];
  const sockets = (way: string) => Math.max(...Array.from({ length: rounds }, (_, round) => served.get(`/${way}/${round}/one`)!.sockets.size));
  const [parallel, wholeParallel, axiosParallel] = [each('platform', 'parallel'), each('http', 'parallel'), each('axios', 'parallel')];
  const grown = median(found.platform.map((one) => one.grown));
  const rows: Figure[] = [
    {
      id: 'P1', what: 'run in the platform’s process, one after the other', unit: 'ms', ours, floor, peers: beside,
      goal: `at most 2 × axios (it is ${(ours / axios).toFixed(2)} ×) and 0.4 × Bruno (it is ${(ours / bruno).toFixed(2)} ×)`, met: ours <= 2 * axios && ours <= 0.4 * bruno,
    },
    { id: 'P1', what: 'the engine alone, without rows and history', unit: 'ms', ours: each('engine', 'sequential'), floor, peers: beside.slice(0, 1), goal: 'none: says which part of the first row is the engine’s', met: true },
    {
      id: 'P1', what: 'end to end: asked over HTTP, one after the other', unit: 'ms', ours: whole, floor, peers: beside,
      goal: `at most 2 × axios (it is ${(whole / axios).toFixed(2)} ×) and 0.4 × Bruno (it is ${(whole / bruno).toFixed(2)} ×)`, met: whole <= 2 * axios && whole <= 0.4 * bruno,
    },
    {
      id: 'P1', what: 'computed by the platform’s process per run, over HTTP', unit: 'ms', ours: each('http', 'cpu'), floor: { name: 'undici', value: each('undici', 'cpu') },
      peers: [{ name: 'axios', value: each('axios', 'cpu') }, { name: 'without HTTP', value: each('platform', 'cpu') }, { name: 'engine alone', value: each('engine', 'cpu') }], goal: 'none: compares on a machine that is busy', met: true,
    },
    {
      id: 'P1', what: `connections for ${sequentialRequests + 200} requests`, unit: '', ours: sockets('platform'), floor: { name: 'undici', value: sockets('undici') },
      peers: [{ name: 'axios', value: sockets('axios') }, { name: 'newman', value: served.get('/newman')!.sockets.size }, { name: `Bruno CLI, of ${many},`, value: served.get('/bruno')!.sockets.size }],
      goal: 'at most 2', met: sockets('platform') <= 2,
    },
    {
      id: 'P1', what: 'run in the platform’s process, 50 in flight', unit: 'ms', ours: parallel, floor: { name: 'undici', value: each('undici', 'parallel') },
      peers: [{ name: 'axios', value: axiosParallel }, { name: 'engine alone', value: each('engine', 'parallel') }],
      goal: `at most 1.5 × axios (it is ${(parallel / axiosParallel).toFixed(2)} ×)`, met: parallel <= 1.5 * axiosParallel,
    },
    {
      id: 'P1', what: 'end to end: asked over HTTP, 50 in flight', unit: 'ms', ours: wholeParallel, peers: [{ name: 'axios', value: axiosParallel }],
      goal: `at most 1.5 × axios (it is ${(wholeParallel / axiosParallel).toFixed(2)} ×)`, met: wholeParallel <= 1.5 * axiosParallel,
    },
    {
      id: 'P1', what: `memory after ${sequentialRequests} runs, above before the first`, unit: 'MB', ours: grown, floor: { name: 'undici', value: median(found.undici.map((one) => one.grown)) },
      peers: [{ name: 'axios', value: median(found.axios.map((one) => one.grown)) }], goal: 'at most 60 MB', met: grown <= 60,
    },
  ];
  report('Running an endpoint: 1 KB of JSON to a bearer token, ms per request', rows);
});
