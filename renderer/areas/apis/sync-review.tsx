import { Button, Callout } from '@blueprintjs/core';
import { Tick, Undo } from '@blueprintjs/icons';
import { useMemo, useRef, useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { applySync, compareDocument, countsText, decide, isAccepted, leaveReview, type Review, type SyncChange, type SyncPreview } from '../../state/api-sync.ts';
import { useCommand } from '../../state/commands.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { ExternalDocuments } from './external-documents.tsx';
import { ProblemTable } from './problem-table.tsx';
import { SyncDetail } from './sync-detail.tsx';
import { SyncList, type SyncListHandle } from './sync-list.tsx';
import { UndoDialog } from './sync-undo-dialog.tsx';

const kinds = [['added', 'Added'], ['changed', 'Changed'], ['removed', 'Removed'], ['conflict', 'Conflicts']] as const;
type Shown = (typeof kinds)[number][0] | 'all';

interface SyncReviewProps {
  readonly api: Row;
  readonly review: Review;
  readonly preview: SyncPreview;
}

/** What a document changes, one by one, with what is to be done about each. */
export function SyncReview({ api: { id }, review: { given, decisions }, preview }: SyncReviewProps) {
  const all = preview.changes ?? none;
  const [shown, setShown] = useState<Shown>('all');
  const [activeKey, setActiveKey] = useState('');
  const [undoing, setUndoing] = useState(false);
  const [sending, setSending] = useState(false);
  const list = useRef<SyncListHandle>(null);
  const toApply = useObstacle('composerApis', 'applyOpenapiSync');
  const changes = useMemo(() => (shown === 'all' ? all : all.filter(({ kind }) => kind === shown)), [all, shown]);
  const active = Math.max(0, changes.findIndex(({ key }) => key === activeKey));
  const change = changes[active];
  const accepted = useMemo(() => all.filter((one) => isAccepted(decisions, one)).length, [all, decisions]);

  const go = (to: number) => {
    const next = changes[Math.max(0, Math.min(changes.length - 1, to))];
    if (!next) return;
    setActiveKey(next.key);
    list.current?.focus();
  };
  const settle = (accept: boolean) => {
    if (!change) return;
    decide(id, [change], accept);
    go(active + 1);
  };
  const apply = async () => {
    setSending(true);
    await applySync(id);
    setSending(false);
  };
  const obstacle = toApply ?? (accepted === 0 ? 'Accept at least one change first.' : undefined);
  useCommand('list.next', () => go(active + 1));
  useCommand('list.previous', () => go(active - 1));
  useCommand('sync.accept', () => settle(true));
  useCommand('sync.skip', () => settle(false));
  useCommand('form.save', obstacle || sending ? null : () => void apply());

  const leave = () => leaveReview(id);
  const fetchThese = (origins: readonly string[]) => given && void compareDocument(id, { ...given, follow: [...(given.follow ?? []), ...origins] });
  const last = preview.last_sync;
  if (all.length === 0) {
    return <EmptyState icon={<Tick size={24} />} title="Nothing to sync" text="The document says nothing that this API does not have already." actions={<Button text="Choose another document" onClick={leave} />} />;
  }
  return (
    <>
      <div className="panel-bar sync-bar">
        <strong>{given?.name || 'Pasted document'}</strong>
        <span className="sync-kinds" role="group" aria-label="Changes that are shown">
          <Button size="small" variant="minimal" active={shown === 'all'} aria-pressed={shown === 'all'} text={`All ${all.length.toLocaleString()}`} onClick={() => setShown('all')} />
          {kinds.map(([kind, label]) => {
            const count = all.filter((one) => one.kind === kind).length;
            return <Button key={kind} size="small" variant="minimal" active={shown === kind} aria-pressed={shown === kind} disabled={count === 0} text={`${label} ${count.toLocaleString()}`} onClick={() => setShown(kind)} />;
          })}
        </span>
        <Button size="small" text={`Accept ${shown === 'all' ? 'all' : 'these'}`} onClick={() => decide(id, changes, true)} />
        <Button size="small" text={`Skip ${shown === 'all' ? 'all' : 'these'}`} onClick={() => decide(id, changes, false)} />
        <span className="filter-space" />
        {last && <Button size="small" variant="minimal" icon={<Undo size={14} />} title={`The last sync: ${countsText(last.counts)}`} onClick={() => setUndoing(true)}>Undo the last sync (<TimeAgo at={last.done_at} />)</Button>}
      </div>
      {preview.has_base === false && (
        <Callout compact intent="warning" className="form-notice">The document that this API came from is not known here, so every difference counts as a conflict: nobody can tell which side changed it. Skipped ones stay as they are.</Callout>
      )}
      {(preview.problems?.length ?? 0) > 0 && <details className="sync-problems"><summary>{preview.problems!.length === 1 ? '1 problem' : `${preview.problems!.length.toLocaleString()} problems`} in the document</summary><ProblemTable label="Problems of the document" problems={preview.problems!} /></details>}
      {(preview.external?.length ?? 0) > 0 && given && <ExternalDocuments external={preview.external!} method="previewOpenapiSync" busy={false} onFetch={fetchThese} />}
      <div className="sync-split">
        <SyncList ref={list} changes={changes} decisions={decisions} active={active} onActivate={(at) => setActiveKey(changes[at]!.key)} />
        {change && <SyncDetail key={change.key} id={id} change={change} decision={decisions[change.key]} accepted={isAccepted(decisions, change)} />}
      </div>
      <div className="form-actions sync-actions">
        <ActionButton intent="primary" loading={sending} obstacle={obstacle} text={`Apply ${accepted.toLocaleString()}`} title="Apply what is accepted (Ctrl+S)" onClick={() => void apply()} />
        <Button text="Choose another document" onClick={leave} />
        <span className="form-note" role="status">{accepted.toLocaleString()} accepted, {(all.length - accepted).toLocaleString()} skipped. What is skipped is offered again at the next sync. Keys: j and k move, a accepts, s skips.</span>
      </div>
      {undoing && <UndoDialog id={id} sync_id={last?.sync_id} done_at={last?.done_at} onClose={() => setUndoing(false)} />}
    </>
  );
}

const none: readonly SyncChange[] = [];
