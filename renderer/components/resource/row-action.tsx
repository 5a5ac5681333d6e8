import type { JSX } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { CommandId } from '../../state/command-table.ts';
import { useCommand } from '../../state/commands.ts';

/** Something that can be done with rows of one kind: to the selected ones by a button, to these or the active one by a key. */
export interface RowAction {
  readonly text: string;
  readonly icon: JSX.Element;
  readonly command: CommandId;
  /** Why it cannot be done now. */
  readonly obstacle: string | undefined;
  /** It is about one row at a time. */
  readonly single?: boolean;
  readonly run: (rows: readonly Row[]) => void;
}

interface RowCommandProps {
  readonly action: RowAction;
  /** The rows that an action is about: the selected ones, else the active one. */
  readonly acted: () => readonly Row[];
}

/** Gives an action its command while the list is there. */
export function RowCommand({ action: { command, obstacle, single = false, run }, acted }: RowCommandProps) {
  useCommand(command, obstacle === undefined ? () => {
    const rows = acted();
    if (rows.length === 1 || (rows.length > 1 && !single)) run(rows);
  } : null);
  return null;
}
