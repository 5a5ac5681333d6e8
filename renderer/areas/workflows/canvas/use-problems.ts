import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { problemsOf, readGraph, type GraphProblem } from '../../../../shared/rules/workflow-graph.ts';
import { report } from '../../../state/problems.ts';
import type { Graph } from './graph.ts';

type Parse = (expression: string) => string | undefined;

/** What JSONata says of an expression, which is only parsed here and never run; the same text is parsed once. */
async function loadParser(): Promise<Parse> {
  const { default: jsonata } = await import('jsonata');
  const known = new Map<string, string | undefined>();
  return (expression) => {
    if (!known.has(expression)) known.set(expression, complaintOf(() => jsonata(expression)));
    return known.get(expression);
  };
}

function complaintOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    const { message, position } = error as { readonly message?: unknown; readonly position?: unknown };
    return `${String(message)}${typeof position === 'number' ? `, at ${position}` : ''}`;
  }
}

const none: readonly GraphProblem[] = [];
let parser: Promise<Parse> | undefined;

/** Every problem of a graph while it is edited; a large one is judged when there is time. */
export function useProblems(graph: Graph): readonly GraphProblem[] {
  const [parse, setParse] = useState<Parse>();
  useEffect(() => {
    let here = true;
    const load = async () => {
      try {
        parser ??= loadParser();
        const loaded = await parser;
        if (here) setParse(() => loaded);
      } catch (error) {
        parser = undefined;
        report('Workflows', `Expressions are not checked: ${error instanceof Error ? error.message : String(error)}`);
        if (here) setParse(() => () => undefined);
      }
    };
    // The graph comes first: what is wrong with it may be said a moment later.
    const waiting = requestIdleCallback(() => void load(), { timeout: 2000 });
    return () => {
      here = false;
      cancelIdleCallback(waiting);
    };
  }, []);
  const judged = useDeferredValue<Graph | null>(graph, null);
  return useMemo(() => (judged && parse ? problemsOf(readGraph(judged.nodes, judged.edges), { parse }) : none), [judged, parse]);
}
