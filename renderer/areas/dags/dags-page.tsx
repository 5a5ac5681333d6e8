import { Button } from '@blueprintjs/core';
import { Filter, Layers } from '@blueprintjs/icons';
import { Fragment, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import type { Cells, ColumnValues } from '../../components/resource/columns.ts';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { useListView } from '../../components/resource/use-list-view.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { plainView } from '../../state/list-view.ts';
import { dagOf } from './airflow.ts';
import { useDagActions } from './dag-actions.tsx';
import { EngineTag } from './engine-tag.tsx';
import { PausedFilter } from './paused-filter.tsx';
import { nothing } from './row-table.tsx';
import { cronWords } from './schedule/cron-words.ts';
import { PausedBadge, pausedWord, StateBadge, stateWord } from './state-badge.tsx';
import { When } from './times.tsx';
import { useDagPattern } from './use-dag-pattern.ts';
import { Who } from './who.tsx';

const cells: Cells = {
  is_paused: (row) => <PausedBadge isPaused={dagOf(row).isPaused} />,
  timetable_summary(row) {
    const { schedule } = dagOf(row);
    return schedule === null ? <span className="dag-none">By hand</span> : <span title={cronWords(schedule)}>{schedule}</span>;
  },
  latest_dag_runs(row, now) {
    const [last] = dagOf(row).latest;
    if (!last) return nothing;
    return <><StateBadge state={last.state} /> {last.start !== null && <span className="tr-muted"><When at={last.start} now={now} /></span>}</>;
  },
  tags(row) {
    const { tags } = dagOf(row);
    return tags.length === 0 ? nothing : tags.slice(0, 8).map((tag) => <span key={tag} className="cell-tag">{tag}</span>);
  },
  owners(row) {
    const { owners } = dagOf(row);
    return owners.length === 0 ? nothing : owners.map((owner, at) => <Fragment key={owner}>{at > 0 && ', '}<Who id={owner} /></Fragment>);
  },
};

/** An instant in the one form in which the alphabet sorts it by time; undefined for what is none. */
const instant = (text: string | null) => (text === null || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString());

const columnValues: ColumnValues = {
  is_paused: (row) => pausedWord(dagOf(row).isPaused),
  timetable_summary: (row) => dagOf(row).schedule,
  /** When it began comes first, so that it sorts; the state can be filtered by. */
  latest_dag_runs(row) {
    const [last] = dagOf(row).latest;
    return last && [instant(last.start ?? last.logicalDate), stateWord(last.state)].filter(Boolean).join(' ');
  },
  next_dagrun_run_after: (row) => instant(dagOf(row).nextRun),
  tags: (row) => dagOf(row).tags.join(', '),
  owners: (row) => dagOf(row).owners.join(', '),
};

const methods = { create: 'add', update: 'add' } as const;

/** Every DAG of the environment. */
export function DagsPage() {
  const { actions, dialog } = useDagActions();
  const { dag_id_pattern, isWhole } = useDagPattern();
  const input = useMemo(() => ({ dag_id_pattern }), [dag_id_pattern]);
  const isAsked = dag_id_pattern !== undefined;
  return (
    <>
      <ResourcePage
        group="dags" live methods={methods} cells={cells} columnValues={columnValues} rowActions={actions} input={input} textAsked={isWhole}
        filters={<><EngineTag />{isAsked && <span className="tr-muted">Filtered by DAG ID on the platform</span>}<PausedFilter /></>}
        empty={isAsked ? <NoMatch /> : <NoDags />}
      />
      {dialog}
    </>
  );
}

function NoMatch() {
  const [view, setView] = useListView('dags');
  return (
    <EmptyState
      icon={<Filter size={24} />} title="Nothing matches" text={`No DAG ID matches “${view.text}”.`}
      actions={<Button text="Clear the filter" onClick={() => setView({ ...plainView, sort: view.sort })} />}
    />
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
