/** Recipes to begin from: each runs as it is, and shows one thing that workflows can do. */

interface Graph {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly edges: readonly Readonly<Record<string, unknown>>[];
}
export interface Example extends Graph {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

const node = (id: string, type: string, x: number, data: Readonly<Record<string, unknown>>, y = 120) => ({ id, type, position: { x, y }, data });
const edge = (source: string, target: string, sourceHandle?: string) => ({ id: `${source}-${target}`, source, target, ...(sourceHandle === undefined ? {} : { sourceHandle }) });

/** What a blank recipe has: where a run begins and where it ends. */
export const blank: Graph = { nodes: [node('start', 'start', 0, { label: 'Start' }), node('end', 'end', 320, { label: 'End' })], edges: [edge('start', 'end')] };

export const examples: readonly Example[] = [
  {
    id: 'totals', name: 'Totals of an order', description: 'Reckons with what it is given: a transform, and nothing that has to be set up.',
    nodes: [
      node('start', 'start', 0, { label: 'Start', sample: { lines: [{ price: 3, count: 2 }, { price: 5, count: 1 }] } }),
      node('totals', 'transform', 280, { label: 'Add up', expression: '{ "lines": $count(lines), "total": $sum(lines.(price * count)) }' }),
      node('end', 'end', 560, { label: 'End' }),
      node('note', 'note', 280, { text: 'JSONata over what the run is given: press Run, and look at what came of each node.' }, 0),
    ],
    edges: [edge('start', 'totals'), edge('totals', 'end')],
  },
  {
    id: 'branch', name: 'Approve large orders', description: 'Takes one of two ways, and on one of them waits for a person.',
    nodes: [
      node('start', 'start', 0, { label: 'Start', sample: { total: 1250 } }),
      node('large', 'branch', 260, { label: 'More than 1000?', expression: 'total > 1000' }),
      node('ask', 'approval', 540, { label: 'Ask for approval', message: 'Approve an order of {{ input.total }}?' }, 0),
      node('refused', 'transform', 820, { label: 'Refused', expression: '{ "accepted": false }' }, 0),
      node('accepted', 'transform', 820, { label: 'Accepted', expression: '{ "accepted": true }' }, 220),
      node('end', 'end', 1100, { label: 'End' }),
    ],
    edges: [edge('start', 'large'), edge('large', 'ask', 'true'), edge('large', 'accepted', 'false'), edge('ask', 'accepted', 'approved'), edge('ask', 'refused', 'rejected'), edge('refused', 'end'), edge('accepted', 'end')],
  },
  {
    id: 'loop', name: 'Fetch each of a list', description: 'Asks an address for each item, three at a time, and collects what they say.',
    nodes: [
      node('start', 'start', 0, { label: 'Start', sample: { addresses: ['https://example.com/a', 'https://example.com/b'] } }),
      node('each', 'loop', 260, { label: 'For each address', items: 'addresses', max_parallel: 3 }),
      node('fetch', 'http', 540, { label: 'Fetch', method: 'GET', url: '{{ item }}' }, 0),
      node('end', 'end', 540, { label: 'End' }, 220),
    ],
    edges: [edge('start', 'each'), edge('each', 'fetch', 'item'), edge('each', 'end', 'done')],
  },
  {
    id: 'digest', name: 'Summary of a text', description: 'Asks a language model; it needs an agent LLM.',
    nodes: [
      node('start', 'start', 0, { label: 'Start', sample: { text: 'A text to be summarised.' } }),
      node('prompt', 'prompt', 260, { label: 'Write the question', template: 'Summarise in three sentences:\n\n{{ input.text }}' }),
      node('model', 'llm', 540, { label: 'Ask the model' }),
      node('end', 'end', 820, { label: 'End' }),
    ],
    edges: [edge('start', 'prompt'), edge('prompt', 'model'), edge('model', 'end')],
  },
];
