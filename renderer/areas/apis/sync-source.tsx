import { Callout } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useState, type FormEvent } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { size } from '../../components/measures.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { authKinds, isKnown } from '../../components/resource/auth-kinds.ts';
import { TimeAgo } from '../../components/time-ago.tsx';
import { compareDocument, type DocumentSync, type Review } from '../../state/api-sync.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { DocumentChoice, missingIn, noChoice, textOfChoice, type Choice } from './document-choice.tsx';
import { largestDocument } from './document-file.ts';

interface SyncSourceProps {
  readonly api: Row;
  readonly source: DocumentSync['source'];
  readonly review: Review;
}

/** Chooses the new version of an API's document: from its address, or from wherever it is. */
export function SyncSource({ api, source, review: { unchanged } }: SyncSourceProps) {
  const [choice, setChoice] = useState(noChoice);
  const [problem, setProblem] = useState<ErrorValue | null>(null);
  const obstacle = useObstacle('composerApis', 'previewOpenapiSync');
  const missing = missingIn(choice);
  const change = (changed: Partial<Choice>) => setChoice((before) => ({ ...before, ...changed }));
  const compare = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle || missing) return;
    const url = choice.url.trim();
    void compareDocument(api.id, choice.from === 'address' ? { name: url, fetch: { url, ...(choice.auth ? { auth: choice.auth } : {}) } } : { name: choice.file?.name ?? '', document: textOfChoice(choice) });
  };
  return (
    <form className="sync-source" onSubmit={compare}>
      <h2 className="panel-heading">Sync with a new version of the document</h2>
      <p className="tr-muted">It is compared with the version that was taken in last and with what was edited here since. Nothing changes before you have looked at the differences.</p>
      {source && <Remembered api={api} source={source} unchanged={unchanged} obstacle={obstacle} />}
      <DocumentChoice
        name="sync" label={`New OpenAPI document of ${titleOf(api)}`} value={choice} onChange={change} onProblem={setProblem} accept=".json,.yaml,.yml,application/json,application/yaml"
        help={`OpenAPI 3.1, 3.0 or 2.0, as JSON or YAML, up to ${size(largestDocument)}. You can also drop it here.`}
      />
      {problem !== null && <Callout compact intent="danger" role="alert">{problem.message}</Callout>}
      <ActionButton type="submit" intent="primary" obstacle={obstacle ?? missing} text="Compare" />
    </form>
  );
}

interface RememberedProps {
  readonly api: Row;
  readonly source: NonNullable<DocumentSync['source']>;
  readonly unchanged: boolean;
  readonly obstacle: string | undefined;
}

/** The address from which the document came, and when it was last asked. */
function Remembered({ api, source: { url, auth_type: type, follow, fetched_at: at }, unchanged, obstacle }: RememberedProps) {
  const again = (always: boolean) => void compareDocument(api.id, { name: url, fetch: { always } });
  return (
    <section className="sync-address" aria-label="Address of the document">
      <p><span className="tr-mono">{url}</span></p>
      <p className="tr-muted">
        Last fetched <TimeAgo at={at} />
        {type !== undefined && `, signed in by ${isKnown(type) ? authKinds[type].label : type}`}
        {follow && follow.length > 0 && `, with what it refers to at ${follow.join(', ')}`}.
      </p>
      {unchanged && <p role="status"><strong>Unchanged.</strong> There is nothing newer at the address than what was taken in.</p>}
      <div className="panel-bar">
        <ActionButton size="small" intent="primary" icon={<Refresh size={14} />} obstacle={obstacle} text="Fetch again" onClick={() => again(false)} />
        {unchanged && <ActionButton size="small" obstacle={obstacle} text="Compare all the same" title="What was skipped before is offered again." onClick={() => again(true)} />}
      </div>
    </section>
  );
}
