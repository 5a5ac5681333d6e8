import type { WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';
import { templatesOf } from '../../expressions/templates.ts';
import type { Evaluator } from '../../expressions/evaluator.ts';
import type { Iteration } from './compile.ts';
import type { Journal } from './journal.ts';
import { upstreamOf, wholeScope, type Plan, type PlannedNode } from './plan.ts';

/** What a node's expressions and templates see of its run: its input, what came before, its item, and the run itself. */
export interface NodeView {
  evaluate(expression: string, signal: AbortSignal): Promise<unknown>;
  fill(value: unknown): unknown;
}

const { resolve } = templatesOf(['input', 'nodes', 'item', 'index', 'run']);

interface Seen {
  readonly plan: Plan;
  readonly depthOf: (id: string) => number;
  readonly journal: Journal;
  readonly evaluator: Evaluator;
  readonly run: WorkflowRun;
}

export function viewOf({ plan, depthOf, journal, evaluator, run }: Seen, node: PlannedNode, iteration: Iteration, input: unknown): NodeView {
  const about = () => {
    const { run_id, workflow_id, version_id, session_id = null, user_id = null, started_by, start_date } = run;
    return { run_id, workflow_id, version_id, session_id, user_id, started_by, start_date };
  };
  /** Only what must have ended by now, so that the same is seen whenever it is looked at. */
  const nodes = () => Object.fromEntries([...upstreamOf(plan, node.id)].flatMap((id) => {
    const entry = journal.get(id, iteration.slice(0, depthOf(id)));
    return entry === undefined || entry.output === undefined ? [] : [[id, entry.output]];
  }));
  const item = () => (node.scope === wholeScope ? null : (journal.itemsOf(node.scope, iteration.slice(0, -1))?.[iteration.at(-1)!] ?? null));
  const parts = { nodes, item, index: () => iteration.at(-1) ?? null, run: about };

  return {
    evaluate(expression, signal) {
      // What it does not name is not handed over, since all outputs of a long run are much.
      const named = Object.entries(parts).filter(([name]) => expression.includes(`$${name}`));
      return evaluator.evaluate(expression, input, signal, Object.fromEntries(named.map(([name, value]) => [name, value()])));
    },
    fill: (value) => resolve(value, lazily({ input: () => input, ...parts })),
  };
}

/** An object whose fields are made when they are asked for. */
function lazily(parts: Readonly<Record<string, () => unknown>>): object {
  const made = {};
  for (const [name, get] of Object.entries(parts)) Object.defineProperty(made, name, { get, enumerable: true });
  return made;
}
