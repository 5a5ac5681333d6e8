import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import type { Place } from '../../../shared/contract/composer.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { folderOf, isWithin, partsOfFolder, topFolder } from '../../../shared/rules/endpoint-folders.ts';
import { layerOf } from '../../../shared/rules/variables.ts';
import { arrange } from '../../state/endpoint-places.ts';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useList } from '../../state/lists.ts';
import { arrangementOf, nameOf, type Moved } from './endpoint-moves.ts';
import { chipOf } from './tree-drop.tsx';
import { foldersOf, type EndpointMoves } from './use-endpoint-moves.ts';

interface MoveDialogProps {
  readonly api: Row;
  readonly moved: Moved;
  /** With the choice of the API before all others. */
  readonly toOther: boolean;
  readonly moves: EndpointMoves;
  readonly onClose: () => void;
}

/** Choices of a folder that are none. */
const byPath = ' by path';
const fresh = ' new';

const rowsOf = (moved: Moved): readonly Row[] => ('group' in moved ? moved.group.rowsUnder() : moved.rows);

/** Every folder of an API, those around others included, in the order of their names. */
export function allFolders(api: Row, rows: readonly Row[]): string[] {
  const found = new Set<string>();
  for (const folder of [...foldersOf(api), ...rows.map((row) => textOf(row['folder']))]) {
    const parts = folder.startsWith('/') ? [] : partsOfFolder(folder);
    for (const depth of parts.keys()) found.add(folderOf(parts.slice(0, depth + 1)));
  }
  return [...found].toSorted();
}

const kindOf = (api: Row) => textOf((api['auth'] as { type?: unknown } | null | undefined)?.type) || 'none';
const addressOf = (api: Row) => `${textOf(api['server_url'])}${textOf(api['base_path'])}`;

/** What is otherwise for endpoints once they belong to another API. */
export function changesWithApi(from: Row, to: Row, rows: readonly Row[]): string[] {
  const inherits = rows.filter((row) => row['auth'] === undefined || row['auth'] === null);
  const [has, had] = [layerOf(to['variables']), layerOf(from['variables'])];
  const used = JSON.stringify(rows.map(({ path, headers, parameters, body, auth }) => [path, headers, parameters, body, auth]));
  const names = [...had.keys()].filter((name) => new RegExp(`\\{\\{\\s*${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\\s*\\}\\}`).test(used));
  const missing = names.filter((name) => !has.has(name));
  const other = names.filter((name) => has.has(name) && JSON.stringify(has.get(name)) !== JSON.stringify(had.get(name)));
  return [
    ...(addressOf(from) === addressOf(to) ? [] : [`They are sent to ${addressOf(to) || 'no server, until the API has one'} in the place of ${addressOf(from) || 'none'}.`]),
    ...(inherits.length > 0 && JSON.stringify(from['auth']) !== JSON.stringify(to['auth']) ? [`${inherits.length === 1 ? 'It signs' : `${inherits.length.toLocaleString()} of them sign`} in as “${titleOf(to)}” does (${kindOf(to)}), and no longer as “${titleOf(from)}” does (${kindOf(from)}).`] : []),
    ...(missing.length > 0 ? [`“${titleOf(to)}” has no value for ${missing.map((name) => `{{${name}}}`).join(', ')}.`] : []),
    ...(other.length > 0 ? [`${other.map((name) => `{{${name}}}`).join(', ')} ${other.length === 1 ? 'has' : 'have'} another value there.`] : []),
  ];
}

/** Moves endpoints, or a group, to a folder that is chosen, of this API or of another one. */
export function MoveDialog({ api, moved, toOther, moves, onClose }: MoveDialogProps) {
  const { data: apis } = useList({ group: 'composerApis' });
  const [apiId, setApiId] = useState(() => (toOther ? '' : api.id));
  const [folder, setFolder] = useState(topFolder);
  const [name, setName] = useState('');
  const [sending, setSending] = useState(false);
  const target = apis.find(({ id }) => id === apiId) ?? (apiId === api.id ? api : undefined);
  const source = useMemo(() => (apiId === '' ? null : { group: 'composerEndpoints', input: { api_id: apiId } }), [apiId]);
  const { data: rows } = useList(source);
  const first = useRef<HTMLSelectElement>(null);
  const isOther = apiId !== api.id;
  const taken = rowsOf(moved);
  const folders = target ? allFolders(target, rows) : [];
  const warnings = target && isOther ? changesWithApi(api, target, taken) : [];
  const isReady = target !== undefined && (folder !== fresh || partsOfFolder(name).length > 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || sending) return;
    const into = folder === fresh ? folderOf(partsOfFolder(name)) : folder === topFolder ? '' : folder;
    if (!isOther) {
      if (folder === byPath) moves.release(taken);
      else moves.moveTo(moved, into);
      return onClose();
    }
    setSending(true);
    const done = await arrange({
      api, of: taken.map(({ id }) => id), rows: taken, said: () => `${chipOf(moved)} moved to “${titleOf(target)}”`,
      places: placesIn(moved, apiId, folder === byPath ? null : into || null),
    });
    setSending(false);
    if (done) onClose();
  };
  const isGroup = 'group' in moved;
  const options = [
    { value: topFolder, label: 'At the top' },
    ...(isGroup ? [] : [{ value: byPath, label: 'Where its path belongs' }]),
    ...folders.filter((one) => !isGroup || isOther || !moved.group.isFolder || !isWithin(one, moved.group.prefix)).map((one) => ({ value: one, label: one })),
    { value: fresh, label: 'New folder…' },
  ];
  return (
    <Dialog isOpen title={`Move ${isGroup ? `“${nameOf(moved.group)}”` : taken.length === 1 ? `“${titleOf(taken[0]!)}”` : `${taken.length.toLocaleString()} endpoints`}`} onOpened={() => first.current?.focus()} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <FormGroup label="API" labelFor="move-api">
            <HTMLSelect
              id="move-api" fill ref={toOther ? first : null} value={apiId} onChange={(event) => setApiId(event.currentTarget.value)}
              options={[...(toOther ? [{ value: '', label: 'Choose an API', disabled: true }] : []), ...[...(apis.some(({ id }) => id === api.id) ? [] : [api]), ...apis].map((one) => ({ value: one.id, label: one.id === api.id ? `${titleOf(one)} (this one)` : titleOf(one) }))]}
            />
          </FormGroup>
          <FormGroup label="Folder" labelFor="move-folder">
            <HTMLSelect id="move-folder" fill ref={toOther ? null : first} value={options.some(({ value }) => value === folder) ? folder : topFolder} options={options} onChange={(event) => setFolder(event.currentTarget.value)} />
          </FormGroup>
          {folder === fresh && (
            <FormGroup label="Name of the new folder" labelFor="move-name" helperText="Such as Users / Admin, for one inside of another.">
              <InputGroup id="move-name" value={name} onValueChange={setName} />
            </FormGroup>
          )}
          {warnings.length > 0 && (
            <Callout compact intent="warning" title="What will be otherwise there">
              <ul className="move-warnings">{warnings.map((warning) => <li key={warning}>{warning}</li>)}</ul>
            </Callout>
          )}
        </DialogBody>
        <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><Button type="submit" intent="primary" loading={sending} disabled={!isReady} text="Move" /></>} />
      </form>
    </Dialog>
  );
}

/** Where each comes to stand in another API, which knows nothing of the order here. */
function placesIn(moved: Moved, api_id: string, folder: string | null): Place[] {
  if ('rows' in moved) return moved.rows.map(({ id }) => ({ id, api_id, folder, position: null }));
  const into = folder === null ? undefined : { prefix: folder, isFolder: true };
  const { places } = arrangementOf({ rows: rowsOf(moved), named: [] }, moved, { into });
  const folders = new Map(places.map((place) => [place.id, place.folder]));
  return rowsOf(moved).map(({ id }) => (folders.has(id) ? { id, api_id, folder: folders.get(id) } : { id, api_id }));
}
