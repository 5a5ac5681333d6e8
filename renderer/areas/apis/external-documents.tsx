import { Checkbox } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import { useState } from 'react';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { useObstacle } from '../../state/list-permission.ts';

interface ExternalDocumentsProps {
  /** Addresses of what a document refers to. */
  readonly external: readonly string[];
  /** The call that would fetch them. */
  readonly method: 'fetchReferences' | 'previewOpenapiSync';
  readonly busy: boolean;
  /** Given the origins that were chosen. */
  readonly onFetch: (origins: readonly string[]) => void;
}

/** What a document refers to elsewhere, by server: none of it is asked for before somebody chooses to. */
export function ExternalDocuments({ external, method, busy, onFetch }: ExternalDocumentsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const obstacle = useObstacle('composerApis', method);
  const origins = [...Map.groupBy(external, (address) => new URL(address).origin)];
  const chosen = origins.map(([origin]) => origin).filter((origin) => !left.has(origin));
  const turn = (origin: string, on: boolean) => setLeft((before) => new Set(on ? [...before].filter((one) => one !== origin) : [...before, origin]));
  if (origins.length === 0) return null;
  return (
    <section className="external-documents" aria-label="What it refers to elsewhere">
      <p>It refers to {external.length === 1 ? 'another document' : `${external.length.toLocaleString()} other documents`}, which {external.length === 1 ? 'was' : 'were'} not asked for. Fetching also asks these servers for what those refer to there.</p>
      <ul>
        {origins.map(([origin, addresses]) => (
          <li key={origin}>
            <Checkbox checked={!left.has(origin)} onChange={(event) => turn(origin, event.currentTarget.checked)}><span className="tr-mono">{origin}</span></Checkbox>
            <ul className="external-addresses" aria-label={`Documents of ${origin}`}>{addresses.map((address) => <li key={address} className="tr-mono">{address.slice(origin.length)}</li>)}</ul>
          </li>
        ))}
      </ul>
      <ActionButton size="small" icon={<Import size={14} />} loading={busy} obstacle={obstacle ?? (chosen.length === 0 ? 'Choose a server first.' : undefined)} text="Fetch these too" onClick={() => onFetch(chosen)} />
    </section>
  );
}
