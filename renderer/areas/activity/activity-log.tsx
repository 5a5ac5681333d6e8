import { Button, InputGroup } from '@blueprintjs/core';
import { ErrorIcon, PulseIcon, SearchIcon, TickCircleIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loading } from '../../components/loading.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { clearActivity, exportHar, useActivity, type ActivityEntry } from '../../state/activity.ts';
import { CallDetail } from './call-detail.tsx';
import { duration, size } from '../../components/measures.ts';

const shown = 200;

const matches = (entry: ActivityEntry, text: string) =>
  `${entry.call} ${entry.method} ${entry.url} ${entry.status ?? ''} ${entry.error ?? ''}`.toLowerCase().includes(text.toLowerCase());

interface ActivityLogProps {
  /** What is looked for in names, addresses and errors. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The calls to the platform, newest first, with what was sent and answered. */
export function ActivityLog({ text, onText }: ActivityLogProps) {
  const entries = useActivity((state) => state.entries);
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  if (entries === null) return <Loading />;
  if (entries.length === 0) {
    return <EmptyState icon={<PulseIcon size={24} />} title="No calls yet" text="Each call to the platform is listed here, with its timing and its answer. Secrets are left out." />;
  }
  const found = entries.filter((entry) => matches(entry, text));
  const limit = unfolded === text ? found.length : shown;
  return (
    <div className="tr-log">
      <div className="tr-log-bar">
        <InputGroup type="search" leftIcon={<SearchIcon />} placeholder="Filter calls" aria-label="Filter calls" value={text} onValueChange={onText} />
        <span className="tr-muted" role="status">{found.length === entries.length ? `${entries.length} calls` : `${found.length} of ${entries.length} calls`}</span>
        <span className="tr-status-gap" />
        <Button variant="minimal" text="Export HAR" onClick={() => void exportHar()} />
        <Button variant="minimal" text="Clear" onClick={() => void clearActivity()} />
      </div>
      <div className="tr-log-body" data-open={chosen !== null || undefined}>
        <div className="tr-log-list">
          <table className="tr-table">
            <thead>
              <tr>
                <th scope="col">Call</th>
                <th scope="col" className="tr-log-narrow">Result</th>
                <th scope="col" className="tr-log-wide">Address</th>
                <th scope="col" className="tr-log-narrow tr-number">Took</th>
                <th scope="col" className="tr-log-narrow tr-number">Size</th>
                <th scope="col" className="tr-log-narrow">When</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, limit).map((entry) => (
                <CallRow key={entry.id} entry={entry} chosen={entry.id === chosen} onChoose={() => setChosen(entry.id === chosen ? null : entry.id)} />
              ))}
            </tbody>
          </table>
          {found.length > limit && <Button variant="minimal" text={`Show ${found.length - limit} more`} onClick={() => setUnfolded(text)} />}
        </div>
        {chosen !== null && <CallDetail key={chosen} id={chosen} onClose={() => setChosen(null)} />}
      </div>
    </div>
  );
}

interface CallRowProps {
  readonly entry: ActivityEntry;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function CallRow({ entry, chosen, onChoose }: CallRowProps) {
  return (
    <tr data-chosen={chosen || undefined} onClick={onChoose}>
      <td className="tr-mono">
        <button type="button" className="tr-link" aria-expanded={chosen}>{entry.call}</button>
      </td>
      <td><Result entry={entry} /></td>
      <td className="tr-mono tr-muted tr-log-wide" title={entry.url}>{entry.method} {entry.url}</td>
      <td className="tr-number">{duration(entry.duration_ms)}</td>
      <td className="tr-number">{size(entry.response_bytes)}</td>
      <td><TimeAgo at={entry.started_at} /></td>
    </tr>
  );
}

function Result({ entry: { error, status, source } }: { readonly entry: ActivityEntry }) {
  const failed = error !== null || (status !== null && status >= 400);
  return (
    <span className={failed ? 'tr-danger' : 'tr-success'} title={error ?? undefined}>
      {failed ? <ErrorIcon size={12} /> : <TickCircleIcon size={12} />} {status ?? (failed ? 'Failed' : 'Done')}
      {source === 'cache' && ' cached'}
      {source === 'computer' && ' from this computer'}
    </span>
  );
}
