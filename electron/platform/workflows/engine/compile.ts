import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { wholeScope, type Plan, type PlannedNode } from './plan.ts';

/**
 * A plan as a graph of LangGraph. Each node of it waits for all that leads to it, and says what it came to; one to which no
 * way was taken is skipped, and says so, so that what joins ways again waits for none that never comes. Values stay out of
 * it: they are kept by the platform, which also gives again what a node had come to before.
 *
 * It has no checkpointer of LangGraph's own. That would write all channels after each step, which makes a run of 1000 nodes
 * take several times as long, and an interrupt there stops ways that need not wait; the platform's record of each node's
 * result is what a run is resumed, forked and continued from.
 */

export type Outcome =
  | { readonly state: 'done'; /** The way that is taken; absent where there is but one. */ readonly handle?: string | undefined }
  /** Held: it waits for somebody, or for what does. */
  | { readonly state: 'skipped' | 'failed' | 'held' };
/** Of a loop that is to run its items. */
export interface Items {
  readonly state: 'items';
  readonly count: number;
}

/** Which item of each loop around, outermost first; empty outside of loops. */
export type Iteration = readonly number[];

/** What nodes do, wherever they do it. */
export interface Deeds {
  /** `sources`: the nodes from which a way was taken. */
  execute(id: string, iteration: Iteration, sources: readonly string[]): Promise<Outcome | Items>;
  skip(id: string, iteration: Iteration): void;
  /** Ends a loop, with what its items came to. */
  collect(id: string, iteration: Iteration, items: readonly ItemState[]): Promise<Outcome>;
}
export type ItemState = 'done' | 'failed' | 'held';

const State = Annotation.Root({
  // One object for all steps: copies of it would make long runs take quadratic time.
  outcomes: Annotation<Record<string, Outcome>>({ reducer: (all, more) => Object.assign(all, more), default: () => ({}) }),
  iteration: Annotation<Iteration>(),
});
type Outcomes = typeof State.State['outcomes'];

/** Nodes that are under way at once, of one scope. */
const atOnce = 64;

export interface Compiled {
  /** Resolves when nothing more can run. */
  run(deeds: Deeds, signal: AbortSignal): Promise<void>;
}

export function compile({ nodes }: Plan): Compiled {
  const scopes = Map.groupBy(nodes, ({ scope }) => scope);
  const graphs = new Map<string, (iteration: Iteration, deeds: Deeds, signal: AbortSignal) => Promise<Outcomes>>();
  for (const [scope, members] of scopes) graphs.set(scope, graphOf(members, runLoop));

  /** Runs the items, so many at once; the loop is held or fails by what they come to. */
  async function runLoop(node: PlannedNode, count: number, iteration: Iteration, deeds: Deeds, signal: AbortSignal): Promise<Outcome> {
    const body = graphs.get(node.id);
    const states: ItemState[] = Array.from({ length: count }, () => 'done');
    let next = 0;
    const work = async () => {
      while (next < count && !signal.aborted) {
        const index = next++;
        if (body) states[index] = itemState(await body([...iteration, index], deeds, signal));
      }
    };
    await Promise.all(Array.from({ length: Math.min(count, node.max_parallel) }, work));
    return deeds.collect(node.id, iteration, states);
  }

  return {
    async run(deeds, signal) {
      await graphs.get(wholeScope)?.([], deeds, signal);
    },
  };
}

function itemState(outcomes: Outcomes): ItemState {
  const states = new Set(Object.values(outcomes).map(({ state }) => state));
  return states.has('failed') ? 'failed' : states.has('held') ? 'held' : 'done';
}

type RunLoop = (node: PlannedNode, count: number, iteration: Iteration, deeds: Deeds, signal: AbortSignal) => Promise<Outcome>;

/** Ids of nodes may hold what LangGraph does not take in names, so theirs here are numbers. */
function graphOf(members: readonly PlannedNode[], runLoop: RunLoop) {
  const names = new Map(members.map(({ id }, index) => [id, `n${index}`]));
  const graph = new StateGraph(State) as unknown as Wiring;
  for (const node of members) {
    const ways = node.ways.map(({ source, handle }) => ({ source, name: names.get(source)!, handle }));
    graph.addNode(names.get(node.id)!, async ({ outcomes, iteration }, { signal, configurable: { deeds } }) => {
      const outcome = await outcomeOf();
      return { outcomes: { [names.get(node.id)!]: outcome } };

      async function outcomeOf(): Promise<Outcome> {
        const before = new Set(ways.map(({ name }) => outcomes[name]!.state));
        if (before.has('held') || before.has('failed')) return { state: 'held' };
        const taken = ways.filter(({ name, handle }) => isTaken(outcomes[name]!, handle)).map(({ source }) => source);
        if (taken.length === 0 && !node.isEntry) {
          deeds.skip(node.id, iteration);
          return { state: 'skipped' };
        }
        const outcome = await deeds.execute(node.id, iteration, [...new Set(taken)]);
        return outcome.state === 'items' ? runLoop(node, outcome.count, iteration, deeds, signal) : outcome;
      }
    });
  }
  for (const { id, ways, isLast } of members) {
    const sources = [...new Set(ways.map(({ source }) => names.get(source)!))];
    const [only] = sources;
    if (only === undefined) graph.addEdge(START, names.get(id)!);
    else graph.addEdge(sources.length === 1 ? only : sources, names.get(id)!);
    if (isLast) graph.addEdge(names.get(id)!, END);
  }
  const app = graph.compile();
  return async (iteration: Iteration, deeds: Deeds, signal: AbortSignal): Promise<Outcomes> => {
    // Each step takes at least one node, so no run needs more of them.
    const options = { recursionLimit: members.length + 2, maxConcurrency: atOnce, signal, configurable: { deeds } };
    return (await app.invoke({ outcomes: {}, iteration }, options)).outcomes;
  };
}

const isTaken = (outcome: Outcome, handle: string | null): boolean =>
  outcome.state === 'done' && (handle === null || outcome.handle === undefined || outcome.handle === handle);

/** What is used of a StateGraph, whose own type grows with each node that is added. */
interface Wiring {
  addNode(name: string, work: (state: typeof State.State, config: { readonly signal: AbortSignal; readonly configurable: { readonly deeds: Deeds } }) => Promise<{ outcomes: Outcomes }>): void;
  addEdge(from: string | string[], to: string): void;
  compile(): { invoke(input: typeof State.State, options: object): Promise<typeof State.State> };
}
