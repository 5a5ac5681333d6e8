import { Button, ProgressBar } from '@blueprintjs/core';
import { ErrorIcon, HistoryIcon, PinIcon, RefreshIcon, TimeIcon, UnpinIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { JobState } from '../../../shared/contract/jobs.ts';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useActivity, type ActivityEntry } from '../../state/activity.ts';
import { cancelJob, isUnderWay, useJobs } from '../../state/jobs.ts';
import { togglePin, useRecent, type Mark } from '../../state/recent.ts';
import { useEnvironment, useTenant } from '../../state/session.ts';
import { useTitle } from '../../state/tabs.ts';
import { DagRunLine, useLatestRuns } from './dag-runs.tsx';
import { ExpiryLine, useExpiries } from './expiries.tsx';
import { Start } from './start.tsx';

const day = 86_400_000;
/** Lines of one sort on a card. */
const most = 8;

/** What runs, what failed, what expires, and where the user was. */
export function HomePage() {
  useTitle('Home');
  const tenant = useTenant();
  const environment = useEnvironment();
  const jobs = useJobs((state) => state.jobs);
  const { recent, pinned } = useRecent();
  const calls = useActivity((state) => state.entries) ?? [];
  const running = jobs.filter(isUnderWay);
  const runs = useLatestRuns();
  const { expiries, problem } = useExpiries();
  return (
    <>
      <header className="tr-page-head">
        <h1>{tenant?.name ?? 'Home'}</h1>
        {environment && <span className="tr-muted">{environment.name}</span>}
      </header>
      <div className="tr-cards">
        {recent.length === 0 && <Start />}
        <Card title="Running" icon={<RefreshIcon />} empty="Nothing is running. Runs of DAGs, imports and other long work show up here.">
          {runs.filter(({ state }) => state === 'running' || state === 'queued').slice(0, most).map((run) => <DagRunLine key={run.id} run={run} />)}
          {running.map((job) => <Running key={job.id} job={job} />)}
        </Card>
        <Card title="Failed in the last 24 hours" icon={<ErrorIcon />} empty="Nothing has failed.">
          {runs.filter(({ state, end }) => state === 'failed' && isRecent(end)).slice(0, most).map((run) => <DagRunLine key={run.id} run={run} />)}
          {jobs.filter(({ state, ended_at }) => state === 'failed' && isRecent(ended_at ?? null)).map((job) => <FailedJob key={job.id} job={job} />)}
          {lastFailures(calls).map((call) => <FailedCall key={call.id} call={call} />)}
        </Card>
        <Card title="Expired or expiring" icon={<TimeIcon />} empty={problem ?? 'No connection has expired or is about to. The sign-ins to other products show up here in time.'}>
          {expiries.slice(0, most).map((expiry) => <ExpiryLine key={`${expiry.group} ${expiry.row.id}`} expiry={expiry} />)}
        </Card>
        <Card title="Pinned" icon={<PinIcon />} empty="Pin a page to keep it here.">
          {pinned.map((mark) => <PageLink key={mark.path} mark={mark} pinned />)}
        </Card>
        <Card title="Recent" icon={<HistoryIcon />} empty="Pages that you open show up here.">
          {recent.slice(0, 10).map((mark) => <PageLink key={mark.path} mark={mark} pinned={pinned.some(({ path }) => path === mark.path)} />)}
        </Card>
      </div>
    </>
  );
}

const isRecent = (at: string | null) => at !== null && Date.now() - Date.parse(at) < day;

/** Reads of which the card of expiries says itself that they failed. */
const saidThere: ReadonlySet<string> = new Set(['oauthConnections.list', 'appConnections.list']);

/** The last failure of each call, as long as it did not succeed since. That there is no such thing is an answer, and no failure. */
function lastFailures(calls: readonly ActivityEntry[]): ActivityEntry[] {
  const last = new Map<string, ActivityEntry>();
  for (const call of calls) if (!last.has(call.call)) last.set(call.call, call);
  return [...last.values()].filter(({ call, error, status, started_at }) => error !== null && status !== 404 && !saidThere.has(call) && isRecent(started_at)).slice(0, most);
}

interface CardProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly empty: string;
  readonly children: readonly (ReactNode | readonly ReactNode[])[];
}

function Card({ title, icon, empty, children }: CardProps) {
  const items = children.flat();
  return (
    <section className="tr-card" aria-label={title}>
      <h2>{icon}{title}</h2>
      {items.length === 0 ? <p className="tr-muted">{empty}</p> : <ul>{items}</ul>}
    </section>
  );
}

function Running({ job: { id, title, progress, note } }: { readonly job: JobState }) {
  return (
    <li>
      <div>
        <span className="tr-clip">{note ? `${title}: ${note}` : title}</span>
        <ProgressBar className="tr-job-bar tr-end" value={progress} animate={false} stripes={false} aria-label={title} />
        <Button variant="minimal" size="small" text="Cancel" onClick={() => void cancelJob(id)} />
      </div>
    </li>
  );
}

function FailedJob({ job: { title, error, ended_at } }: { readonly job: JobState }) {
  return (
    <li>
      <div>
        <span className="tr-clip" title={error ?? undefined}>{title}: {error ?? 'no reason given'}</span>
        {ended_at && <TimeAgo at={ended_at} />}
      </div>
    </li>
  );
}

function FailedCall({ call: { call, error, started_at } }: { readonly call: ActivityEntry }) {
  return (
    <li>
      <Link to={`/activity?search=${encodeURIComponent(call)}`}>
        <span className="tr-mono">{call}</span>
        <span className="tr-clip tr-muted" title={error ?? undefined}>{error}</span>
        <TimeAgo at={started_at} />
      </Link>
    </li>
  );
}

function PageLink({ mark, pinned }: { readonly mark: Mark; readonly pinned: boolean }) {
  return (
    <li className="tr-page-link">
      <Link to={mark.path}><span className="tr-clip">{mark.title}</span></Link>
      <Button variant="minimal" size="small" icon={pinned ? <UnpinIcon /> : <PinIcon />} aria-label={`${pinned ? 'Unpin' : 'Pin'} ${mark.title}`} onClick={() => togglePin(mark)} />
    </li>
  );
}
