import jsonata from 'jsonata';
import { expect, it } from 'vitest';
import { blank, examples } from '../../../../../renderer/areas/workflows/recipes/examples.ts';
import { problemsOf, readGraph } from '../../../../../shared/rules/workflow-graph.ts';

const parse = (text: string) => {
  try {
    jsonata(text);
    return undefined;
  } catch (thrown) {
    return String(thrown);
  }
};

it.each([['blank', blank] as const, ...examples.map((example) => [example.id, example] as const)])('%s can be run as it is', (_id, graph) => {
  expect(problemsOf(readGraph(graph.nodes, graph.edges), { parse })).toEqual([]);
});
