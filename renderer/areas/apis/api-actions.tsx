import { Menu, MenuDivider, MenuItem, PopoverNext, Button } from '@blueprintjs/core';
import { Disable, Duplicate, Export, More, Tick } from '@blueprintjs/icons';
import { useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { cloneApi } from '../../state/api-actions.ts';
import { useCommand } from '../../state/commands.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { ExportDialog } from './export-dialog.tsx';
import { SwitchAllDialog } from './switch-all-dialog.tsx';

/** What can be done with a whole API, beside what every kind offers. */
export function ApiActions({ row }: { readonly row: Row }) {
  const [exporting, setExporting] = useState(false);
  const [switching, setSwitching] = useState<boolean | null>(null);
  const toClone = useObstacle('composerApis', 'clone');
  const toSwitch = useObstacle('composerEndpoints', 'disable');
  const clone = () => void cloneApi(row);
  const openExport = () => setExporting(true);
  useCommand('apis.export', openExport);
  useCommand('apis.clone', toClone ? null : clone);
  const menu = (
    <Menu>
      <MenuItem icon={<Duplicate size={14} />} text="Clone" disabled={toClone !== undefined} title={toClone ?? 'Makes a copy of the API and its endpoints'} onClick={clone} />
      <MenuDivider />
      <MenuItem icon={<Tick size={14} />} text="Enable all endpoints…" disabled={toSwitch !== undefined} title={toSwitch} onClick={() => setSwitching(true)} />
      <MenuItem icon={<Disable size={14} />} text="Disable all endpoints…" disabled={toSwitch !== undefined} title={toSwitch} onClick={() => setSwitching(false)} />
    </Menu>
  );
  return (
    <>
      <ActionButton variant="minimal" size="small" icon={<Export size={14} />} text="Export" onClick={openExport} />
      <PopoverNext content={menu} placement="bottom-end"><Button variant="minimal" size="small" icon={<More size={14} />} text="More" /></PopoverNext>
      {exporting && <ExportDialog api={row} onClose={() => setExporting(false)} />}
      {switching !== null && <SwitchAllDialog api={row} on={switching} onClose={() => setSwitching(null)} />}
    </>
  );
}
