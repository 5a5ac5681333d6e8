import { join } from 'node:path';
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { startPlatform } from '../../electron/platform/start.ts';
import { median, report } from './figure.ts';
import { inFolder, range } from './sample.ts';

/** A workflow of 1,000 nodes that do nothing, one after the other, asked for over HTTP, beside bare LangGraph with as many; taken in turns. */

const many = 1000;
const rounds = 5;

/** LangGraph alone: one state, and as many nodes that set it. */
function bare(saver?: MemorySaver): () => Promise<unknown> {
  const State = Annotation.Root({ last: Annotation<number>() });
  const graph = new StateGraph(State) as unknown as { addNode(name: string, work: () => Promise<object>): void; addEdge(from: string, to: string): void; compile(options: object): { invoke(input: object, options: object): Promise<unknown> } };
  for (const n of range(many)) graph.addNode(`n${n}`, async () => ({ last: n }));
  for (const n of range(many - 1)) graph.addEdge(`n${n}`, `n${n + 1}`);
  graph.addEdge(START, 'n0');
  graph.addEdge(`n${many - 1}`, END);
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
      headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id },
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  };
  const ids = ['start', ...range(many - 2).map((n) => `n${n}`), 'end'];
  const { insertedId: workflow_id } = await post<{ insertedId: string }>('/api/saas_db/workflow_recipes', {
    name: 'Nothing',
    nodes: ids.map((id) => (id === 'start' || id === 'end' ? { id, type: id } : { id, type: 'prompt', data: { template: 'nothing' } })),
    edges: ids.slice(1).map((target, index) => ({ id: `e${index}`, source: ids[index], target })),
  });
  const ours = async () => {
    const { data } = await post<{ data: { output: unknown } }>('/api/router/dp_runtime_agent', { endpoint: 'workflow_invoke', workflow_id, data: {} });
    if (data.output !== 'nothing') throw new Error(`The workflow answered ${JSON.stringify(data.output)}`);
  };
  const plain = bare();
  const saved = bare(new MemorySaver());
  const taken = { ours: [] as number[], plain: [] as number[], saved: [] as number[] };
  const time = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  await ours();
  await plain();
  for (let round = 0; round < rounds; round += 1) {
    taken.ours.push(await time(ours));
    taken.plain.push(await time(plain));
    if (round < 2) taken.saved.push(await time(saved));
  }
  await platform.close();
  const ratio = median(taken.ours) / median(taken.plain);
  report('Workflows', [
    {
      id: 'W1', what: `${many} nodes that do nothing, each result on the disk`, unit: 'ms', ours: median(taken.ours), floor: { name: 'bare LangGraph', value: median(taken.plain) },
      peers: [{ name: 'LangGraph with its saver in memory', value: median(taken.saved) }], goal: `1.3 times bare LangGraph at most (${ratio.toFixed(2)})`, met: ratio <= 1.3,
    },
  ]);
});
