/** The texts inside of a workflow's nodes, by which a recipe is found: titles, prompts, comments, expressions. */

/** Names whose values say nothing to a person who searches. */
const unsaid = /^(?:id|type|position|parentId|parent_id|sourceHandle|targetHandle|width|height|style|className|measured)$/;
const secretName = /pass|secret|token|credential|authorization|cookie|api[-_]?key/i;

/** Texts of one value, as deep as people nest them; what a name calls a secret is left out, and what is in base64 says nothing. */
function* textsIn(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string') {
    if (value !== '' && !value.startsWith('data:')) yield value.slice(0, 2000);
  } else if (typeof value === 'object' && value !== null && depth > 0) {
    for (const [name, inner] of Object.entries(value)) if (!unsaid.test(name) && !secretName.test(name)) yield* textsIn(inner, depth - 1);
  }
}

/** Nodes come as a list, as an object by id, or as JSON text of either. */
function nodesIn(nodes: unknown): unknown[] {
  if (typeof nodes === 'string') {
    try {
      return nodesIn(JSON.parse(nodes));
    } catch {
      return [];
    }
  }
  return typeof nodes === 'object' && nodes !== null ? Object.values(nodes) : [];
}

const dataOf = (node: unknown): unknown => (typeof node === 'object' && node !== null ? (node as { data?: unknown }).data : undefined);

/** How many nodes there are. */
export const nodeCount = (nodes: unknown): number => nodesIn(nodes).length;

/** One text of all nodes, their titles first, up to `limit` characters; the work is bounded by it, too. */
export function nodeText(nodes: unknown, limit = 8000): string {
  const texts = new Set<string>();
  let length = 0;
  const add = (text: string) => {
    if (texts.has(text)) return;
    texts.add(text);
    length += text.length + 3;
  };
  const all = nodesIn(nodes);
  for (const node of all) {
    const label = (dataOf(node) as { label?: unknown } | undefined)?.label;
    if (typeof label === 'string' && label !== '') add(label.slice(0, 300));
    if (length > limit) break;
  }
  for (const node of all) {
    for (const text of textsIn(dataOf(node), 6)) {
      if (length > limit) return [...texts].join(' · ').slice(0, limit);
      add(text);
    }
  }
  return [...texts].join(' · ').slice(0, limit);
}
