import { Button, Callout, ProgressBar } from '@blueprintjs/core';
import { Refresh, Tick, Undo } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { Failure } from '../../components/resource/list-states.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { compareDocument, countsText, documentSyncIn, documentSyncOf, leaveReview, reviewOf, useSyncs, type Review } from '../../state/api-sync.ts';
import { cancelJob, isUnderWay, useJobs } from '../../state/jobs.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { useList } from '../../state/lists.ts';
import { ProblemTable } from './problem-table.tsx';
import { SyncReview } from './sync-review.tsx';
import { SyncSource } from './sync-source.tsx';
import { UndoDialog } from './sync-undo-dialog.tsx';
import './apis-screens.css';

/** Brings an API to a new version of its OpenAPI document: choose it, look at what it changes, take it in, or take that back. */
export function SyncTab({ row: api }: { readonly row: Row }) {
  const review = useSyncs(({ reviews }) => reviewOf(reviews, api.id));
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === review.job));
  const ended = job !== undefined && !isUnderWay(job) && job.state !== 'success';
  const working = review.job !== null && !ended;
  const { given } = review;
  const again = given ? () => void compareDocument(api.id, given) : undefined;
  return (
    <div className="sync">
      {review.failure && <Failure failure={{ error: review.failure }} onRetry={again} />}
      {ended && (
        <Callout compact intent={job.state === 'cancelled' ? 'none' : 'danger'} role="alert" className="form-notice">
          <strong>{job.state === 'cancelled' ? 'It was cancelled; nothing was changed.' : (job.error ?? 'The platform gave no reason.')}</strong>
          <div className="failure-actions">{again && <Button size="small" icon={<Refresh size={14} />} text="Compare again" onClick={again} />}<Button size="small" variant="minimal" text="Choose another document" onClick={() => leaveReview(api.id)} /></div>
        </Callout>
      )}
      {working ? <Working note={job?.note} progress={job?.progress ?? 0} onCancel={() => review.job !== null && void cancelJob(review.job)} />
        : review.preview ? <SyncReview api={api} review={review} preview={review.preview} />
        : !ended && <Start api={api} review={review} />}
    </div>
  );
}

function Working({ note, progress, onCancel }: { readonly note: string | null | undefined; readonly progress: number; readonly onCancel: () => void }) {
  return (
    <div className="sync-working">
      <p role="status">{note ?? 'The platform has the document'}…</p>
      <ProgressBar {...(progress > 0 ? { value: progress } : {})} intent="primary" stripes={false} aria-label="Sync" />
      <p className="form-note">It goes on when this tab is closed; the status bar shows how far it is.</p>
      <Button text="Cancel" onClick={onCancel} />
    </div>
  );
}

function Start({ api, review }: { readonly api: Row; readonly review: Review }) {
  const { applied, undone } = review;
  const [undoing, setUndoing] = useState(false);
  const known = useList(useMemo(() => documentSyncOf(api.id), [api.id])).data[0];
  const { last_sync: last, source } = useMemo(() => documentSyncIn(known), [known]);
  const toUndo = useObstacle('composerApis', 'undoOpenapiSync');
  const openUndo = () => setUndoing(true);
  return (
    <div className="detail-panel">
      {applied && (
        <div className="sync-done">
          <p role="status" className="import-done"><Tick className="tr-success" /> Synced: {countsText(applied)}</p>
          <p>{survives}</p>
          {(applied.problems?.length ?? 0) > 0 && <ProblemTable label="Problems of the document" problems={applied.problems ?? []} />}
        </div>
      )}
      {undone && (
        <div className="sync-done">
          <p role="status" className="import-done"><Tick className="tr-success" /> Undone: {(undone.restored ?? 0).toLocaleString()} put back as before</p>
          {(undone.kept?.length ?? 0) > 0 && <><p>These were edited after the sync, and stay as they are.</p><ProblemTable label="What stays" problems={(undone.kept ?? []).map(({ name, why }) => ({ where: name, message: why }))} /></>}
        </div>
      )}
      <SyncSource api={api} source={source} review={review} />
      {last && (
        <div className="panel-bar sync-undo">
          <ActionButton size="small" icon={<Undo size={14} />} obstacle={toUndo} text="Undo the last sync…" onClick={openUndo} />
          <span className="form-note">{countsText(last.counts)}, <TimeAgo at={last.done_at} /></span>
        </div>
      )}
      {undoing && last && <UndoDialog id={api.id} sync_id={last.sync_id} done_at={last.done_at} onClose={() => setUndoing(false)} />}
    </div>
  );
}

/** What a sync never touches. */
const survives = 'Tests, time limits, headers, which endpoints are disabled, and the history of runs are as they were; so is every field that was edited here, unless the document’s was taken.';
