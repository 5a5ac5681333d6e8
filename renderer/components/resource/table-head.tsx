import { ChevronDown, ChevronUp } from '@blueprintjs/icons';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { SortKey } from '../../state/list-view.ts';
import { narrowest, stays, widest, type Column } from './columns.ts';

interface TableHeadProps {
  readonly columns: readonly Column[];
  readonly sort: readonly SortKey[];
  readonly allSelected: boolean | 'some';
  readonly onSort: (field: string, more: boolean) => void;
  readonly onWidth: (field: string, width: number) => void;
  readonly onSelectAll: () => void;
}

const within = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)));

/** The edge of a column: drag it, or focus it and use the arrow keys. */
function Edge({ column, onWidth }: { readonly column: Column; readonly onWidth: TableHeadProps['onWidth'] }) {
  const [start, setStart] = useState<{ x: number; width: number } | null>(null);
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ x: event.clientX, width: column.width });
    event.preventDefault();
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(column.name, within(column.width + by));
  };
  return (
    <div
      className="table-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${column.meta.label}`}
      aria-valuenow={column.width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={begin}
      onPointerMove={(event) => start && onWidth(column.name, within(start.width + event.clientX - start.x))}
      onPointerUp={() => setStart(null)}
      onPointerCancel={() => setStart(null)}
      onKeyDown={step}
    />
  );
}

export function TableHead({ columns, sort, allSelected, onSort, onWidth, onSelectAll }: TableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className="table-check table-stays" scope="col" style={stays(0)}>
          <input
            type="checkbox"
            aria-label="Select all that match"
            checked={allSelected === true}
            ref={(box) => {
              if (box) box.indeterminate = allSelected === 'some';
            }}
            onChange={onSelectAll}
          />
        </th>
        {columns.map((column, at) => {
          const place = sort.findIndex(({ field }) => field === column.name);
          const key = sort[place];
          const order = key ? (key.descending ? 'descending' : 'ascending') : 'none';
          return (
            <th
              key={column.name}
              scope="col"
              aria-colindex={at + 2}
              aria-sort={order}
              className={`${column.left === undefined ? '' : 'table-stays'} ${column.meta.widget === 'number' ? 'cell-number' : ''}`}
              style={stays(column.left)}
            >
              <button type="button" className="table-sort" title={`${column.meta.label}. Shift adds it to the sort.`} onClick={(event) => onSort(column.name, event.shiftKey)}>
                <span className="table-label">{column.meta.label}</span>
                {key && (key.descending ? <ChevronDown size={12} /> : <ChevronUp size={12} />)}
                {key && sort.length > 1 && <span className="table-place">{place + 1}</span>}
              </button>
              <Edge column={column} onWidth={onWidth} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
