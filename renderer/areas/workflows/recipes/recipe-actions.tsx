import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Duplicate, Export, Pin, Unpin } from '@blueprintjs/icons';
import { useState, type JSX } from 'react';
import type { Row } from '../../../../shared/contract/entity.ts';
import { isSecretMark } from '../../../../shared/contract/fields.ts';
import { copyText } from '../../../components/resource/copy-rows.ts';
import type { RowAction } from '../../../components/resource/row-action.tsx';
import { pathOf } from '../../../state/areas.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { remove } from '../../../state/list-removal.ts';
import { goTo } from '../../../state/navigation.ts';
import { pinRows, unpinRows, usePins } from '../../../state/pins.ts';
import { useOffline } from '../../../state/platform.ts';
import { recipes } from '../../../state/recipes.ts';
import { titleOf } from '../../../state/list-entity.ts';
import { CloneRecipeDialog } from './clone-recipe-dialog.tsx';
import { ExportRecipeDialog } from './export-recipe-dialog.tsx';

export const canvasPath = (id: string) => `${pathOf(recipes, id) ?? '/workflows'}?tab=canvas`;

const awayText = 'The platform cannot be reached. This works again once it is back.';

interface RecipeActions {
  readonly actions: readonly RowAction[];
  readonly menuOf: (row: Row, acted: readonly Row[]) => JSX.Element;
  /** The dialog that an action has opened, to be drawn somewhere. */
  readonly dialog: JSX.Element | null;
}

/** What can be done with recipes: in the list, on a recipe's page and in the menu of a card. */
export function useRecipeActions(): RecipeActions {
  const [open, setOpen] = useState<{ readonly what: 'clone' | 'export'; readonly row: Row } | null>(null);
  const toClone = useObstacle(recipes, 'create');
  const toRemove = useObstacle(recipes, 'remove');
  const offline = useOffline();
  const pins = usePins((state) => state.pins);
  const toExport = offline ? awayText : undefined;
  const isPinned = ({ id }: Row) => pins.some(({ group, row }) => group === recipes && row === id);
  const turnPins = (rows: readonly Row[]) => void (rows.every(isPinned) ? unpinRows(recipes, rows) : pinRows(recipes, rows.filter((row) => !isPinned(row))));
  const ask = (what: 'clone' | 'export') => ([row]: readonly Row[]) => row && setOpen({ what, row });
  const actions: readonly RowAction[] = [
    { text: 'Clone…', icon: <Duplicate size={14} />, command: 'recipes.clone', obstacle: toClone, single: true, run: ask('clone') },
    { text: 'Export file…', icon: <Export size={14} />, command: 'recipes.export', obstacle: toExport, single: true, run: ask('export') },
    { text: 'Keep here, or not', icon: <Pin size={14} />, command: 'recipes.pin', obstacle: undefined, run: turnPins },
  ];
  const close = () => setOpen(null);
  return {
    actions,
    menuOf: (row, acted) => (
      <Menu aria-label="Actions of the recipe">
        <MenuItem text="Open" label="Enter" onClick={() => goTo(pathOf(recipes, row.id) ?? '/workflows')} />
        <MenuItem text="Open the canvas" label="G" onClick={() => goTo(canvasPath(row.id))} />
        <MenuDivider />
        <MenuItem icon={<Duplicate size={14} />} text="Clone…" label="D" disabled={toClone !== undefined} title={toClone} onClick={() => ask('clone')([row])} />
        <MenuItem icon={<Export size={14} />} text="Export to a file…" label="Shift+E" disabled={toExport !== undefined} title={toExport} onClick={() => ask('export')([row])} />
        {acted.every(isPinned)
          ? <MenuItem icon={<Unpin size={14} />} text="Keep no longer on this computer" label="Shift+K" onClick={() => turnPins(acted)} />
          : <MenuItem icon={<Pin size={14} />} text="Keep on this computer" label="Shift+K" onClick={() => turnPins(acted)} />}
        <MenuItem text="Copy the id" onClick={() => void copyText(row.id, `The id of “${titleOf(row)}”`)} />
        <MenuDivider />
        <MenuItem text={acted.length > 1 ? `Delete ${acted.length.toLocaleString()}` : 'Delete'} label="Delete" intent="danger" disabled={toRemove !== undefined} title={toRemove} onClick={() => remove(recipes, acted)} />
      </Menu>
    ),
    dialog: open?.what === 'clone' ? <CloneRecipeDialog row={open.row} onClose={close} /> : open ? <ExportRecipeDialog id={open.row.id} name={titleOf(open.row)} isProtected={isSecretMark(open.row['pass_phrase'])} onClose={close} /> : null,
  };
}
