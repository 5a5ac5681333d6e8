import { setImmediate } from 'node:timers/promises';
import { workerUrl } from '../expressions/worker-url.ts';
import { readInThread } from '../composer/read-in-thread.ts';
import type { FileVersion, RecipeContent } from './recipe-file.ts';
import type { WrittenGraph } from './versions.ts';

/** A recipe file as it is taken in: its versions as texts, since to write large graphs anew would hold everybody else up. */
export interface FiledRecipe extends ReadRecipe {
  readonly versions: readonly FiledVersion[];
}
/** What the thread answers with; each version comes before, as a part. */
export interface ReadRecipe extends Pick<RecipeContent, 'recipe' | 'node_metadata' | 'is_protected'> {
  /** The graph of the last version, which becomes the recipe's own. */
  readonly last: Pick<FileVersion, 'nodes' | 'edges'> | undefined;
}
export interface FiledVersion extends Pick<FileVersion, 'version' | 'version_tag' | 'note' | 'crt_date' | 'crt_user'> {
  readonly graph: WrittenGraph;
}

export interface FileQuestion {
  readonly text: string;
  readonly pass_phrase: string | undefined;
}

const limits = { timeout_ms: 120_000, memory_mb: 1024 };

/** Reads the file in a thread. Throws as `readRecipeFile` and `readInThread` do. */
export async function readFiledRecipe(question: FileQuestion, signal: AbortSignal): Promise<FiledRecipe> {
  const versions: FiledVersion[] = [];
  const onPart = (part: string) => {
    // Its first line is what is said of the version; what stands below is its graph, and not read here.
    const [said = '', nodes = '', edges = ''] = part.split('\n');
    const { node_count, edge_count, ...about } = JSON.parse(said) as Omit<FiledVersion, 'graph'> & Pick<WrittenGraph, 'node_count' | 'edge_count'>;
    versions.push({ ...about, graph: { nodes, edges, node_count, edge_count } });
  };
  await setImmediate(); // to hand the text over takes a turn of its own, after that of reading the request
  const read = await readInThread<ReadRecipe>(workerUrl(import.meta.url, 'recipe-file-worker'), question, signal, { ...limits, onPart });
  return { ...read, versions };
}
