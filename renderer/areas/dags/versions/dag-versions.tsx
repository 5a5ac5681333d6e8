import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Changes, History } from '@blueprintjs/icons';
import { useState } from 'react';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { useNow } from '../../../components/resource/use-now.ts';
import { RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { When } from '../../../components/rows/times.tsx';
import { Who } from '../../../components/rows/who.tsx';
import { versionOf, versionsOf } from '../../../state/dag-desk.ts';
import { detailsOf, saveDefinition } from '../../../state/dags.ts';
import { useAbsence, useObstacle } from '../../../state/list-permission.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { notify } from '../../../state/toasts.ts';
import { versionsIn, type Version } from '../airflow.ts';
import { DetailPane, Split } from '../detail-pane.tsx';
import { PanelStates } from '../panel-states.tsx';
import { textOfDefinition } from '../schedules.ts';
import { useAddress } from '../../../components/use-address.ts';
import { VersionDiff } from './version-diff.tsx';
import './versions.css';

/** Where nothing is asked, there is nothing to wait for. */
const nothingAsked = [{ id: '' }] as const;

const columnsOf = (current: number | undefined, now: number): RowColumn<Version>[] => [
  { name: 'version', label: 'Version', width: 120, sortBy: ({ number }) => number, cell: ({ number }) => <>{number}{number === current && <span className="tr-muted"> current</span>}</> },
  { name: 'at', label: 'Saved', width: 180, sortBy: ({ at }) => at, cell: ({ at }) => <When at={at} now={now} /> },
  { name: 'by', label: 'By', cell: ({ by }) => <Who id={by} /> },
];

interface DagVersionsProps {
  readonly dag_id: string;
  /** What the DAG itself says of them, which is all that some platforms tell. */
  readonly known: readonly Version[];
}

/** Every version of a DAG's definition: one is looked at or rolled back to, any two are compared. */
export function DagVersions({ dag_id, known }: DagVersionsProps) {
  const source = versionsOf(dag_id);
  const isAbsent = useAbsence('dagVersions', 'list') !== undefined;
  const slice = useList(isAbsent ? null : source);
  const versions = slice.data[0] ? versionsIn(slice.data[0]) : known;
  const { search, put } = useAddress();
  const now = useNow();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const current = versions.reduce<number | undefined>((most, { number }) => (most === undefined || number > most ? number : most), undefined);
  const chosen = versions.find(({ number }) => String(number) === search.get('version'));
  const compared = search.get('compare')?.split('-').map(Number);
  const pair = compared?.length === 2 && compared.every((one) => versions.some(({ number }) => number === one)) ? ([Math.min(...compared), Math.max(...compared)] as const) : undefined;
  const close = () => put({ version: null, compare: null });
  const two = picked.size === 2 ? [...picked].toSorted((a, b) => Number(a) - Number(b)) : undefined;
  return (
    <div className="dag-panel">
      <div className="dag-bar">
        <span className="tr-muted">{versions.length > 0 && `${versions.length.toLocaleString()} ${versions.length === 1 ? 'version' : 'versions'}`}</span>
        <ActionButton size="small" variant="minimal" icon={<Changes size={14} />} text="Compare" obstacle={two ? undefined : 'Select two versions to compare.'} onClick={() => two && put({ compare: two.join('-'), version: null })} />
        <AsOf meta={slice.meta} />
      </div>
      <PanelStates source={source} slice={isAbsent ? { ...slice, data: nothingAsked } : slice} many="versions" empty={null}>
        {versions.length === 0 ? <EmptyState title="No versions" text="Each save of the definition stands here as a version." /> : (
          <Split onClose={close} wide={pair !== undefined} detail={pair ? (
            <DetailPane label="Comparison" fills title={`Version ${pair[0]} → ${pair[1]}`} onClose={close}><VersionDiff dag_id={dag_id} before={pair[0]} after={pair[1]} /></DetailPane>
          ) : chosen ? <VersionPane key={chosen.number} dag_id={dag_id} version={chosen} current={current} onClose={close} /> : null}>
            <RowTable
              label="Versions" rows={versions} idOf={({ number }) => String(number)} columns={columnsOf(current, now)} chosen={chosen ? String(chosen.number) : null} picked={picked} onPick={setPicked}
              sort={search.get('sort') ?? ''} onSort={(sort) => put({ sort })} onOpen={({ number }) => put({ version: String(number), compare: null })} onRefresh={() => refresh(source)}
            />
          </Split>
        )}
      </PanelStates>
    </div>
  );
}

interface VersionPaneProps {
  readonly dag_id: string;
  readonly version: Version;
  readonly current: number | undefined;
  readonly onClose: () => void;
}

function VersionPane({ dag_id, version: { number, by }, current, onClose }: VersionPaneProps) {
  const source = versionOf(dag_id, number);
  const slice = useList(source);
  const definition = slice.data[0]?.['definition'] as Record<string, unknown> | undefined;
  const [asking, setAsking] = useState(false);
  const { put } = useAddress();
  const obstacle = useObstacle('dags', 'add') ?? (number === current ? 'It is the current version.' : undefined);
  return (
    <DetailPane label={`Version ${number}`} title={`Version ${number}`} onClose={onClose}>
      <div className="dag-bar">
        <span className="tr-muted">by</span> <Who id={by} />
        <span className="filter-space" />
        {current !== undefined && number !== current && <Button size="small" variant="minimal" icon={<Changes size={14} />} text="Compare with the current one" onClick={() => put({ compare: `${number}-${current}`, version: null })} />}
        <ActionButton size="small" variant="minimal" icon={<History size={14} />} text="Roll back…" obstacle={obstacle} onClick={() => setAsking(true)} />
      </div>
      <PanelStates source={source} slice={slice} many="the version" empty={null}>
        {definition && <Editor readOnly language="json" label={`Definition of version ${number} as JSON`} lines={8} value={textOfDefinition(definition)} />}
      </PanelStates>
      {asking && definition && current !== undefined && <RollBack dag_id={dag_id} number={number} current={current} definition={definition} onClose={() => setAsking(false)} />}
    </DetailPane>
  );
}

interface RollBackProps {
  readonly dag_id: string;
  readonly number: number;
  readonly current: number;
  readonly definition: Record<string, unknown>;
  readonly onClose: () => void;
}

/** Saves an old version as a new one, once what that changes was seen. */
function RollBack({ dag_id, number, current, definition, onClose }: RollBackProps) {
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const reply = await saveDefinition(definition);
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    notify(`Version ${number} of DAG “${dag_id}” saved as a new version`, { intent: 'success' });
    refresh(detailsOf(dag_id));
    refresh(versionsOf(dag_id));
    onClose();
  };
  return (
    <Dialog isOpen title={`Roll back to version ${number}`} onClose={onClose} className="deed-dialog">
      <DialogBody>
        <p>The definition of version {number} is saved as version {current + 1}, and runs use it from then on. Runs that are under way keep theirs. This changes:</p>
        <VersionDiff dag_id={dag_id} before={current} after={number} />
        {failure && <Callout compact intent="danger" role="alert" title={failure.message}>{adviceFor(failure.code)}</Callout>}
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><Button intent="primary" loading={sending} text={`Save as version ${current + 1}`} onClick={() => void send()} /></>} />
    </Dialog>
  );
}
