import { Button, ButtonGroup } from '@blueprintjs/core';
import { GridView, List } from '@blueprintjs/icons';
import { useCommand } from '../../state/commands.ts';
import type { ListLayout } from '../../state/list-layout.ts';

interface LookSwitchProps {
  readonly look: ListLayout['look'];
  readonly onLook: (look: ListLayout['look']) => void;
}

/** Cards or a table; what is chosen stays. */
export function LookSwitch({ look, onLook }: LookSwitchProps) {
  useCommand('list.look', () => onLook(look === 'gallery' ? 'table' : 'gallery'));
  return (
    <ButtonGroup size="small" role="group" aria-label="Look">
      <Button icon={<GridView size={14} />} title="As cards" aria-label="As cards" aria-pressed={look === 'gallery'} active={look === 'gallery'} onClick={() => onLook('gallery')} />
      <Button icon={<List size={14} />} title="As a table" aria-label="As a table" aria-pressed={look === 'table'} active={look === 'table'} onClick={() => onLook('table')} />
    </ButtonGroup>
  );
}
