import { Button } from '@blueprintjs/core';
import { Cross, Duplicate, Export, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { callOf, kindOf } from '../../state/list-entity.ts';
import { ActionButton } from './action-button.tsx';
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx';
import type { Column } from './columns.ts';
import type { RowAction } from './row-action.tsx';
import { copyText, rowsAsCsv, rowsAsJson, saveFile } from './copy-rows.ts';

/** What asks before rows are deleted. */
export interface RemovalProps {
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}

interface SelectionBarProps {
  readonly group: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** What only this kind offers. */
  readonly actions?: readonly RowAction[] | undefined;
  /** Why they cannot be deleted now. */
  readonly obstacle: string | undefined;
  /** Asks in its own way before they are deleted. */
  readonly onRemove?: ((rows: readonly Row[]) => void) | undefined;
  readonly onClear: () => void;
}

/** What can be done with the selected rows. */
export function SelectionBar({ group, rows, columns, actions, obstacle, onRemove, onClear }: SelectionBarProps) {
  const [deleting, setDeleting] = useState<readonly Row[] | null>(null);
  const { one, many, table, removal } = kindOf(group);
  const what = rows.length === 1 ? `1 ${one}` : `${rows.length.toLocaleString()} ${many}`;
  return (
    <>
      {rows.length > 0 && (
        <div className="selection-bar" role="toolbar" aria-label="Selected rows">
          <strong>{what} selected</strong>
          <Button size="small" variant="minimal" icon={<Duplicate size={14} />} text="Copy as JSON" onClick={() => void copyText(rowsAsJson(rows), what)} />
          <Button size="small" variant="minimal" icon={<Duplicate size={14} />} text="Copy as CSV" onClick={() => void copyText(rowsAsCsv(rows, columns), what)} />
          <Button size="small" variant="minimal" icon={<Export size={14} />} text="Export" onClick={() => saveFile(`${table}.json`, 'application/json', rowsAsJson(rows))} />
          {actions?.map(({ text, icon, obstacle, single, run }) => (
            <ActionButton key={text} size="small" variant="minimal" icon={icon} text={text} obstacle={obstacle ?? (single && rows.length > 1 ? `Select one ${one} alone for this.` : undefined)} onClick={() => run(rows)} />
          ))}
          {callOf(group, 'remove') && (
            <ActionButton size="small" variant="minimal" intent="danger" icon={<Trash size={14} />} text={`${removal.verb}…`} obstacle={obstacle} onClick={() => (onRemove ?? setDeleting)(rows)} />
          )}
          <span className="filter-space" />
          <Button size="small" variant="minimal" icon={<Cross size={14} />} text="Clear" onClick={onClear} />
        </div>
      )}
      {deleting && <BulkDeleteDialog group={group} rows={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
