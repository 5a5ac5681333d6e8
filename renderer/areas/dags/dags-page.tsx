import { Button } from '@blueprintjs/core';
import { ArrowRight, Filter, Layers } from '@blueprintjs/icons';
import { Fragment, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import type { Cells } from '../../components/resource/columns.ts';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { useListView } from '../../components/resource/use-list-view.ts';
import { nothing } from '../../components/rows/row-table.tsx';
import { Who } from '../../components/rows/who.tsx';
import { useObstacle } from '../../state/list-permission.ts';
import { goTo } from '../../state/navigation.ts';
import { plainView } from '../../state/list-view.ts';
import { useEnvironment } from '../../state/session.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { dagColumns } from '../../../shared/rules/dag-columns.ts';
import type { RowAction } from '../../components/resource/row-action.tsx';
import type { RemovalProps } from '../../components/resource/selection-bar.tsx';
import { dagsPerPage, newestDags } from '../../state/dags.ts';
import { isProduction } from '../../state/environment-color.ts';
import { sentence } from '../../state/list-entity.ts';
import { knownDag } from './airflow.ts';
import { useDagActions } from './dag-actions.tsx';
import { DagOverview } from './dag-overview.tsx';
import { DagScreens } from './dag-screens.tsx';
import { EngineTag } from './engine-tag.tsx';
import { AlertItem } from './list/alert-item.tsx';
import { BulkDagsDialog } from './list/bulk-dags-dialog.tsx';
import { LastRun } from './list/last-run.tsx';
import { PauseState } from './list/pause-state.tsx';
import { RunStrip } from './list/run-strip.tsx';
import { runPath } from './paths.ts';
import { PausedFilter } from './paused-filter.tsx';
import { cronWords } from './schedule/cron-words.ts';
import { useDagPattern } from './use-dag-pattern.ts';

const cells: Cells = {
  is_paused: (row, now) => <PauseState dag={knownDag(row)} now={now} />,
  recent_runs: (row, now) => <RunStrip dag={knownDag(row)} now={now} />,
  timetable_summary(row) {
    const { schedule, zone } = knownDag(row);
    return schedule === null ? <span className="row-none">By hand</span> : <span title={`${schedule} in ${zone}`}>{sentence(cronWords(schedule) ?? schedule)}</span>;
  },
  latest_dag_runs(row, now) {
    const [last] = knownDag(row).latest;
    return last ? <LastRun run={last} now={now} /> : nothing;
  },
  tags(row) {
    const { tags } = knownDag(row);
    return tags.length === 0 ? nothing : tags.slice(0, 8).map((tag) => <span key={tag} className="cell-tag">{tag}</span>);
  },
  owners(row) {
    const { owners } = knownDag(row);
    return owners.length === 0 ? nothing : owners.map((owner, at) => <Fragment key={owner}>{at > 0 && ', '}<Who id={owner} /></Fragment>);
  },
};

const methods = { create: 'add', update: 'add' } as const;

/** What the platform could filter by is filtered here, over all that are loaded, so that "is not" works, too. */
const unasked = { tags: undefined, exclude_tags: undefined, owners: undefined, paused: undefined };

const openRun: RowAction = {
  text: 'Open last run', icon: <ArrowRight size={14} />, command: 'dags.openRun', obstacle: undefined, single: true,
  run([row]) {
    const dag = row && knownDag(row);
    if (dag?.latest[0]) goTo(runPath(dag.id, dag.latest[0].id));
  },
};

const DagPeek = ({ row }: { readonly row: Row }) => <DagOverview dag={knownDag(row)} />;
const RemoveDags = (props: RemovalProps) => <BulkDagsDialog deed="delete" {...props} />;

/** Every DAG of the environment. */
export function DagsPage() {
  const { actions, dialog } = useDagActions();
  const all = [...actions, openRun];
  const { dag_id_pattern, isWhole } = useDagPattern();
  const input = useMemo(() => ({ ...unasked, dag_id_pattern, limit: dagsPerPage }), [dag_id_pattern]);
  const isAsked = dag_id_pattern !== undefined;
  const guarded = isProduction(useEnvironment());
  return (
    <>
      <ResourcePage
        group="dags" live paged newest={newestDags} methods={methods} cells={cells} columnValues={dagColumns} rowActions={all} input={input} textAsked={isWhole}
        Peek={DagPeek} Removal={RemoveDags} removalAsks={(rows) => rows.length > 1 || guarded} viewItems={AlertItem}
        filters={<><DagScreens /><EngineTag />{isAsked && <span className="tr-muted">Filtered by DAG ID on the platform</span>}<PausedFilter /></>}
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
