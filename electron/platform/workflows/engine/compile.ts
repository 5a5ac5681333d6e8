import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { linesOf } from './lines.ts';
import { wholeScope, type Plan, type PlannedNode } from './plan.ts';

/**
 * A plan as a graph of LangGraph, of which each line of nodes is one node. It waits for all that leads to it, and says what
 * its own came to; what no way was taken to is skipped, and says so, so that what joins ways again waits for none that never
 * comes. LangGraph looks at every node with each step, and begins no step before all of the last have ended: the fewer and
 * longer its nodes are, the less of either there is. Values stay out of it: they are kept by the platform, which also gives
 * again what a node had come to before.
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
  // One map for all steps: copies of it would make long runs take quadratic time.
  outcomes: Annotation<Outcomes>({ reducer: added, default: () => new Map() }),
  iteration: Annotation<Iteration>(),
});
type Outcomes = Map<string, Outcome>;

function added(all: Outcomes, more: Outcomes): Outcomes {
  for (const [id, outcome] of more) all.set(id, outcome);
  return all;
}

/** Lines that are under way at once, of one scope. */
const atOnce = 64;

export interface Compiled {
  /** Resolves when nothing more can run. */
  run(deeds: Deeds, signal: AbortSignal): Promise<void>;
}

export function compile({ nodes }: Plan): Compiled {
  const scopes = Map.groupBy(nodes, ({ scope }) => scope);
  const graphs = new Map<string, Passage>();
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
  const states = new Set([...outcomes.values()].map(({ state }) => state));
  return states.has('failed') ? 'failed' : states.has('held') ? 'held' : 'done';
}

type RunLoop = (node: PlannedNode, count: number, iteration: Iteration, deeds: Deeds, signal: AbortSignal) => Promise<Outcome>;

/** Takes one run, or one item, through a scope. */
type Passage = (iteration: Iteration, deeds: Deeds, signal: AbortSignal) => Promise<Outcomes>;

function graphOf(members: readonly PlannedNode[], runLoop: RunLoop): Passage {
  const lines = linesOf(members);
  const [line] = lines;
  // The inside of most loops: a graph of one node would cost each item more than what it does.
  if (line && lines.length === 1 && line[0]!.scope !== wholeScope) return (iteration, deeds, signal) => follow(line, new Map(), iteration, deeds, signal);
  return langGraphOf(lines);

  async function outcomeOf(node: PlannedNode, known: (id: string) => Outcome, iteration: Iteration, deeds: Deeds, signal: AbortSignal): Promise<Outcome> {
    const before = new Set(node.ways.map(({ source }) => known(source).state));
    if (before.has('held') || before.has('failed')) return { state: 'held' };
    const taken = node.ways.filter(({ source, handle }) => isTaken(known(source), handle)).map(({ source }) => source);
    if (taken.length === 0 && !node.isEntry) {
      deeds.skip(node.id, iteration);
      return { state: 'skipped' };
    }
    const outcome = await deeds.execute(node.id, iteration, [...new Set(taken)]);
    return outcome.state === 'items' ? runLoop(node, outcome.count, iteration, deeds, signal) : outcome;
  }

  /** What the nodes of a line came to, one after the other. */
  async function follow(nodes: readonly PlannedNode[], before: Outcomes, iteration: Iteration, deeds: Deeds, signal: AbortSignal): Promise<Outcomes> {
    const own: Outcomes = new Map();
    const known = (id: string) => (own.get(id) ?? before.get(id))!;
    for (const node of nodes) own.set(node.id, signal.aborted ? { state: 'held' } : await outcomeOf(node, known, iteration, deeds, signal));
    return own;
  }

  /** A node for each line. Ids of nodes may hold what LangGraph does not take in names, so theirs here are numbers. */
  function langGraphOf(all: readonly (readonly PlannedNode[])[]): Passage {
    const names = new Map(all.flatMap((nodes, index) => nodes.map(({ id }) => [id, `n${index}`])));
    const graph = new StateGraph(State) as unknown as Wiring;
    for (const nodes of all) {
      graph.addNode(names.get(nodes[0]!.id)!, async ({ outcomes, iteration }, { signal, configurable: { deeds } }) => ({ outcomes: await follow(nodes, outcomes, iteration, deeds, signal) }));
    }
    for (const nodes of all) {
      const name = names.get(nodes[0]!.id)!;
      const sources = [...new Set(nodes[0]!.ways.map(({ source }) => names.get(source)!))];
      const [only] = sources;
      if (only === undefined) graph.addEdge(START, name);
      else graph.addEdge(sources.length === 1 ? only : sources, name);
      if (nodes.at(-1)!.isLast) graph.addEdge(name, END);
    }
    const app = graph.compile();
    return async (iteration, deeds, signal) => {
      // Each step takes at least one node, so no run needs more of them.
      const options = { recursionLimit: all.length + 2, maxConcurrency: atOnce, signal, configurable: { deeds } };
      return (await app.invoke({ outcomes: new Map(), iteration }, options)).outcomes;
    };
  }
}

const isTaken = (outcome: Outcome, handle: string | null): boolean =>
  outcome.state === 'done' && (handle === null || outcome.handle === undefined || outcome.handle === handle);

/** What is used of a StateGraph, whose own type grows with each node that is added. */
interface Wiring {
  addNode(name: string, work: (state: typeof State.State, config: { readonly signal: AbortSignal; readonly configurable: { readonly deeds: Deeds } }) => Promise<{ outcomes: Outcomes }>): void;
  addEdge(from: string | string[], to: string): void;
  compile(): { invoke(input: typeof State.State, options: object): Promise<typeof State.State> };
}
