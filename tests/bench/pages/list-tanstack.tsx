import { createColumnHelper, flexRender, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { columns as described, plainText, type ListRow } from './list-rows.ts';
import type { Draw } from './main.ts';

/** The peer: the table and the virtualizer of TanStack, put together as its own guide does. */

const height = 28;
const features = tableFeatures({});
const helper = createColumnHelper();
const columns = helper.columns(described.map(({ name, label }) => helper.accessor(name, { header: label, cell: (cell) => plainText(cell.getValue()) })));

function List({ data }: { readonly data: ListRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const table = useTable({ features, columns, data, getRowId: ({ id }) => id });
  const { rows } = table.getRowModel();
  // oxlint-disable-next-line react/incompatible-library -- it changes under React's eyes, which is what it is for
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => height, overscan: 5 });
  return (
    <div ref={scroller} className="table-scroll">
      <div style={{ height: virtualizer.getTotalSize() }}>
        <table className="table" style={{ width: described.reduce((sum, { width }) => sum + width, 0) }}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header, at) => <th key={header.id} style={{ width: described[at]!.width }}>{flexRender(header.column.columnDef.header, header.getContext())}</th>)}
              </tr>
            ))}
          </thead>
          <tbody>
            {virtualizer.getVirtualItems().map((item, at) => {
              const row = rows[item.index]!;
              return (
                <tr key={row.id} style={{ height: item.size, transform: `translateY(${item.start - at * item.size}px)` }}>
                  {row.getAllCells().map((cell) => <td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

export const draw: Draw = (root, rows) => createRoot(root).render(<List data={rows} />);
