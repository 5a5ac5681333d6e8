import { describe, expect, it } from 'vitest';
import { nodeCount, nodeText } from '../../../../shared/rules/node-text.ts';

describe('the texts of nodes', () => {
  it('are their titles, then what stands in them, each once', () => {
    const nodes = [
      { id: 'a1', type: 'llm', position: { x: 1, y: 2 }, data: { label: 'Summarise', prompt: 'Say it briefly', model: 'small' } },
      { id: 'a2', type: 'note', data: { text: 'Ask Ada', label: 'Note' } },
      { id: 'a3', type: 'llm', data: { label: 'Summarise' } },
    ];
    expect(nodeText(nodes)).toBe('Summarise · Note · Say it briefly · small · Ask Ada');
    expect(nodeCount(nodes)).toBe(3);
  });

  it('are read from JSON text and from objects by id, and nothing is made of anything else', () => {
    expect(nodeText('[{"data":{"label":"One"}}]')).toBe('One');
    expect(nodeText({ a: { data: { label: 'Two' } } })).toBe('Two');
    for (const odd of [undefined, null, 'not JSON', 7, [null, 'x', { data: null }]]) expect(nodeText(odd)).toBe('');
    expect(nodeCount('nonsense')).toBe(0);
  });

  it('leave out what a name calls a secret, and images', () => {
    expect(nodeText([{ data: { label: 'Call', api_key: 'canary', headers: { Authorization: 'canary' }, image: 'data:image/png;base64,AAAA' } }])).toBe('Call');
  });

  it('end at the limit, however many nodes there are', () => {
    const nodes = Array.from({ length: 100_000 }, (_, at) => ({ data: { label: `Step ${at}`, prompt: 'x'.repeat(100) } }));
    expect(nodeText(nodes, 500)).toHaveLength(500);
  });
});
