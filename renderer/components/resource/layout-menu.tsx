import { Button, Checkbox, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Download, ListColumns, Pin, Unpin } from '@blueprintjs/icons';
import type { Entity, Row } from '../../../shared/contract/entity.ts';
import { fieldMeta } from '../../state/list-entity.ts';
import type { ListLayout } from '../../state/list-layout.ts';
import type { Order } from '../../state/list-order.ts';
import type { Column } from './columns.ts';
import { rowsAsCsv, rowsAsJson, saveFile } from './copy-rows.ts';

interface LayoutMenuProps {
  readonly entity: Entity;
  readonly names: readonly string[];
  readonly layout: ListLayout;
  readonly onLayout: (change: (layout: ListLayout) => ListLayout) => void;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly columns: readonly Column[];
  /** The rows are shown as cards, which have no columns. */
  readonly isGallery: boolean;
}

/** Which columns are shown and which of them stay, and everything that matches as a file. */
export function LayoutMenu({ entity, names, layout, onLayout, rows, order, columns, isGallery }: LayoutMenuProps) {
  const shown = layout.columns ?? [...entity.columns];
  const toggle = (name: string) => onLayout((now) => {
    const next = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name];
    return next.length === 0 ? now : { ...now, columns: next };
  });
  const pin = (name: string) => onLayout((now) => ({ ...now, pinned: now.pinned.includes(name) ? now.pinned.filter((other) => other !== name) : [...now.pinned, name] }));
  const matching = () => Array.from(order, (at) => rows[at]!);
  const chooser = (
    <div className="column-chooser">
      {names.map((name) => {
        const { label } = fieldMeta(entity, name);
        const pinned = layout.pinned.includes(name);
        return (
          <div key={name} className="column-choice">
            <Checkbox checked={shown.includes(name)} label={label} onChange={() => toggle(name)} />
            {shown.indexOf(name) > 0 && (
              <Button size="small" variant="minimal" icon={pinned ? <Unpin size={12} /> : <Pin size={12} />} aria-label={pinned ? `Unpin ${label}` : `Pin ${label}`} aria-pressed={pinned} onClick={() => pin(name)} />
            )}
          </div>
        );
      })}
      <Button size="small" variant="minimal" text="As at first" onClick={() => onLayout((now) => ({ views: now.views, look: now.look, widths: {}, pinned: [] }))} />
    </div>
  );
  const files = (
    <Menu>
      <MenuItem text="Export as JSON" onClick={() => saveFile(`${entity.table}.json`, 'application/json', rowsAsJson(matching()))} />
      <MenuItem text="Export as CSV" onClick={() => saveFile(`${entity.table}.csv`, 'text/csv', rowsAsCsv(matching(), columns))} />
    </Menu>
  );
  return (
    <>
      {!isGallery && <PopoverNext content={chooser} placement="bottom-end"><Button size="small" variant="minimal" icon={<ListColumns size={14} />} text="Columns" /></PopoverNext>}
      <PopoverNext content={files} placement="bottom-end"><Button size="small" variant="minimal" icon={<Download size={14} />} text="Export" /></PopoverNext>
    </>
  );
}
