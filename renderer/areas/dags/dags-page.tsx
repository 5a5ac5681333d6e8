import { Button } from '@blueprintjs/core';
import { Layers } from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { relativeTime } from '../../components/resource/cell.tsx';
import type { Cells } from '../../components/resource/columns.ts';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { useObstacle } from '../../state/list-permission.ts';
import { dagOf } from './airflow.ts';
import { useDagActions } from './dag-actions.tsx';
import { PausedFilter } from './paused-filter.tsx';
import { nothing } from './row-table.tsx';
import { PausedBadge, StateBadge } from './state-badge.tsx';

const cells: Cells = {
  is_paused: (row) => <PausedBadge isPaused={dagOf(row).isPaused} />,
  timetable_summary: (row) => dagOf(row).schedule ?? <span className="dag-none">By hand</span>,
  latest_dag_runs(row, now) {
    const [last] = dagOf(row).latest;
    if (!last) return nothing;
    return <><StateBadge state={last.state} /> {last.start !== null && <span className="tr-muted">{relativeTime(Date.parse(last.start), now)}</span>}</>;
  },
  tags(row) {
    const { tags } = dagOf(row);
    return tags.length === 0 ? nothing : tags.slice(0, 8).map((tag) => <span key={tag} className="cell-tag">{tag}</span>);
  },
};

const methods = { create: 'add', update: 'add' } as const;

/** Every DAG of the environment. */
export function DagsPage() {
  const { actions, dialog } = useDagActions();
  return (
    <>
      <ResourcePage group="dags" live methods={methods} cells={cells} rowActions={actions} filters={<PausedFilter />} empty={<NoDags />} />
      {dialog}
    </>
  );
}

function NoDags() {
  const navigate = useNavigate();
  const obstacle = useObstacle('dags', 'add');
  return (
    <EmptyState
      icon={<Layers size={24} />}
      title="No DAGs yet"
      text="A DAG is a set of tasks that run one after another, or side by side where they may, when you say so or on a schedule."
      actions={
        <>
          <ActionButton intent="primary" text="Add DAG" obstacle={obstacle} onClick={() => void navigate('/dags/new')} />
          <Button text="Start from an example" onClick={() => void navigate('/dags/new?example=1')} />
        </>
      }
    />
  );
}
