import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { documents } from '../unit/platform/composer/read-abuse.ts';
import { installPeers } from '../peers/install.ts';
import { median, report, type Figure } from './figure.ts';
import type { ReadLine } from './openapi-reader.ts';
import { inFolder } from './sample.ts';

/** Import of vendors' OpenAPI documents [P7], and of one of 50 MB [F-12], beside two readers that resolve the same references. */

const folder = resolve(process.env['TRELLIS_OPENAPI_DOCUMENTS'] ?? join(import.meta.dirname, '../../../shared/openapi'));
const rounds = 3;
const megabyte = 1_000_000;
const reader = join(import.meta.dirname, 'openapi-reader.ts');

interface Result {
  readonly lines: readonly ReadLine[];
  readonly memory: number;
}

function run(name: string, times: number, files: readonly string[]): Result {
  const { stdout, status, stderr } = spawnSync(process.execPath, [reader, name, String(times), ...files], { encoding: 'utf8', maxBuffer: 64 * megabyte });
  const printed = stdout.trim().split('\n').map((line) => JSON.parse(line) as ReadLine | { memory: number });
  const last = printed.at(-1);
  if (status !== 0 || last === undefined || !('memory' in last)) throw new Error(`The reader ${name} ended with ${status}: ${stderr.slice(0, 2000)}`);
  return { lines: printed.slice(0, -1) as ReadLine[], memory: last.memory };
}

function jsonParse(files: readonly string[]): number {
  const texts = files.filter((file) => file.endsWith('.json')).map((file) => readFileSync(file, 'utf8'));
  return median(texts.map((text) => {
    const start = performance.now();
    JSON.parse(text);
    return performance.now() - start;
  }));
}

if (!existsSync(folder)) {
  process.stdout.write(`There are no documents in ${folder}. Name their folder in TRELLIS_OPENAPI_DOCUMENTS.\n`);
} else {
  await installPeers();
  const files = globSync('**/*.{json,yaml,yml}', { cwd: folder }).filter((file) => basename(file) !== 'index.json').toSorted().map((file) => join(folder, file));
  const large = files.filter((file) => statSync(file).size > megabyte);
  const before = loadavg()[0]!;
  const [ours, scalar, swagger] = ['trellis', 'scalar', 'swagger-parser'].map((name) => run(name, rounds, files)) as [Result, Result, Result];
  const overOne = ({ lines }: Result) => median(lines.filter(({ file, ok }) => ok && large.includes(file)).map(({ ms }) => median(ms)));
  const worst = ({ lines }: Result) => Math.max(...lines.filter(({ ok }) => ok).map(({ ms }) => median(ms)));
  const read = ({ lines }: Result) => lines.filter(({ ok }) => ok).length;
  const peers = (value: (result: Result) => number) => [{ name: 'scalar', value: value(scalar) }, { name: 'swagger-parser', value: value(swagger) }];
  const scalarMs = overOne(scalar);
  const figures: Figure[] = [
    { id: 'P7', what: `documents read, of ${files.length}`, unit: '', ours: read(ours), peers: peers(read), goal: 'all of them', met: read(ours) === files.length },
    {
      id: 'P7', what: `over 1 MB (${large.length}), median, thread included`, unit: 'ms', ours: overOne(ours), floor: { name: 'JSON.parse', value: jsonParse(large) }, peers: peers(overOne),
      goal: `at most scalar's; it is ${(overOne(ours) / scalarMs).toFixed(2)} ×`, met: overOne(ours) <= scalarMs,
    },
    { id: 'P7', what: 'the slowest', unit: 'ms', ours: worst(ours), peers: peers(worst), goal: 'at most 3 s', met: worst(ours) <= 3000 },
    { id: 'P7', what: 'memory of the process, after all of them', unit: 'MB', ours: ours.memory, peers: peers(({ memory }) => memory), goal: 'at most 260 MB', met: ours.memory <= 260 },
  ];
  await inFolder((place) => {
    const huge = join(place, 'huge.json');
    writeFileSync(huge, documents['operations']!(50 * megabyte));
    const { lines: [line], memory } = run('trellis', 1, [huge]);
    const ms = line?.ms[0] ?? Number.NaN;
    figures.push(
      { id: 'F12', what: `50 MB, ${line?.endpoints ?? 0} operations`, unit: 'ms', ours: ms, goal: 'at most 10 s', met: line?.ok === true && ms <= 10_000 },
      { id: 'F12', what: '50 MB, memory of the process', unit: 'MB', ours: memory, goal: 'at most 512 MB', met: memory <= 512 },
    );
    return Promise.resolve();
  });
  report(`Import of OpenAPI documents; the machine's load was ${before.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`, figures);
}
