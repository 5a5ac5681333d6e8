import { Button, Tab, Tabs } from '@blueprintjs/core';
import { ArrowLeft, Edit, Pause, Play, Refresh, Repeat, Time, Trash } from '@blueprintjs/icons';
import { lazy, Suspense, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import { useCommand } from '../../state/commands.ts';
import { detailsOf } from '../../state/dags.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { positionIn } from '../../state/list-position.ts';
import { remove, useLeaving } from '../../state/list-removal.ts';
import { dismissError, refresh, useList } from '../../state/lists.ts';
import { useTitle } from '../../state/tabs.ts';
import { dagOf } from './airflow.ts';
import { DagBackfills } from './backfills/dag-backfills.tsx';
import { DagCharts } from './charts/dag-charts.tsx';
import { useDagActions } from './dag-actions.tsx';
import { DagDefinition } from './dag-definition.tsx';
import { DagEvents } from './dag-events.tsx';
import { DagOverview } from './dag-overview.tsx';
import { DagRuns } from './dag-runs.tsx';
import { DagTasks } from './dag-tasks.tsx';
import { DagGrid } from './grid/dag-grid.tsx';
import { EngineTag } from './engine-tag.tsx';
import { PauseNote } from './list/pause-state.tsx';
import { RunPage } from './run/run-page.tsx';
import { PausedBadge } from './state-badge.tsx';
import { DagVersions } from './versions/dag-versions.tsx';
import { useAddress } from '../../components/use-address.ts';
import { useTabKeys } from './use-tab-keys.ts';
import '../../components/resource/resource.css';
import './dags.css';

/** The canvas and the layout engine come when the first graph is looked at. */
const DagGraph = lazy(async () => ({ default: (await import('./graph/dag-graph.tsx')).DagGraph }));

const tabs: ReadonlySet<string> = new Set(['overview', 'grid', 'graph', 'runs', 'backfills', 'charts', 'tasks', 'events', 'definition', 'versions']);

/** One DAG at `/dags/<dag_id>`; which tab, run and task is looked at stands in the address. */
export function DagPage() {
  const { dag_id = '' } = useParams();
  return <Page key={dag_id} dag_id={dag_id} />;
}

function Page({ dag_id }: { readonly dag_id: string }) {
  const navigate = useNavigate();
  const { search, put } = useAddress();
  const source = detailsOf(dag_id);
  const slice = useList(source);
  const row = slice.data[0];
  const dag = row && dagOf(row);
  const { actions, dialog } = useDagActions();
  const toAdd = useObstacle('dags', 'add');
  const toEdit = toAdd ?? (dag && !dag.definition ? 'The platform does not tell how this DAG was written, so it cannot be edited here.' : undefined);
  const toRemove = useObstacle('dags', 'remove');
  const gone = useLeaving('dags').has(dag_id);
  const asked = search.get('edit') === '1' ? 'definition' : (search.get('tab') ?? '');
  const tab = tabs.has(asked) ? asked : 'overview';
  const run = search.get('run');
  const listSearch = positionIn('dags')?.search;
  const list = listSearch ? `/dags?${listSearch}` : '/dags';
  useTitle(dag_id);
  useEffect(() => {
    if (gone) void navigate(list, { replace: true });
  }, [gone, navigate, list]);

  /** What the address says of another tab stays behind with it. */
  const show = (next: string) => put({ ...Object.fromEntries(Array.from(search.keys(), (name) => [name, null])), tab: next === 'overview' ? null : next }, { replace: false });
  useTabKeys(row ? show : null);
  const edit = () => put({ edit: '1', tab: 'definition', run: null, task: null });
  const removeIt = () => row && remove('dags', [row]);
  const editing = search.get('edit') === '1';
  const now = useNow();
  const [trigger, pause, resume, pauseUntil] = actions;
  const act = (action: typeof trigger) => (row && action && action.obstacle === undefined ? () => action.run([row]) : null);
  useCommand('detail.edit', row && !editing && !toEdit ? edit : null);
  useCommand('detail.remove', row && !editing && !toRemove ? removeIt : null);
  useCommand('dags.trigger', act(trigger));
  useCommand('dags.pause', dag?.isPaused ? null : act(pause));
  useCommand('dags.pauseUntil', act(pauseUntil));
  useCommand('dags.resume', dag?.isPaused ? act(resume) : null);

  const retry = () => refresh(source);
  const turn = dag?.isPaused ? resume : pause;
  const own = slice.error?.call === 'dags.runs' || slice.error?.call === 'dags.events' ? null : slice.error;
  return (
    <section className="resource" aria-busy={slice.loading} aria-label={dag_id}>
      <header className="resource-head">
        <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text="DAGs" onClick={() => void navigate(list)} />
        <h1>{dag_id}</h1>
        {dag && <PausedBadge isPaused={dag.isPaused} />}
        {dag && <PauseNote dag={dag} now={now} />}
        <EngineTag />
        <AsOf meta={slice.meta} />
        <span className="filter-space" />
        <Button variant="minimal" size="small" icon={<Refresh size={14} />} aria-label="Refresh" title="Refresh" onClick={retry} />
        {row && dag && (
          <>
            <ActionButton variant="minimal" size="small" intent="danger" icon={<Trash size={14} />} text="Delete" obstacle={toRemove} onClick={removeIt} />
            {!editing && <ActionButton variant="minimal" size="small" icon={<Edit size={14} />} text="Edit" obstacle={toEdit} onClick={edit} />}
            <ActionButton
              size="small" variant="minimal" icon={dag.isPaused ? <Play size={14} /> : <Pause size={14} />} text={dag.isPaused ? 'Resume' : 'Pause'}
              obstacle={turn?.obstacle} onClick={() => turn?.run([row])}
            />
            <ActionButton
              size="small" variant="minimal" icon={<Time size={14} />} aria-label="Pause with a reason or an end" title="Pause with a reason or an end"
              obstacle={pauseUntil?.obstacle} onClick={() => pauseUntil?.run([row])}
            />
            <ActionButton intent="primary" size="small" icon={<Repeat size={14} />} text="Trigger run" obstacle={trigger?.obstacle} onClick={() => trigger?.run([row])} />
          </>
        )}
      </header>
      <div className="resource-progress">{slice.loading && <div className="tr-line" role="progressbar" aria-label="Loading the DAG" />}</div>
      {own && <Failure failure={own} onRetry={retry} onDismiss={row ? () => dismissError(source) : undefined} />}
      {row && dag ? (
        <div className="detail-tabs">
          <Tabs
            id="dag" selectedTabId={tab} renderActiveTabPanelOnly
            onChange={(next) => show(String(next))}
          >
            <Tab id="overview" disabled={false} title="Overview" panel={<DagOverview dag={dag} />} />
            <Tab id="grid" disabled={false} title="Grid" panel={<DagGrid dag_id={dag_id} />} />
            <Tab id="graph" disabled={false} title="Graph" panel={<Suspense fallback={<Skeleton label="Loading the graph" />}><DagGraph dag_id={dag_id} /></Suspense>} />
            <Tab id="runs" disabled={false} title="Runs" panel={run === null ? <DagRuns dag_id={dag_id} /> : <RunPage key={run} dag_id={dag_id} run_id={run} />} />
            <Tab id="backfills" disabled={false} title="Backfills" panel={<DagBackfills dag_id={dag_id} zone={dag.zone} />} />
            <Tab id="charts" disabled={false} title="Charts" panel={<DagCharts dag_id={dag_id} />} />
            <Tab id="tasks" disabled={false} title="Tasks" panel={<DagTasks dag_id={dag_id} />} />
            <Tab id="events" disabled={false} title="Events" panel={<DagEvents dag_id={dag_id} />} />
            <Tab id="definition" disabled={false} title="Definition" panel={<DagDefinition row={row} dag={dag} editing={editing} />} />
            <Tab id="versions" disabled={false} title="Versions" panel={<DagVersions dag_id={dag_id} known={dag.versions} />} />
          </Tabs>
        </div>
      ) : slice.loading && <Skeleton label="Loading the DAG" />}
      {dialog}
    </section>
  );
}
