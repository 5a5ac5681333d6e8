import { useNavigate } from 'react-router-dom';
import type { WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { useNow } from '../../../components/resource/use-now.ts';
import { nothing, RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { Took, When } from '../../../components/rows/times.tsx';
import { Who } from '../../../components/rows/who.tsx';
import { refresh, useList } from '../../../state/lists.ts';
import { runPath } from './node-result.tsx';
import { RunBadge } from './run-badge.tsx';
import { runsOf } from './use-followed-run.ts';

export const columnsAt = (now: number): readonly RowColumn<WorkflowRun>[] => [
  { name: 'state', label: 'State', width: 110, cell: ({ state }) => <RunBadge state={state} /> },
  { name: 'start', label: 'Started', width: 140, cell: ({ start_date }) => <When at={start_date} now={now} /> },
  { name: 'took', label: 'Duration', width: 90, kind: 'number', cell: ({ start_date, end_date }) => <Took start={start_date} end={end_date ?? null} now={now} /> },
  { name: 'version', label: 'Version', width: 80, kind: 'number', cell: ({ version, version_id }) => version ?? (version_id === null ? 'unsaved' : nothing) },
  { name: 'tokens', label: 'Tokens', width: 80, kind: 'number', cell: ({ tokens }) => tokens?.total.toLocaleString() ?? nothing },
  { name: 'by', label: 'By', width: 110, cell: ({ started_by }) => <Who id={started_by} /> },
  { name: 'error', label: 'What went wrong', cell: ({ error }) => (error ? <span title={error}>{error}</span> : nothing) },
];

/** The runs of a recipe, the newest first. */
export function RunsPanel({ recipeId }: { readonly recipeId: string }) {
  const source = { ...runsOf(recipeId), live: true };
  const { data, error, meta } = useList(source);
  const navigate = useNavigate();
  const now = useNow();
  const runs = data as unknown as readonly WorkflowRun[];
  if (error && !meta) return <Failure failure={error} onRetry={() => refresh(source)} />;
  if (!meta) return <Skeleton label="Loading the runs" />;
  if (runs.length === 0) return <EmptyState title="No runs yet" text="Run the workflow from its canvas; each run is kept with its inputs and outputs." />;
  return (
    <div className="detail-panel">
      {error && <Failure failure={error} onRetry={() => refresh(source)} />}
      <AsOf meta={meta} />
      <RowTable label="Runs of the workflow" rows={runs} idOf={({ run_id }) => run_id} columns={columnsAt(now)} chosen={null} onOpen={({ run_id }) => void navigate(runPath(run_id))} onRefresh={() => refresh(source)} />
    </div>
  );
}
