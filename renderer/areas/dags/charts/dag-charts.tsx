import { SegmentedControl } from '@blueprintjs/core';
import { EmptyState } from '../../../components/empty-state.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { useCommand } from '../../../state/commands.ts';
import { manyRunsOf } from '../../../state/dag-desk.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { runOf } from '../airflow.ts';
import { PanelStates } from '../panel-states.tsx';
import { useAddress } from '../../../components/use-address.ts';
import { useClock } from '../use-clock.ts';
import { CalendarChart } from './calendar-chart.tsx';
import { RunChart } from './run-chart.tsx';
import { daysOf, figuresOf } from './run-figures.ts';
import './charts.css';

const views = [{ value: 'duration', label: 'Duration' }, { value: 'landing', label: 'Landing times' }, { value: 'calendar', label: 'Calendar' }];

/** How the runs of a DAG went over time; each picture has its figures in a table below. */
export function DagCharts({ dag_id }: { readonly dag_id: string }) {
  const { search, put } = useAddress();
  const view = views.find(({ value }) => value === search.get('chart'))?.value ?? 'duration';
  const source = manyRunsOf(dag_id);
  const slice = useList(source);
  const runs = slice.data.map(runOf);
  const now = useClock(runs.some(({ end }) => end === null));
  useCommand('list.refresh', () => refresh(source));
  return (
    <div className="dag-panel">
      <div className="dag-bar">
        <SegmentedControl size="small" aria-label="Chart" options={views} value={view} onValueChange={(chart) => put({ chart: chart === 'duration' ? null : chart })} />
        <span className="tr-muted">{slice.meta && runs.length > 0 && (slice.total !== undefined && slice.total > runs.length ? `The last ${runs.length.toLocaleString()} of ${slice.total.toLocaleString()} runs` : `${runs.length.toLocaleString()} runs`)}</span>
        <AsOf meta={slice.meta} />
      </div>
      <PanelStates source={source} slice={slice} many="runs" empty={<EmptyState title="No runs yet" text="Charts of how long runs take, and of how the days went, stand here." />}>
        <div className="dag-scroll chart-page">
          {view === 'calendar' ? <CalendarChart dag_id={dag_id} days={daysOf(runs)} /> : <RunChart dag_id={dag_id} figures={figuresOf(runs, now)} kind={view as 'duration' | 'landing'} />}
        </div>
      </PanelStates>
    </div>
  );
}
