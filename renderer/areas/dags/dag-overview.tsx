import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { exactTime } from '../../components/resource/cell.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import { nothing } from '../../components/rows/row-table.tsx';
import { Took, When } from '../../components/rows/times.tsx';
import { Who } from '../../components/rows/who.tsx';
import type { Dag, Run } from './airflow.ts';
import { runPath } from './paths.ts';
import { PauseNote } from './list/pause-state.tsx';
import { titleOf } from './list/run-bars.ts';
import { SchedulePreview } from './schedule/schedule-preview.tsx';
import { PausedBadge, StateBadge, StateSign } from './state-badge.tsx';

/** What a DAG is, when it runs, and how its last runs went. */
export function DagOverview({ dag }: { readonly dag: Dag }) {
  const now = useNow();
  const [last] = dag.latest;
  return (
    <div className="detail-panel">
      <dl className="row-fields">
        <Fact name="State"><PausedBadge isPaused={dag.isPaused} /> <PauseNote dag={dag} now={now} /></Fact>
        <Fact name="Schedule">{dag.schedule === null ? 'By hand only' : <SchedulePreview schedule={dag.schedule} zone={dag.zone} now={now} />}</Fact>
        <Fact name="Next run">{dag.nextRun === null ? (dag.isPaused && dag.schedule !== null ? 'None while it is paused' : nothing) : <Exact at={dag.nextRun} now={now} />}</Fact>
        <Fact name="Last run">{last ? <Last dag={dag} run={last} now={now} /> : nothing}</Fact>
        <Fact name="Recent runs">{last ? <Strip dag={dag} now={now} /> : nothing}</Fact>
        <Fact name="Description">{dag.description ?? nothing}</Fact>
        <Fact name="Tags">{dag.tags.length === 0 ? nothing : dag.tags.map((tag) => <span key={tag} className="cell-tag">{tag}</span>)}</Fact>
        <Fact name="Owners">{dag.owners.length === 0 ? nothing : dag.owners.map((owner, at) => <Fragment key={owner}>{at > 0 && ', '}<Who id={owner} /></Fragment>)}</Fact>
        <Fact name="Runs at once">{dag.maxActiveRuns === null ? nothing : `${dag.maxActiveRuns} at most`}</Fact>
        <Fact name="Version">{dag.version ?? nothing}</Fact>
      </dl>
    </div>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => <div><dt>{name}</dt><dd>{children}</dd></div>;

const Exact = ({ at, now }: { readonly at: string; readonly now: number }) => <><When at={at} now={now} /><span className="row-exact">{exactTime(Date.parse(at))}</span></>;

const Last = ({ dag, run, now }: { readonly dag: Dag; readonly run: Run; readonly now: number }) => (
  <>
    <Link to={runPath(dag.id, run.id)}><StateBadge state={run.state} /></Link> <When at={run.start ?? run.logicalDate} now={now} />
    {run.start !== null && <>, <Took start={run.start} end={run.end} now={now} /></>}
  </>
);

/** The last runs, oldest first, as signs that lead to them. */
function Strip({ dag, now }: { readonly dag: Dag; readonly now: number }) {
  return (
    <ol className="dag-strip">
      {dag.latest.toReversed().map((run) => (
        <li key={run.id}>
          <Link to={runPath(dag.id, run.id)} title={titleOf(run, now)} aria-label={titleOf(run, now)}><StateSign state={run.state} /></Link>
        </li>
      ))}
    </ol>
  );
}
