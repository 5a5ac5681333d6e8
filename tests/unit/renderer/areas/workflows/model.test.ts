import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodesOfText, pasted, textOfNodes } from '../../../../../renderer/areas/workflows/canvas/clipboard.ts';
import { aligned, connected, connectObstacle, distributed, grouped, intoGroups, moved, resized, ungrouped, withField, withNode, withNodeAs, without } from '../../../../../renderer/areas/workflows/canvas/commands.ts';
import { applyEdit, editBetween, inverseOf } from '../../../../../renderer/areas/workflows/canvas/edit.ts';
import { readGraph, titleOfNode, type Graph } from '../../../../../renderer/areas/workflows/canvas/graph.ts';
import { edited, historyOf, redone, undone, type History } from '../../../../../renderer/areas/workflows/canvas/history.ts';
import { journalPage, pagesOf, replayed } from '../../../../../renderer/areas/workflows/canvas/journal.ts';
import { boxesOf, freePlace, linesOf, outputsOf } from '../../../../../renderer/areas/workflows/canvas/places.ts';

const node = (id: string, x: number, y: number, more: object = {}) => ({ id, type: 'transform', position: { x, y }, data: { expression: '$' }, ...more });
const three = readGraph([node('a', 0, 0), node('b', 300, 10), node('c', 900, 50)], [{ id: 'ab', source: 'a', target: 'b' }, { id: 'bc', source: 'b', target: 'c' }]);
const ids = (graph: Graph) => graph.nodes.map(({ id }) => id);

/** Every command, by numbers from which it takes what it works on. */
const commands: readonly ((graph: Graph, n: number, m: number) => Graph)[] = [
  (graph, n, m) => withNode(graph, ['start', 'branch', 'note', 'group', 'never heard of'][n % 5]!, { x: 50 * n, y: 30 * m }).graph,
  (graph, n, m) => connected(graph, { source: ids(graph)[n % Math.max(1, graph.nodes.length)] ?? 'a', handle: m % 2 ? 'true' : null }, ids(graph)[m % Math.max(1, graph.nodes.length)] ?? 'b'),
  (graph, n) => without(graph, new Set(ids(graph).filter((_id, at) => at === n % 4))),
  (graph, n) => without(graph, new Set(), new Set(graph.edges.filter((_edge, at) => at === n % 3).map(({ id }) => id))),
  (graph, n, m) => moved(graph, boxesOf(graph), new Map(ids(graph).slice(n % 3, n % 3 + 2).map((id) => [id, { x: m, y: n }]))),
  (graph) => grouped(graph, boxesOf(graph), new Set(ids(graph).slice(0, 2)))?.graph ?? graph,
  (graph) => ungrouped(graph, boxesOf(graph), new Set(ids(graph))),
  (graph, n, m) => withField(graph, ids(graph)[n % Math.max(1, graph.nodes.length)] ?? '', ['label', 'expression', 'url'][m % 3]!, m % 4 === 0 ? undefined : `text ${n}`),
  (graph, n) => pasted(graph, nodesOfText(textOfNodes(three, boxesOf(three), new Set(['a', 'b']))), { x: n, y: n }).graph,
  (graph, n) => aligned(graph, boxesOf(graph), new Set(ids(graph)), (['left', 'middle', 'bottom'] as const)[n % 3]!),
  (graph, n, m) => resized(graph, boxesOf(graph), graph.nodes.find(({ type }) => type === 'group' || type === 'note')?.id ?? '', { x: 10 * n, y: 10 * m, width: 80 + 20 * m, height: 60 + 20 * n }),
  (graph) => distributed(graph, boxesOf(graph), new Set(ids(graph)), 'across'),
  (graph, n) => (graph.nodes[0] ? withNodeAs(graph, graph.nodes[0].id, { ...graph.nodes[0], id: `other ${n}` }) : graph),
];
const deeds = fc.array(fc.tuple(fc.nat(commands.length - 1), fc.nat(20), fc.nat(20), fc.constantFrom(null, 'place')), { maxLength: 30 });
const done = (list: readonly (readonly [number, number, number, string | null])[]): History =>
  list.reduce((history, [which, n, m, place], at) => edited(history, commands[which]!(history.graph, n, m), 'Edit', place, at * 400), historyOf(three));

describe('the graph that is edited', () => {
  it('gives back the very graph with which it began when everything is undone, and the last one when all is done again', () => {
    fc.assert(fc.property(deeds, (list) => {
      const last = done(list);
      let history = last;
      while (history.past.length > 0) history = undone(history);
      expect(history.graph).toEqual(three);
      while (history.future.length > 0) history = redone(history);
      expect(history.graph).toEqual(last.graph);
    }));
  });

  it('is the same after a crash, with everything still to be undone [F-25]', () => {
    fc.assert(fc.property(deeds, (list) => {
      const last = done(list);
      const pages = Array.from({ length: pagesOf(last.past) }, (_, page) => JSON.parse(JSON.stringify(journalPage(last.past, page, 'v1'))) as ReturnType<typeof journalPage>);
      let history = replayed(three, pages.flatMap(({ edits }) => edits));
      expect(history.graph).toEqual(JSON.parse(JSON.stringify(last.graph)));
      while (history.past.length > 0) history = undone(history);
      expect(history.graph).toEqual(three);
    }));
  });

  it('keeps secrets out of the journal, and one that was not touched in the graph', () => {
    const start = readGraph([node('a', 0, 0, { type: 'http', data: { url: 'x', headers: { authorization: 'Bearer s3cret' } } })], []);
    let history = edited(historyOf(start), withField(start, 'a', 'url', 'y'), 'Edit', null, 0);
    history = edited(history, withField(history.graph, 'a', 'password', 'hunter2'), 'Edit', null, 5000);
    const page = journalPage(history.past, 0, null);
    expect(JSON.stringify(page)).not.toMatch(/s3cret|hunter2/);
    expect(page.omitted).not.toEqual([]);
    expect(replayed(start, page.edits).graph.nodes[0]?.data).toEqual({ url: 'y', headers: { authorization: 'Bearer s3cret' } });
  });

  it('takes what is typed or dragged in one go as one step', () => {
    const typed = 'hello'.split('').reduce((history, _letter, at) => edited(history, withField(history.graph, 'a', 'label', 'hello'.slice(0, at + 1)), 'Rename', 'a.label', at * 100), historyOf(three));
    expect(typed.past).toHaveLength(1);
    expect(undone(typed).graph).toEqual(three);
    const later = edited(typed, withField(typed.graph, 'a', 'label', 'x'), 'Rename', 'a.label', 9000);
    expect(later.past).toHaveLength(2);
    const elsewhere = edited(typed, withField(typed.graph, 'b', 'label', 'x'), 'Rename', 'b.label', 500);
    expect(elsewhere.past).toHaveLength(2);
  });

  it('tells edits apart of nodes that have the same id', () => {
    const twice = readGraph([node('a', 0, 0), node('a', 5, 5)], []);
    const next = { ...twice, nodes: [twice.nodes[0]!] };
    const edit = editBetween(twice, next, 'Delete');
    expect(applyEdit(twice, edit)).toEqual(next);
    expect(applyEdit(next, inverseOf(edit))).toEqual(twice);
  });
});

describe('what is read', () => {
  it('keeps unknown kinds, unknown fields and dangling edges as they came', () => {
    const nodes = [{ id: 'x', type: 'quantum', width: 3, data: { deep: [1] }, measured: { width: 1 } }];
    const edges = [{ id: 'e', source: 'x', target: 'gone', animated: true, targetHandle: 'in' }];
    expect(readGraph(nodes, edges)).toEqual({ nodes, edges });
    expect(readGraph(JSON.stringify(nodes), JSON.stringify(edges))).toEqual({ nodes, edges });
  });

  it('names nodes and edges that came without an id', () => {
    const graph = readGraph([{ type: 'start' }, { id: 7 }], [{ source: 'a', target: 'b' }, { source: 'a', target: 'b' }]);
    expect(ids(graph)).toEqual(['node_1', '7']);
    expect(graph.edges.map(({ id }) => id)).toEqual(['a_b', 'a_b_2']);
  });

  it('calls a node by its label, a note by how it begins, and cuts what no box has room for', () => {
    const [labelled, note, bare, long] = readGraph([
      { id: 'a', type: 'http', data: { label: ' Fetch ' } }, { id: 'n', type: 'note', data: { text: 'Rates come from the bank\nEvery day' } }, { id: 'b', type: 'note', data: { text: ' ' } }, { id: 'l', type: 'http', data: { label: 'x'.repeat(5000) } },
    ], []).nodes;
    expect([labelled, note, bare].map((one) => titleOfNode(one!))).toEqual(['Fetch', 'Rates come from the bank', 'b']);
    expect(titleOfNode(long!)).toHaveLength(201);
  });

  it('says what is no graph', () => {
    expect(() => readGraph(3, [])).toThrow('The nodes are no list');
    expect(() => readGraph([3], [])).toThrow('nodes[0] is no object');
  });
});

describe('commands', () => {
  it('refuses edges that mean nothing', () => {
    const graph = readGraph([{ id: 's', type: 'start' }, { id: 'n', type: 'note' }, node('a', 0, 0)], [{ id: 'e', source: 's', target: 'a' }]);
    expect(connectObstacle(graph, { source: 'a', handle: null }, 'a')).toBe('A node cannot follow itself');
    expect(connectObstacle(graph, { source: 'a', handle: null }, 's')).toBe('Nothing leads into a start');
    expect(connectObstacle(graph, { source: 'a', handle: null }, 'n')).toBe('It takes no part in a run');
    expect(connectObstacle(graph, { source: 's', handle: null }, 'a')).toBe('They are connected already');
    expect(connected(graph, { source: 's', handle: null }, 'a')).toBe(graph);
  });

  it('moves what is in a group with the group, and lets a node into the group over which it is left', () => {
    const made = grouped(three, boxesOf(three), new Set(['a', 'b']))!;
    const before = boxesOf(made.graph);
    expect(before.get('a')).toMatchObject({ x: 0, y: 0 });
    const frame = before.get(made.id)!;
    const after = boxesOf(moved(made.graph, before, new Map([[made.id, { x: frame.x + 100, y: frame.y }], ['a', { x: 100, y: 0 }]])));
    expect(after.get('a')).toMatchObject({ x: 100, y: 0 });
    expect(after.get('b')).toMatchObject({ x: 400, y: 10 });
    const put = moved(made.graph, before, new Map([['c', { x: 150, y: 20 }]]));
    const inside = intoGroups(put, boxesOf(put), new Set(['c']));
    expect(inside.nodes.find(({ id }) => id === 'c')?.parentId).toBe(made.id);
    expect(boxesOf(inside).get('c')).toMatchObject({ x: 150, y: 20 });
    const free = ungrouped(inside, boxesOf(inside), new Set([made.id]));
    expect(free.nodes.some(({ parentId }) => parentId !== undefined)).toBe(false);
    expect(boxesOf(free).get('c')).toMatchObject({ x: 150, y: 20 });
  });

  it('gives a group another frame: what is in it stays where it is seen, leaves it, or comes in', () => {
    const made = grouped(three, boxesOf(three), new Set(['a', 'b']))!;
    const before = boxesOf(made.graph);
    const wide = resized(made.graph, before, made.id, { x: -100.4, y: -100, width: 1300, height: 400 });
    const after = boxesOf(wide);
    expect(after.get(made.id)).toEqual({ x: -100, y: -100, width: 1300, height: 400 });
    for (const id of ['a', 'b', 'c']) expect(after.get(id)).toEqual(before.get(id));
    expect(wide.nodes.filter(({ parentId }) => parentId === made.id).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const narrow = resized(wide, after, made.id, { x: -100, y: -100, width: 400, height: 400 });
    expect(narrow.nodes.filter(({ parentId }) => parentId === made.id).map(({ id }) => id)).toEqual(['a']);
    for (const id of ['a', 'b', 'c']) expect(boxesOf(narrow).get(id)).toEqual(before.get(id));
  });

  it('leaves what did not change the same object when a frame is set as it is', () => {
    const made = grouped(three, boxesOf(three), new Set(['a', 'b']))!;
    const same = resized(made.graph, boxesOf(made.graph), made.id, boxesOf(made.graph).get(made.id)!);
    expect(editBetween(made.graph, same, 'Resize').nodes).toEqual([]);
  });

  it('aligns, and leaves the same gap between all', () => {
    const all = new Set(['a', 'b', 'c']);
    expect([...boxesOf(aligned(three, boxesOf(three), all, 'top')).values()].map(({ y }) => y)).toEqual([0, 0, 0]);
    expect([...boxesOf(distributed(three, boxesOf(three), all, 'across')).values()].map(({ x }) => x)).toEqual([0, 450, 900]);
  });

  it('lets edges and members follow a node that gets another id', () => {
    const next = withNodeAs(three, 'b', { ...three.nodes[1]!, id: 'bee' });
    expect(next.edges.map(({ source, target }) => [source, target])).toEqual([['a', 'bee'], ['bee', 'c']]);
  });

  it('puts a new node where it covers none', () => {
    const at = freePlace(boxesOf(three).values(), { x: 10, y: 10 });
    expect(at.y).toBeGreaterThan(44);
  });
});

describe('the clipboard', () => {
  it('brings nodes with their edges to another graph under ids of their own', () => {
    const { graph, ids: new_ids } = pasted(three, nodesOfText(textOfNodes(three, boxesOf(three), new Set(['a', 'b']))), { x: 500, y: 500 });
    expect([...new_ids]).toEqual(['a_2', 'b_2']);
    expect(graph.edges.at(-1)).toMatchObject({ source: 'a_2', target: 'b_2' });
  });

  it('says what is no workflow', () => {
    expect(() => nodesOfText('hello')).toThrow('no JSON');
    expect(() => nodesOfText('{"a": 1}')).toThrow('has no nodes');
    expect(() => nodesOfText('{"nodes": [1]}')).toThrow('nodes[0] is no object');
  });

  it('takes what is in a group along, and frees a member whose group stays', () => {
    const made = grouped(three, boxesOf(three), new Set(['a', 'b']))!;
    const whole = nodesOfText(textOfNodes(made.graph, boxesOf(made.graph), new Set([made.id])));
    expect(whole.nodes.map(({ id }) => id)).toEqual([made.id, 'a', 'b']);
    const one = nodesOfText(textOfNodes(made.graph, boxesOf(made.graph), new Set(['b'])));
    expect(one.nodes[0]).toMatchObject({ position: { x: 300, y: 10 } });
    expect(one.nodes[0]?.parentId).toBeUndefined();
  });
});

describe('places', () => {
  it('shows the ways out that only edges know, and ends no line at what is not there', () => {
    const graph = readGraph([{ id: 'b', type: 'branch', data: {} }, node('a', 400, 0), { id: 'q', type: 'quantum' }], [{ id: '1', source: 'b', target: 'a', sourceHandle: 'maybe' }, { id: '2', source: 'b', target: 'gone', sourceHandle: 'true' }, { id: '3', source: 'q', target: 'a', sourceHandle: 'up' }]);
    const outputs = outputsOf(graph);
    expect(outputs.get('b')?.map(({ id, isUnknown }) => [id, isUnknown])).toEqual([['true', false], ['false', false], ['maybe', true]]);
    expect(outputs.get('q')?.map(({ id, isUnknown }) => [id, isUnknown])).toEqual([['up', false]]);
    const lines = linesOf(graph, boxesOf(graph), outputs);
    expect(lines.map((points) => points.length)).toEqual([2, 0, 2]);
  });
});
