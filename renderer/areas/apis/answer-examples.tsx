import { Button, InputGroup, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { composerExamples } from '../../../shared/contract/composer-examples.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { AsOf } from '../../components/resource/as-of.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { exampleMark, examplesOf, saveExample } from '../../state/examples.ts';
import { send, titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { remove, useLeaving } from '../../state/list-removal.ts';
import { refresh, update, useList } from '../../state/lists.ts';
import { notify, notifyError } from '../../state/toasts.ts';
import { isObject } from './request.ts';
import { StatusTag } from './status-tag.tsx';

interface AnswerExamplesProps {
  readonly endpoint_id: string;
  /** The answer that is shown, where it can be kept. */
  readonly execution_id: string | undefined;
  /** The example that is shown, as the address has it. */
  readonly picked: string | null;
  readonly onPut: (changes: Readonly<Record<string, string | null>>) => void;
  readonly onRestore: (record: Readonly<Record<string, unknown>>) => void;
}

/** The named examples of an endpoint: save the answer as one, look at it again, compare, restore, rename, delete. */
export function AnswerExamples(props: AnswerExamplesProps) {
  const { endpoint_id, execution_id } = props;
  const source = examplesOf(endpoint_id);
  const { data, meta, loading, error } = useList(source);
  const leaving = useLeaving('composerExamples');
  const [name, setName] = useState('');
  const [saving, setSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const toSave = useObstacle('composerExamples', 'save');
  useEffect(() => input.current?.focus(), []);
  const obstacle = toSave ?? (execution_id === undefined ? 'Send the request first: an example is made of an answer that the platform keeps.' : name.trim() === '' ? 'Give it a name.' : undefined);
  const save = async () => {
    if (obstacle !== undefined || execution_id === undefined || saving) return;
    setSaving(true);
    const failure = await saveExample(endpoint_id, execution_id, name.trim());
    setSaving(false);
    if (failure) return notifyError(failure);
    notify(`Saved as the example “${name.trim()}”`, { intent: 'success' });
    setName('');
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('.run-open') ?? [])];
    lines[Math.max(0, Math.min(lines.length - 1, lines.indexOf(document.activeElement as HTMLElement) + step))]?.focus();
    event.preventDefault();
  };
  const rows = data.filter(({ id }) => !leaving.has(id));
  return (
    <div className="run-history" onKeyDown={press} role="presentation">
      <form className="answer-bar" onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}>
        <InputGroup inputRef={input} size="small" className="answer-search" placeholder="Name of the example" aria-label="Name of the example" value={name} onValueChange={setName} />
        <ActionButton size="small" loading={saving} obstacle={obstacle} text="Save as example" title="Keep this answer under the name (Enter)" onClick={() => void save()} />
        <AsOf meta={meta} />
      </form>
      {error && <Failure failure={error} onRetry={() => refresh(source)} />}
      {!meta && !error && loading && <Skeleton label="Loading the examples" />}
      {meta && rows.length === 0 && <p className="answer-note form-note">No examples yet. An example keeps an answer, with its request but without secrets, when its run has left the history.</p>}
      <ul ref={list} className="runs" aria-label="Examples" aria-busy={loading}>
        {rows.map((row) => <ExampleLine key={row.id} {...props} row={row} />)}
      </ul>
    </div>
  );
}

function ExampleLine({ row, picked, execution_id, onPut, onRestore }: AnswerExamplesProps & { readonly row: Row }) {
  const [renaming, setRenaming] = useState(false);
  const toUpdate = useObstacle('composerExamples', 'update');
  const toRemove = useObstacle('composerExamples', 'remove');
  const address = exampleMark(row.id);
  const shown = picked === address;
  const title = titleOf(row);
  const restore = async () => {
    const reply = await send('composerExamples', 'get', { id: row.id });
    const request = reply.ok ? (reply.data as Row)['request'] : undefined;
    if (isObject(request)) onRestore(request);
    else if (reply.ok) notify('The request of this example was not kept.', { intent: 'warning' });
    else notifyError(reply.error);
  };
  const rename = async (name: string) => {
    setRenaming(false);
    if (name === '' || name === title) return;
    const reply = await update('composerExamples', row, { name });
    if (!reply.ok) notifyError(reply.error);
  };
  if (renaming) return <li><Rename title={title} onDone={(name) => void rename(name)} /></li>;
  return (
    <li aria-current={shown ? 'true' : undefined}>
      <button
        type="button" className="run-open" aria-current={shown}
        onClick={() => {
          onPut({ run: address, view: null });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'F2' && event.key !== 'Delete') return;
          event.preventDefault(); // Or the endpoint itself would be deleted.
          if (event.key === 'F2' && toUpdate === undefined) setRenaming(true);
          else if (event.key === 'Delete' && toRemove === undefined) remove('composerExamples', [row]);
        }}
      >
        <StatusTag status={Number(row['status'] ?? 0)} text={textOf(row['statusText'])} />
        <span className="tr-clip" title={title}>{title}</span>
      </button>
      <PopoverNext
        arrow={false} placement="bottom-end"
        content={(
          <Menu>
            <MenuItem text="Compare with the answer that is shown" disabled={shown || execution_id === undefined} onClick={() => onPut({ against: address })} />
            <MenuItem text="Restore its request into the editor" onClick={() => void restore()} />
            <MenuDivider />
            <MenuItem text="Rename" label="F2" disabled={toUpdate !== undefined} onClick={() => setRenaming(true)} />
            <MenuItem text={composerExamples.removal.verb} label="Delete" intent="danger" disabled={toRemove !== undefined} onClick={() => remove('composerExamples', [row])} />
          </Menu>
        )}
      >
        <Button size="small" variant="minimal" icon={<More size={14} />} aria-label={`Actions of ${title}`} title="Actions" />
      </PopoverNext>
    </li>
  );
}

/** Enter keeps the new name, Escape the old one. */
function Rename({ title, onDone }: { readonly title: string; readonly onDone: (name: string) => void }) {
  const [name, setName] = useState(title);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onDone(event.key === 'Enter' ? name.trim() : title);
  };
  return <InputGroup inputRef={input} fill size="small" aria-label={`New name of ${title}`} value={name} onValueChange={setName} onKeyDown={press} onBlur={() => onDone(name.trim())} />;
}
