import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Column } from '../../../renderer/components/resource/columns.ts';
import { ResourceTable } from '../../../renderer/components/resource/resource-table.tsx';
import { columns as described } from './list-rows.ts';
import type { Draw } from './main.ts';

const columns = described.map(({ name, label, width, widget }, at): Column => ({ name, width, meta: { label, widget }, left: at === 0 ? 36 : undefined }));
const nobody: ReadonlySet<string> = new Set();
const nothing = () => undefined;
const hrefOf = ({ id }: { readonly id: string }) => `/agents/agent-tools/${id}`;

function List({ rows }: { readonly rows: Parameters<Draw>[1] }) {
  const [order] = useState(() => Uint32Array.from(rows, (_, at) => at));
  const [active, setActive] = useState(0);
  return (
    <ResourceTable
      label="Tools" rows={rows} order={order} columns={columns} sort={[]} selection={nobody} active={active} comfortable={false} hrefOf={hrefOf}
      onActivate={setActive} onOpen={nothing} onToggle={nothing} onSelectAll={nothing} onSort={nothing} onWidth={nothing}
    />
  );
}

export const draw: Draw = (root, rows) => createRoot(root).render(<List rows={rows} />);
