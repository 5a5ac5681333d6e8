import type { PlannedNode } from './plan.ts';

const onlyOf = (ids: ReadonlySet<string> | undefined): string | undefined => (ids?.size === 1 ? [...ids][0] : undefined);
const sourceOf = ({ ways }: PlannedNode) => onlyOf(new Set(ways.map(({ source }) => source)));

/**
 * The nodes of one scope in lines: in each, one node leads to the next alone, and comes from the one before it alone. Between
 * forks and joins nothing has to be waited for but the node before, so that a line is taken at its own pace.
 */
export function linesOf(members: readonly PlannedNode[]): PlannedNode[][] {
  const byId = new Map(members.map((node) => [node.id, node]));
  const targets = new Map<string, Set<string>>();
  for (const { id, ways } of members) for (const { source } of ways) targets.set(source, (targets.get(source) ?? new Set()).add(id));

  const goesOnFrom = (node: PlannedNode): boolean => {
    const source = sourceOf(node);
    return source !== undefined && !node.isEntry && onlyOf(targets.get(source)) === node.id;
  };
  return members.filter((node) => !goesOnFrom(node)).map((head) => {
    const line = [head];
    for (;;) {
      const next = byId.get(onlyOf(targets.get(line.at(-1)!.id)) ?? '');
      if (!next || !goesOnFrom(next)) return line;
      line.push(next);
    }
  });
}
