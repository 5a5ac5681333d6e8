import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { importInThread } from '../../electron/platform/composer/openapi/import-in-thread.ts';
import { installPeers } from '../peers/install.ts';

/**
 * Run as a process: `reader rounds file…` reads each document so many times with one reader, each time in a thread of
 * its own, as an app has to. Prints a line of JSON for each, then the most memory that the process ever held, in MB.
 */
export interface ReadLine {
  readonly file: string;
  readonly ok: boolean;
  readonly endpoints: number;
  readonly ms: readonly number[];
}

type Resolved = { readonly schema?: object; readonly errors?: readonly unknown[] };

/** What a peer does in its thread: it parses the text and resolves what its references lead to. Throws where it cannot. */
const peers: Readonly<Record<string, (text: string) => Promise<void>>> = {
  async scalar(text) {
    const require = await installPeers();
    const scalar = (await import(pathToFileURL(require.resolve('@scalar/openapi-parser')).href)) as { dereference: (text: string) => Resolved | Promise<Resolved> };
    const { schema, errors = [] } = await scalar.dereference(text);
    if (!schema || errors.length > 0) throw new Error('It was not read.');
  },
  async 'swagger-parser'(text) {
    const require = await installPeers();
    const { default: SwaggerParser } = require('@apidevtools/swagger-parser') as { default: { dereference(tree: object, options: object): Promise<object> } };
    const { load } = await import('js-yaml');
    const tree = (/^\s*\{/.test(text) ? JSON.parse(text) : load(text, { json: true })) as object;
    await SwaggerParser.dereference(tree, { resolve: { external: false } });
  },
};

const inThread = (name: string, text: string) =>
  new Promise<boolean>((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { name, text } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

const endpointsIn = (text: string): Promise<number> => importInThread(text, new AbortController().signal, { timeout_ms: 60_000 }).then(({ endpoints }) => endpoints.length, () => -1);

async function measure(name: string, rounds: number, file: string): Promise<ReadLine> {
  const text = readFileSync(file, 'utf8');
  const ms: number[] = [];
  let endpoints = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that none takes the time of another
    endpoints = name === 'trellis' ? await endpointsIn(text) : (await inThread(name, text)) ? 0 : -1;
    ms.push(performance.now() - start);
  }
  return { file, ok: endpoints >= 0, endpoints, ms };
}

if (parentPort) {
  const { name, text } = workerData as { readonly name: string; readonly text: string };
  parentPort.postMessage(await peers[name]!(text).then(() => true, () => false));
} else {
  const [name = '', rounds = '3', ...files] = process.argv.slice(2);
  // oxlint-disable-next-line no-await-in-loop -- as above
  for (const file of files) process.stdout.write(`${JSON.stringify(await measure(name, Number(rounds), file))}\n`);
  process.stdout.write(`${JSON.stringify({ memory: process.resourceUsage().maxRSS / 1024 })}\n`);
}
