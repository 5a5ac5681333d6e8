import type { GridModel } from './grid-model.ts';
import { extendTo, moveTo, noSelection, selectAll, stepFrom, toggle, type Cell, type GridSelection } from './grid-selection.ts';
import { useCommand } from '../../../state/commands.ts';

interface GridKeys {
  readonly model: GridModel;
  readonly selection: GridSelection;
  readonly onSelect: (change: (now: GridSelection) => GridSelection) => void;
  readonly onOpen: (cell: Cell) => void;
  readonly onTurn: (group: string) => void;
  readonly onTurnAll: () => void;
}

/** The grid's commands, so that the user's own keys give them, and the palette does. */
export function useGridKeys({ model, selection, onSelect, onOpen, onTurn, onTurnAll }: GridKeys): void {
  const can = model.runs.length > 0;
  const go = (rows: number, runs: number, extend = false) => (can ? () => onSelect((now) => {
    const to = stepFrom(model, now, rows, runs);
    return to === null ? now : extend && now.active ? extendTo(model, now, to) : moveTo(now, to);
  }) : null);
  useCommand('grid.up', go(-1, 0));
  useCommand('grid.down', go(1, 0));
  useCommand('grid.left', go(0, -1));
  useCommand('grid.right', go(0, 1));
  useCommand('grid.extendUp', go(-1, 0, true));
  useCommand('grid.extendDown', go(1, 0, true));
  useCommand('grid.extendLeft', go(0, -1, true));
  useCommand('grid.extendRight', go(0, 1, true));
  useCommand('grid.first', go(0, -model.runs.length));
  useCommand('grid.last', go(0, model.runs.length));
  const { active } = selection;
  const row = active && active.row >= 0 ? model.rows[active.row] : undefined;
  useCommand('grid.toggle', active ? () => onSelect((now) => (now.active ? toggle(model, now, now.active) : now)) : null);
  useCommand('grid.selectAll', can ? () => onSelect((now) => selectAll(model, now)) : null);
  useCommand('grid.drop', selection.instances.size + selection.runs.size > 0 ? () => onSelect(({ active }) => ({ ...noSelection, active, anchor: active })) : null);
  useCommand('grid.open', active ? () => onOpen(active) : null);
  useCommand('grid.turn', row?.kind === 'group' ? () => onTurn(row.id) : null);
  useCommand('grid.turnAll', model.rows.some(({ kind }) => kind === 'group') ? onTurnAll : null);
}
