import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { problemsOf, readGraph, type GraphProblem } from '../../../../shared/rules/workflow-graph.ts';
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

let parser: Promise<Parse> | undefined;

/** Every problem of a graph while it is edited; a large one is judged when there is time. */
export function useProblems(graph: Graph): readonly GraphProblem[] {
  const [parse, setParse] = useState<Parse>();
  useEffect(() => {
    let here = true;
    parser ??= loadParser();
    void parser.then((loaded) => here && setParse(() => loaded));
    return () => {
      here = false;
    };
  }, []);
  const judged = useDeferredValue(graph);
  return useMemo(() => problemsOf(readGraph(judged.nodes, judged.edges), { parse }), [judged, parse]);
}
