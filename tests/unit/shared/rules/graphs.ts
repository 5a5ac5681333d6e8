import * as fc from 'fast-check';

/** Graphs as people draw them, and as they are found: some edges lead nowhere, some nodes are of kinds that nobody knows. */

export type Part = Record<string, unknown> & { id: string };
export interface Graph {
  nodes: Part[];
  edges: Part[];
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f', '__proto__', 'constructor'];
const id = fc.constantFrom(...ids);
const data = fc.dictionary(fc.constantFrom('label', 'prompt', 'model', '__proto__'), fc.oneof(fc.integer({ min: 0, max: 3 }), fc.record({ name: fc.constantFrom('x', 'y'), list: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }) })), { maxKeys: 3 });
const node = fc.record({ id, type: fc.constantFrom('llm', 'http', 'unheard_of'), position: fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) }), data });
const edge = fc.record({ id: fc.constantFrom('e1', 'e2', 'e3', 'e4'), source: id, target: id });

export const graphs: fc.Arbitrary<Graph> = fc.record({
  nodes: fc.uniqueArray(node, { selector: (one) => one.id, maxLength: 6 }),
  edges: fc.uniqueArray(edge, { selector: (one) => one.id, maxLength: 4 }),
}) as fc.Arbitrary<Graph>;
