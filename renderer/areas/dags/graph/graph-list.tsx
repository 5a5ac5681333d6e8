import { durationText } from '../../../components/rows/duration.ts';
import { nothing, RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import type { GridAnswer, GridColumn } from '../../../state/dag-desk.ts';
import { StateBadge } from '../state-badge.tsx';

interface GraphListProps {
  readonly structure: Pick<GridAnswer, 'tasks'>;
  readonly column: GridColumn | undefined;
  readonly onOpen: (id: string) => void;
}

interface Line {
  readonly id: string;
  readonly state: string | null;
  readonly took: number | null;
  readonly after: string;
  readonly before: string;
  readonly group: string | null;
}

const columns: readonly RowColumn<Line>[] = [
  { name: 'task', label: 'Task', kind: 'mono', cell: ({ id }) => <span title={id}>{id}</span> },
  { name: 'state', label: 'State', width: 150, cell: ({ state }) => (state === null ? nothing : <StateBadge state={state} />) },
  { name: 'took', label: 'Duration', width: 100, kind: 'number', cell: ({ took }) => (took === null ? nothing : durationText(took)) },
  { name: 'after', label: 'After', cell: ({ after }) => <span title={after}>{after || nothing}</span> },
  { name: 'before', label: 'Before', cell: ({ before }) => <span title={before}>{before || nothing}</span> },
  { name: 'group', label: 'Group', width: 140, cell: ({ group }) => group ?? nothing },
];

/** A graph in lines: each task with what it waits for and what waits for it. */
export function GraphList({ structure: { tasks }, column, onOpen }: GraphListProps) {
  const after = new Map<string, string[]>();
  for (const { task_id, upstream_task_ids } of tasks) for (const id of upstream_task_ids) after.set(id, [...(after.get(id) ?? []), task_id]);
  const lines = tasks.map(({ task_id, upstream_task_ids, task_group }, at): Line => {
    const [start, end] = [column?.starts[at] ?? null, column?.ends[at] ?? null];
    return { id: task_id, state: column?.states[at] ?? null, took: start === null || end === null ? null : end - start, after: upstream_task_ids.join(', '), before: (after.get(task_id) ?? []).join(', '), group: task_group };
  });
  return (
    <div className="dag-scroll">
      <RowTable label="Tasks of the graph" rows={lines} idOf={({ id }) => id} columns={columns} chosen={null} onOpen={({ id }) => onOpen(id)} onRefresh={() => undefined} />
    </div>
  );
}
