import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import type { Row } from '../../../shared/contract/entity.ts';
import { copyText } from '../../components/resource/copy-rows.ts';
import { pathOf } from '../../state/areas.ts';
import { textOf } from '../../state/list-order.ts';
import { remove } from '../../state/list-removal.ts';
import { goTo } from '../../state/navigation.ts';
import type { Branch } from './endpoint-tree.ts';
import { isEnabled, switchEndpoints } from './switch-endpoints.ts';

interface MoveItemsProps {
  /** Why nothing can be moved now. */
  readonly toMove: string | undefined;
  readonly onMove: () => void;
  readonly onStep: (step: 1 | -1) => void;
}

function MoveItems({ toMove, onMove, onStep }: MoveItemsProps) {
  const off = toMove !== undefined;
  return (
    <>
      <MenuItem text="Move up" label="Alt+↑" disabled={off} onClick={() => onStep(-1)} />
      <MenuItem text="Move down" label="Alt+↓" disabled={off} onClick={() => onStep(1)} />
      <MenuItem text="Move to…" label="m" disabled={off} onClick={onMove} />
    </>
  );
}

interface EndpointMenuProps extends MoveItemsProps {
  readonly row: Row;
  /** Why each cannot be done now. */
  readonly toSwitch: string | undefined;
  readonly toTest: string | undefined;
  readonly toRemove: string | undefined;
  readonly onTest: () => void;
}

/** What can be done with one endpoint of the tree. */
export function EndpointMenu({ row, toMove, toSwitch, toTest, toRemove, onTest, onMove, onStep }: EndpointMenuProps) {
  const on = isEnabled(row);
  return (
    <Menu aria-label="Actions of the endpoint">
      <MenuItem text="Open" label="Enter" onClick={() => goTo(pathOf('composerEndpoints', row.id) ?? '/apis')} />
      <MenuItem text="Copy the path" onClick={() => void copyText(textOf(row['path']), 'Path')} />
      <MenuDivider />
      <MoveItems toMove={toMove} onMove={onMove} onStep={onStep} />
      <MenuDivider />
      <MenuItem text={on ? 'Disable' : 'Enable'} label="t" disabled={toSwitch !== undefined} onClick={() => void switchEndpoints([row], !on)} />
      <MenuItem text="Run its tests…" disabled={toTest !== undefined} onClick={onTest} />
      <MenuDivider />
      <MenuItem text="Delete" label="Delete" intent="danger" disabled={toRemove !== undefined} onClick={() => remove('composerEndpoints', [row])} />
    </Menu>
  );
}

interface GroupMenuProps extends MoveItemsProps {
  readonly group: Branch;
  readonly onTurn: () => void;
  readonly onNew: () => void;
  readonly onRename: () => void;
  readonly onDissolve: () => void;
}

/** What can be done with a folder, or with endpoints that share the beginning of their paths. */
export function GroupMenu({ group, toMove, onTurn, onNew, onRename, onDissolve, onMove, onStep }: GroupMenuProps) {
  const off = toMove !== undefined;
  return (
    <Menu aria-label={group.isFolder ? 'Actions of the folder' : 'Actions of the group'}>
      <MenuItem text={group.open ? 'Close' : 'Open'} label="Enter" onClick={onTurn} />
      <MenuDivider />
      <MoveItems toMove={toMove} onMove={onMove} onStep={onStep} />
      <MenuDivider />
      <MenuItem text={group.isFolder ? 'New folder in it…' : 'New folder…'} disabled={off} onClick={onNew} />
      {group.isFolder && <MenuItem text="Rename folder…" label="F2" disabled={off} onClick={onRename} />}
      {group.isFolder && <MenuItem text="Remove folder, keep its endpoints" disabled={off} onClick={onDissolve} />}
    </Menu>
  );
}
