import { Radio, RadioGroup, SegmentedControl } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import { pathOf } from '../../state/areas.ts';
import { chooseSide, decide, type Decision, type Side, type SyncChange } from '../../state/api-sync.ts';
import { labelOf } from '../../state/list-entity.ts';
import { KindSign } from './sync-list.tsx';

interface SyncDetailProps {
  /** Of the API. */
  readonly id: string;
  readonly change: SyncChange;
  readonly decision: Decision | undefined;
  readonly accepted: boolean;
}

/** What would come of it, by what the document does and whether it was edited here. */
function consequence({ kind, action }: SyncChange): string {
  if (action === 'add') return kind === 'conflict' ? 'It was deleted here, and the document has changed it since. Accepted, it is made again.' : 'It is new in the document. Accepted, it is made.';
  if (action === 'remove') return kind === 'conflict' ? 'The document has it no more, and it was edited here. Accepted, it is deleted with what was edited.' : 'The document has it no more. Accepted, it is deleted with its tests; an undo of the sync brings them back.';
  return kind === 'conflict' ? 'Both sides changed the same. Accepted, it takes what you choose of each field in conflict, and all else of the document.' : 'Accepted, these fields become as they are in the document.';
}

/** One change, field by field: as it was, as the document has it, as it is here. */
export function SyncDetail({ id, change, decision, accepted }: SyncDetailProps) {
  const path = change.id !== undefined && change.method !== undefined ? pathOf('composerEndpoints', change.id) : undefined;
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="sync-detail" aria-label="The change" tabIndex={0}>
      <header className="panel-bar">
        <KindSign kind={change.kind} />
        <h2>{change.method === undefined ? 'The API itself' : <span className="tr-mono">{change.method} {change.path}</span>}</h2>
        <span className="filter-space" />
        <SegmentedControl
          size="small" aria-label="Decision" options={[{ value: 'accept', label: 'Accept' }, { value: 'skip', label: 'Skip' }]} value={accepted ? 'accept' : 'skip'}
          onValueChange={(value) => decide(id, [change], value === 'accept')}
        />
      </header>
      <p>{change.name !== '' && change.method !== undefined && <>“{path ? <Link to={path}>{change.name}</Link> : change.name}”. </>}{consequence(change)}</p>
      {change.fields.length > 0 && (
        <table className="merge-table sync-fields">
          <thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">In the document</th><th scope="col">Here now</th></tr></thead>
          <tbody>
            {change.fields.map(({ field, conflict, base, theirs, ours }) => (
              <tr key={field} data-conflict={conflict || undefined}>
                <th scope="row">
                  {fieldLabel(field)}
                  {conflict && (
                    <RadioGroup className="sync-sides" aria-label={`${fieldLabel(field)}: which side`} selectedValue={decision?.fields[field] ?? 'ours'} onChange={(event) => chooseSide(id, change, field, event.currentTarget.value as Side)}>
                      <Radio value="ours">Keep what is here</Radio>
                      <Radio value="theirs">Take the document’s</Radio>
                    </RadioGroup>
                  )}
                </th>
                <td><Value value={base} /></td><td><Value value={theirs} /></td><td><Value value={ours} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {change.local.length > 0 && <p className="form-note">Edited here and {change.action === 'remove' ? 'deleted with it' : 'kept as it is'}: {change.local.map(fieldLabel).join(', ')}.</p>}
    </section>
  );
}

/** `parameters/query/limit/schema` → "Parameter limit (query): schema". */
export function fieldLabel(field: string): string {
  const [first, place, name, ...rest] = field.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (first !== 'parameters' || name === undefined) return labelOf(field);
  return `Parameter ${name} (${place})${rest.length > 0 ? `: ${rest.join('/')}` : ''}`;
}

function Value({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null || value === '') return <span className="tr-muted">nothing</span>;
  return <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>;
}
