import { Button, Dialog, DialogBody, DialogFooter, Radio } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import { diffGraphs, type GraphDiff } from '../../../../shared/rules/graph-diff.ts';
import { mergeGraphs, type Conflict, type Side } from '../../../../shared/rules/graph-merge.ts';
import { Who } from '../../../components/rows/who.tsx';
import { useSession } from '../../../state/session.ts';
import { readGraph, titleOfNode, type Graph } from './graph.ts';
import type { SaveConflict } from './use-editor.ts';

interface GraphMergeDialogProps {
  readonly conflict: SaveConflict;
  readonly mine: Graph;
  readonly saving: boolean;
  readonly onResolve: (merged: Graph) => void;
  readonly onClose: () => void;
}

const keyOf = ({ part, id, path }: Conflict) => JSON.stringify([part, id, path]);
const shown = (value: unknown) => (value === undefined ? 'not there' : typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** "2 nodes changed, 1 connection added". */
export function summaryOfDiff({ nodes, edges }: GraphDiff): string {
  const words = [
    ...(['added', 'removed', 'changed', 'moved'] as const).map((mark) => [[...nodes.values()].filter((one) => one === mark).length, 'node', mark] as const),
    ...(['added', 'removed', 'changed'] as const).map((mark) => [[...edges.values()].filter((one) => one === mark).length, 'connection', mark] as const),
  ].filter(([count]) => count > 0).map(([count, what, mark]) => `${count} ${what}${count === 1 ? '' : 's'} ${mark}`);
  return words.length === 0 ? 'nothing' : words.join(', ');
}

/** Somebody saved first: what fits together is merged, and what does not is asked for, property by property. Nothing is lost until it is saved. */
export function GraphMergeDialog({ conflict: { base, theirs, version, author }, mine, saving, onResolve, onClose }: GraphMergeDialogProps) {
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const { merged, conflicts } = useMemo(() => mergeGraphs(base, mine, theirs, (one) => sides.get(keyOf(one)) ?? 'mine'), [base, mine, theirs, sides]);
  const [ours, others] = useMemo(() => [summaryOfDiff(diffGraphs(base, mine)), summaryOfDiff(diffGraphs(base, theirs))], [base, mine, theirs]);
  const user = useSession(({ session }) => session?.user);
  const choose = (one: Conflict, side: Side) => setSides((now) => new Map(now).set(keyOf(one), side));
  return (
    <Dialog isOpen title="Somebody saved this workflow meanwhile" onClose={onClose} className="merge-dialog">
      <DialogBody>
        <p>Version {version ?? 'new'}{author === null ? '' : author === user?.id ? ' by you, elsewhere' : <> by <Who id={author} /></>}: {others}. Yours: {ours}.</p>
        {conflicts.length === 0 ? <p>Both fit together: nobody’s change is lost.</p> : (
          <>
            <p>What fits together is merged. Choose for the rest what to keep.</p>
            <table className="merge-table">
              <thead><tr><th scope="col">What</th><th scope="col">Before</th><th scope="col">Theirs</th><th scope="col">Yours</th></tr></thead>
              <tbody>
                {conflicts.map((one) => {
                  const side = sides.get(keyOf(one)) ?? 'mine';
                  const title = placeOf(one, base, mine, theirs);
                  return (
                    <tr key={keyOf(one)}>
                      <th scope="row">{title}</th>
                      <td><pre>{shown(one.base)}</pre></td>
                      <td><Radio name={keyOf(one)} checked={side === 'theirs'} onChange={() => choose(one, 'theirs')} aria-label={`${title}: theirs`}><pre>{shown(one.theirs)}</pre></Radio></td>
                      <td><Radio name={keyOf(one)} checked={side === 'mine'} onChange={() => choose(one, 'mine')} aria-label={`${title}: yours`}><pre>{shown(one.mine)}</pre></Radio></td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<><Button text="Go back to the canvas" onClick={onClose} /><Button intent="primary" loading={saving} text="Save merged version" onClick={() => onResolve(readGraph(merged.nodes, merged.edges))} /></>} />
    </Dialog>
  );
}

/** What a conflict is about, by the names that people know. */
function placeOf({ part, id, path }: Conflict, ...graphs: readonly Graph[]): string {
  const where = path.filter((name, at) => !(at === 0 && name === 'data')).join('.');
  if (part === 'edge') return ['Connection', id, where].filter(Boolean).join(' ');
  const node = graphs.flatMap(({ nodes }) => nodes).find((one) => one.id === id);
  return [node ? titleOfNode(node) : id, where].filter(Boolean).join(': ');
}
