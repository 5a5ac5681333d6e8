import { useEffect, useMemo, useRef } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { folderOf, partsOfFolder } from '../../../shared/rules/endpoint-folders.ts';
import { arrange, type Arranging } from '../../state/endpoint-places.ts';
import { titleOf } from '../../state/list-entity.ts';
import { listNow, type Source } from '../../state/lists.ts';
import { notify } from '../../state/toasts.ts';
import { arrangementOf, dissolved, nameOf, placeAmong, renamed, stepOf, wholeOf, type Arranged, type Arrangement, type Moved, type Target } from './endpoint-moves.ts';
import type { Branch, TreeLine } from './endpoint-tree.ts';

export interface EndpointMoves {
  readonly move: (moved: Moved, target: Target) => void;
  /** Up or down among its neighbours. */
  readonly step: (moved: Moved, line: TreeLine, step: 1 | -1) => void;
  /** Into a folder by its name, behind what is there. */
  readonly moveTo: (moved: Moved, folder: string) => void;
  /** Back to the endpoints whose paths begin as its own does. */
  readonly release: (rows: readonly Row[]) => void;
  readonly newFolder: (folder: string) => void;
  readonly rename: (group: Branch, name: string) => void;
  readonly dissolve: (group: Branch) => void;
}

const wordsOf = (moved: Moved): string =>
  'group' in moved ? `“${nameOf(moved.group)}”` : moved.rows.length === 1 ? `“${titleOf(moved.rows[0]!)}”` : `${moved.rows.length.toLocaleString()} endpoints`;

const idsOf = (moved: Moved): readonly string[] => ('group' in moved ? [moved.group.prefix] : moved.rows.map(({ id }) => id));

const noFolders: readonly string[] = [];

export const foldersOf = (api: Row): readonly string[] => (Array.isArray(api['folders']) ? (api['folders'] as readonly string[]) : noFolders);

/**
 * Moves of the tree of an API. They are carried out one after another, each from how the one before left the tree, so
 * that a key that is held down takes a step at a time.
 */
export function useEndpointMoves(api: Row, source: Source): EndpointMoves {
  const latest = useRef(api);
  useEffect(() => {
    latest.current = api;
  });
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  return useMemo(() => {
    const inTurn = (of: readonly string[], plan: (arranged: Arranged) => { readonly change: Arrangement; readonly said: (after: Arranged) => string } | undefined) => {
      const carryOut = async () => {
        // What a move did to the API is shown, and so known here, before the next one.
        await new Promise((resolve) => setTimeout(resolve, 0));
        const arranged: Arranged = { rows: listNow(source).data, named: foldersOf(latest.current) };
        const planned = plan(arranged);
        if (!planned) return;
        const { places, folders } = planned.change;
        const isOrdered = folders !== undefined && JSON.stringify(folders) !== JSON.stringify(arranged.named);
        if (places.length === 0 && !isOrdered) return;
        const changes = new Map(places.map((place) => [place.id, place]));
        const rows = arranged.rows.filter(({ id }) => changes.has(id));
        const after = (): Arranged => ({ rows: arranged.rows.map((row) => (changes.has(row.id) ? { ...row, ...changes.get(row.id) } : row)), named: folders ?? arranged.named });
        const arranging: Arranging = { api: latest.current, of, rows, places: rows.map(({ id }) => changes.get(id)!), ...(isOrdered ? { folders } : {}), said: () => planned.said(after()) };
        await arrange(arranging);
      };
      turn.current = turn.current.then(carryOut);
    };
    const toTarget = (moved: Moved, target: Target) => inTurn(idsOf(moved), (arranged) => {
      const whole: Moved = 'group' in moved ? { group: wholeOf(arranged, moved.group) } : moved;
      const change = arrangementOf(arranged, whole, target);
      return { change, said: (after) => `${wordsOf(moved)} moved: ${placeAmong(after, whole, change)}` };
    });
    return {
      move: toTarget,
      step: (moved, line, step) => inTurn(idsOf(moved), (arranged) => {
        const target = stepOf(arranged, moved, line, step);
        if (!target) {
          notify(`${wordsOf(moved)} ${step < 0 ? 'is the first' : 'is the last'} of its kind here already`, { timeout: 2500 });
          return undefined;
        }
        const change = arrangementOf(arranged, moved, target);
        return { change, said: (after) => `${wordsOf(moved)} moved: ${placeAmong(after, moved, change)}` };
      }),
      moveTo: (moved, folder) => toTarget(moved, { into: folder === '' ? undefined : { prefix: folder, isFolder: true } }),
      release: (rows) => inTurn(idsOf({ rows }), () => ({ change: { places: rows.map(({ id }) => ({ id, folder: null, position: null })) }, said: () => `${wordsOf({ rows })} moved to where the path belongs` })),
      newFolder: (folder) => inTurn([folder], ({ named }) => ({ change: { places: [], folders: [...new Set([...named, folder])] }, said: () => `Folder “${folder}” made` })),
      rename: (group, name) => inTurn([group.prefix, name], (arranged) => {
        const prefix = folderOf([...partsOfFolder(group.prefix).slice(0, -1), ...partsOfFolder(name)]);
        return { change: renamed(arranged, wholeOf(arranged, group), prefix), said: () => `Folder renamed to “${prefix}”` };
      }),
      dissolve: (group) => inTurn([group.prefix], (arranged) => ({ change: dissolved(arranged, wholeOf(arranged, group)), said: () => `Folder “${group.prefix}” removed; its endpoints stay` })),
    };
  }, [source]);
}
