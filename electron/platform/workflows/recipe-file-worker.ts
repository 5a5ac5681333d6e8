import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue, type ReadOnTheWay } from '../composer/read-in-thread.ts';
import type { FileQuestion, ReadRecipe } from './filed-recipe.ts';
import { readRecipeFile, type RecipeContent } from './recipe-file.ts';
import { written } from './versions.ts';

/** Runs in a worker thread: reads the one recipe file that it was started with, hands over its versions one by one, and ends. */

function handOver({ versions, ...content }: RecipeContent): ReadRecipe {
  for (const { nodes: someNodes, edges: someEdges, ...about } of versions) {
    // JSON on one line holds no line break.
    const { nodes, edges, ...counts } = written({ nodes: someNodes, edges: someEdges });
    parentPort?.postMessage({ part: `${JSON.stringify({ ...about, ...counts })}\n${nodes}\n${edges}` } satisfies ReadOnTheWay);
  }
  const last = versions.at(-1);
  return { ...content, last: last && { nodes: last.nodes, edges: last.edges } };
}

const { text, pass_phrase } = workerData as FileQuestion;
const read = await readRecipeFile(text, pass_phrase).then(
  (content) => () => handOver(content),
  (thrown: unknown) => (): ReadRecipe => {
    throw thrown;
  },
);
parentPort?.postMessage(readAsValue(read));
