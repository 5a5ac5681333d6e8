import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core';
import { Comparison, Edit, EyeOpen, History } from '@blueprintjs/icons';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { useNow } from '../../../components/resource/use-now.ts';
import { nothing, RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { When } from '../../../components/rows/times.tsx';
import { Who } from '../../../components/rows/who.tsx';
import { useFocus } from '../../../components/use-focus.ts';
import { useAddress } from '../../../components/use-address.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { refresh, scopeInput, useList } from '../../../state/lists.ts';
import { notify, notifyError } from '../../../state/toasts.ts';
import { recipeOf, versionsOf } from './sources.ts';
import { versionName, type Version } from './version.ts';
import { VersionCompare } from './version-compare.tsx';
import './canvas.css';

const columnsAt = (now: number): readonly RowColumn<Version>[] => [
  { name: 'version', label: 'Version', width: 90, kind: 'number', cell: ({ version, version_id }) => version ?? version_id },
  { name: 'tag', label: 'Tag', width: 200, cell: ({ version_tag }) => (version_tag ? <span title={version_tag}>{version_tag}</span> : nothing) },
  { name: 'note', label: 'Note', cell: ({ note }) => (note ? <span title={note}>{note}</span> : nothing) },
  { name: 'by', label: 'By', width: 150, cell: ({ crt_user }) => <Who id={crt_user ?? null} /> },
  { name: 'when', label: 'Saved', width: 140, cell: ({ crt_date }) => <When at={crt_date ?? null} now={now} /> },
  { name: 'size', label: 'Nodes', width: 80, kind: 'number', cell: ({ node_count }) => node_count?.toLocaleString() ?? nothing },
];

/** The versions of a recipe: to be looked at, compared, named, and gone back to. */
export function VersionsPanel({ recipeId }: { readonly recipeId: string }) {
  const source = versionsOf(recipeId);
  const { data, error, meta } = useList(source);
  const versions = data as unknown as readonly Version[];
  const { search, put } = useAddress();
  const [before, after] = [search.get('before'), search.get('after')];
  const now = useNow();
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const [naming, setNaming] = useState<Version | null>(null);
  const chosen = versions.filter(({ version_id }) => picked.has(version_id));
  const named = (id: string) => versions.find(({ version_id }) => version_id === id);
  if (error && !meta) return <Failure failure={error} onRetry={() => refresh(source)} />;
  if (!meta) return <Skeleton label="Loading the versions" />;
  if (before !== null && after !== null) {
    return <VersionCompare key={`${before} ${after}`} recipeId={recipeId} before={named(before) ?? { version_id: before }} after={named(after) ?? { version_id: after }} onBack={() => put({ before: null, after: null })} />;
  }
  if (versions.length === 0) return <EmptyState icon={<History size={24} />} title="No versions yet" text="Each time the canvas is saved, a version is kept here." actions={<Button text="Open the canvas" onClick={() => put({ tab: 'canvas' })} />} />;
  const compare = (one: Version | undefined, other: Version | undefined) => one && other && put({ before: one.version_id, after: other.version_id }, { replace: false });
  return (
    <div className="detail-panel">
      {error && <Failure failure={error} onRetry={() => refresh(source)} />}
      <Actions recipeId={recipeId} versions={versions} chosen={chosen} onCompare={compare} onName={setNaming}>
        <AsOf meta={meta} />
      </Actions>
      <RowTable
        label="Versions" rows={versions} idOf={({ version_id }) => version_id} columns={columnsAt(now)} chosen={null} picked={picked} onPick={pick} onRefresh={() => refresh(source)}
        onOpen={({ version_id }) => put({ tab: 'canvas', version: version_id }, { replace: false })}
      />
      {naming && <NameDialog recipeId={recipeId} version={naming} onClose={() => setNaming(null)} />}
    </div>
  );
}

interface ActionsProps {
  readonly recipeId: string;
  readonly versions: readonly Version[];
  readonly chosen: readonly Version[];
  readonly onCompare: (before: Version | undefined, after: Version | undefined) => void;
  readonly onName: (version: Version) => void;
  readonly children: React.ReactNode;
}

/** What is done with the selected versions: with one, or with two. */
function Actions({ recipeId, versions, chosen, onCompare, onName, children }: ActionsProps) {
  const { put } = useAddress();
  const [restoring, setRestoring] = useState(false);
  const toRestore = useObstacle('workflowVersions', 'restore');
  const toName = useObstacle('workflowVersions', 'annotate');
  const [one, other] = chosen;
  const alone = chosen.length === 1 ? undefined : 'Select one version.';
  const earlier = one && versions[versions.indexOf(one) + 1];
  const restore = async () => {
    if (!one) return;
    setRestoring(true);
    const reply = await api.workflowVersions.restore({ ...scopeInput(), workflow_id: recipeId, version_id: one.version_id, base_version_id: versions[0]?.version_id });
    setRestoring(false);
    refresh(versionsOf(recipeId));
    refresh(recipeOf(recipeId));
    if (reply.ok) notify(`${versionName(one)} restored as version ${reply.data.version ?? 'new'}`, { intent: 'success' });
    else notifyError(reply.error);
  };
  return (
    <div className="version-bar" role="toolbar" aria-label="Versions">
      <ActionButton size="small" icon={<EyeOpen size={14} />} text="Open" obstacle={alone} onClick={() => one && put({ tab: 'canvas', version: one.version_id }, { replace: false })} />
      {chosen.length === 2
        ? <Button size="small" icon={<Comparison size={14} />} text="Compare the two" onClick={() => onCompare(other, one)} />
        : <ActionButton size="small" icon={<Comparison size={14} />} text="Compare with the one before" obstacle={alone ?? (earlier ? undefined : 'There is none before it.')} onClick={() => onCompare(earlier, one)} />}
      <ActionButton size="small" icon={<History size={14} />} text="Restore" loading={restoring} obstacle={toRestore ?? alone ?? (one === versions[0] ? 'It is the latest.' : undefined)} onClick={() => void restore()} />
      <ActionButton size="small" icon={<Edit size={14} />} text="Tag and note…" obstacle={toName ?? alone} onClick={() => one && onName(one)} />
      <span className="filter-space" />
      {children}
      <span className="tr-muted">{chosen.length > 0 ? `${chosen.length} of ${versions.length} selected` : `${versions.length} ${versions.length === 1 ? 'version' : 'versions'}; select two to compare them`}</span>
    </div>
  );
}

function NameDialog({ recipeId, version, onClose }: { readonly recipeId: string; readonly version: Version; readonly onClose: () => void }) {
  const [tag, setTag] = useState(version.version_tag ?? '');
  const [note, setNote] = useState(version.note ?? '');
  const [saving, setSaving] = useState(false);
  const field = useFocus<HTMLInputElement>();
  const save = async () => {
    setSaving(true);
    const reply = await api.workflowVersions.annotate({ ...scopeInput(), workflow_id: recipeId, version_id: version.version_id, version_tag: tag.trim(), note: note.trim() });
    setSaving(false);
    refresh(versionsOf(recipeId));
    if (!reply.ok) return void notifyError(reply.error);
    onClose();
  };
  return (
    <Dialog isOpen title={versionName(version)} onClose={onClose}>
      <form onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}>
        <DialogBody>
          <FormGroup label="Tag" labelFor="name-tag"><InputGroup id="name-tag" inputRef={field} value={tag} onValueChange={setTag} /></FormGroup>
          <FormGroup label="Note" labelFor="name-note"><InputGroup id="name-note" value={note} onValueChange={setNote} /></FormGroup>
        </DialogBody>
        <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><Button type="submit" intent="primary" loading={saving} text="Save" /></>} />
      </form>
    </Dialog>
  );
}
