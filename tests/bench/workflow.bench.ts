import { join } from 'node:path';
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { startPlatform } from '../../electron/platform/start.ts';
import { median, report } from './figure.ts';
import { inFolder, range } from './sample.ts';

/**
 * Workflows of 1,000 nodes that do nothing, asked for over HTTP, beside bare LangGraph with as many in the same shape; and a
 * loop of 1,000 items, beside LangGraph invoked once for each. Taken in turns.
 */

const many = 1000;
const rounds = 5;

/** Names of nodes, the first one first, and what leads to what. */
interface Shape {
  readonly names: readonly string[];
  readonly edges: readonly (readonly [from: readonly string[], to: string])[];
}

/** One after the other. */
const line: Shape = { names: range(many).map((n) => `n${n}`), edges: range(many - 1).map((n) => [[`n${n}`], `n${n + 1}`]) };

/** Forks of two ways, each joined by the next one. */
const forks: Shape = {
  names: range(many).map((n) => `n${n}`),
  edges: range(many - 1).map((n) => [n % 3 === 2 && n > 0 ? [`n${n - 1}`, `n${n}`] : [`n${n - (n % 3)}`], `n${n + 1}`]),
};

type Graph = { addNode(name: string, work: () => Promise<object>): void; addEdge(from: string | string[], to: string): void; compile(options: object): { invoke(input: object, options: object): Promise<unknown> } };

/** LangGraph alone: one state, and as many nodes that set it. */
function bare({ names, edges }: Shape, saver?: MemorySaver): () => Promise<unknown> {
  const State = Annotation.Root({ last: Annotation<number>({ reducer: (_, last) => last, default: () => 0 }) });
  const graph = new StateGraph(State) as unknown as Graph;
  for (const [n, name] of names.entries()) graph.addNode(name, async () => ({ last: n }));
  for (const [from, to] of edges) graph.addEdge(from.length === 1 ? from[0]! : [...from], to);
  graph.addEdge(START, names[0]!);
  graph.addEdge(names.at(-1)!, END);
  const app = graph.compile(saver ? { checkpointer: saver } : {});
  let threads = 0;
  return () => app.invoke({ last: 0 }, { recursionLimit: many + 10, configurable: { thread_id: String(threads++) } });
}

await inFolder(async (folder) => {
  const platform = await startPlatform({ data: join(folder, 'data') });
  const { tenant_id, environment_id } = platform;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(platform.url + path, {
      method: 'POST', body: JSON.stringify({ tenant_id, environment_id, ...body }),
      headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json', 'connection': 'close', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id },
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  };
  /** A recipe of ours, run and its answer looked at. */
  const ours = async (nodes: object[], edges: object[], output: unknown) => {
    const { insertedId: workflow_id } = await post<{ insertedId: string }>('/api/saas_db/workflow_recipes', { name: 'Nothing', nodes, edges });
    return async () => {
      const { data } = await post<{ data: { output: unknown } }>('/api/router/dp_runtime_agent', { endpoint: 'workflow_invoke', workflow_id, data: {} });
      if (data.output !== output) throw new Error(`The workflow answered ${JSON.stringify(data.output)}`);
    };
  };
  const nothing = { type: 'prompt', data: { template: 'nothing' } };
  const inShape = ({ names, edges }: Shape) => ours(
    names.map((id, n) => (n === 0 ? { id, type: 'start' } : n === names.length - 1 ? { id, type: 'end', data: { expression: '"nothing"' } } : { id, ...nothing })),
    edges.flatMap(([from, target]) => from.map((source) => ({ id: `${source}>${target}`, source, target }))), 'nothing',
  );
  const loop = await ours(
    [{ id: 'start', type: 'start' }, { id: 'each', type: 'loop', data: { items: `[1..${many}]`, max_parallel: 20 } }, { id: 'item', ...nothing }, { id: 'end', type: 'end', data: { expression: '$count($)' } }],
    [{ id: 'a', source: 'start', target: 'each' }, { id: 'b', source: 'each', target: 'item', sourceHandle: 'item' }, { id: 'c', source: 'each', target: 'end', sourceHandle: 'done' }], many,
  );
  const one = bare({ names: ['only'], edges: [] });
  const items = async () => {
    for (const _ of range(many)) await one();
  };

  const time = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const inTurns = async (...all: (() => Promise<unknown>)[]): Promise<number[]> => {
    const taken = all.map((): number[] => []);
    for (const work of all) await work();
    for (let round = 0; round < rounds; round += 1) for (const [n, work] of all.entries()) taken[n]!.push(await time(work));
    return taken.map(median);
  };
  const [inLine = 0, bareLine = 0, savedLine = 0] = await inTurns(await inShape(line), bare(line), bare(line, new MemorySaver()));
  const [inForks = 0, bareForks = 0] = await inTurns(await inShape(forks), bare(forks));
  const [inLoop = 0, bareLoop = 0] = await inTurns(loop, items);
  await platform.close();

  const figure = (id: string, what: string, mine: number, floor: { name: string; value: number }, peers: { name: string; value: number }[] = []) => {
    const ratio = mine / floor.value;
    return { id, what: `${what}, each result on the disk`, unit: 'ms', ours: mine, floor, peers, goal: `1.3 times ${floor.name} at most (${ratio.toFixed(2)})`, met: ratio <= 1.3 };
  };
  report('Workflows', [
    figure('W1', `${many} nodes that do nothing in a line`, inLine, { name: 'bare LangGraph', value: bareLine }, [{ name: 'LangGraph with its saver in memory', value: savedLine }]),
    figure('W2', `${many} nodes that do nothing in forks and joins`, inForks, { name: 'bare LangGraph', value: bareForks }),
    figure('W3', `a loop over ${many} items that does nothing`, inLoop, { name: 'LangGraph invoked for each', value: bareLoop }),
  ]);
});
