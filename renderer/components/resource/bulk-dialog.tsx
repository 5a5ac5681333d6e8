import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup, ProgressBar, type Intent } from '@blueprintjs/core';
import { Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { kindOf, sentence, titleOf } from '../../state/list-entity.ts';
import type { BulkResult } from '../../state/bulk.ts';
import { useFocus } from '../use-focus.ts';
import { ActionButton } from './action-button.tsx';

export interface BulkDialogProps {
  readonly group: string;
  /** What the rows are called where the group is no kind of its own. */
  readonly nouns?: { readonly one: string; readonly many: string };
  readonly rows: readonly Row[];
  /** "Delete", and how it is said when it is done: "deleted". */
  readonly verb: string;
  readonly done: string;
  readonly intent: Intent;
  /** What would come of it, before anything is sent. */
  readonly preview: string;
  /** What is said of a row beside its name, before anything is sent. */
  readonly note?: (row: Row) => string | undefined;
  /** Rows for which there is nothing to do: they are listed, and left as they are. */
  readonly skips?: (row: Row) => boolean;
  /** What is asked before it is done. */
  readonly children?: ReactNode;
  /** Why it cannot be done as it is asked. */
  readonly obstacle?: string | undefined;
  /** Has to be typed first: the name of what it would be done in. */
  readonly typed?: string | undefined;
  /** The rows with which it was done. */
  readonly onDone?: (rows: readonly Row[]) => void;
  /** Does it to the rows, and tells the result of each; stops when aborted. */
  readonly run: (rows: readonly Row[], tell: (result: BulkResult) => void, signal: AbortSignal) => Promise<void>;
  readonly onClose: () => void;
}

const shownAtMost = 200;

/** Shows to which rows something would be done, does it when told to, says the result of each, and tries those that failed again. */
export function BulkDialog({ group, nouns, rows, verb, done, intent, preview, note, skips, children, obstacle, typed, onDone, run: act, onClose }: BulkDialogProps) {
  const { one, many } = nouns ?? kindOf(group);
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [state, setState] = useState<'preview' | 'running' | 'done'>('preview');
  const [name, setName] = useState('');
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  // The button that was pressed is gone, and the focus with it.
  const last = useFocus<HTMLButtonElement>(state !== 'preview');
  const wanted = skips ? rows.filter((row) => !skips(row)) : rows;
  const whatOf = (count: number) => (count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`);
  const failed = rows.filter(({ id }) => results.get(id)?.error);

  const run = async (asked: readonly Row[]) => {
    setState('running');
    controller.current = new AbortController();
    const did = new Set<string>();
    await act(asked, (result) => {
      if (!result.error) did.add(result.id);
      setResults((now) => new Map(now).set(result.id, result));
    }, controller.current.signal);
    setState('done');
    if (did.size > 0) onDone?.(asked.filter(({ id }) => did.has(id)));
  };
  const listed = state === 'preview' ? rows : rows.toSorted((a, b) => rank(results.get(a.id)) - rank(results.get(b.id)));
  const summary = {
    preview,
    running: `${results.size.toLocaleString()} of ${wanted.length.toLocaleString()} done.`,
    done: `${(results.size - failed.length).toLocaleString()} ${done}, ${failed.length.toLocaleString()} failed${results.size < rows.length ? `, ${(rows.length - results.size).toLocaleString()} left as they were` : ''}.`,
  }[state];
  const hindrance = obstacle ?? (wanted.length === 0 ? 'There is nothing to do.' : typed !== undefined && name !== typed ? `Type ${typed} first.` : undefined);

  return (
    <Dialog isOpen title={`${verb} ${whatOf(rows.length)}`} onClose={onClose} canOutsideClickClose={state !== 'running'} className="bulk-dialog">
      <DialogBody>
        <p aria-live="polite">{summary}</p>
        {state === 'preview' && children}
        {state === 'running' && <ProgressBar value={results.size / wanted.length} intent="primary" animate={false} />}
        {/* What scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className="bulk-list" tabIndex={0} aria-label={`The ${whatOf(rows.length)}`}>
          {listed.slice(0, shownAtMost).map((row) => <Line key={row.id} row={row} note={note?.(row)} done={done} result={results.get(row.id)} />)}
          {rows.length > shownAtMost && <li>and {(rows.length - shownAtMost).toLocaleString()} more</li>}
        </ul>
        {state === 'preview' && typed !== undefined && (
          <FormGroup className="bulk-typed" label={<>Type <strong>{typed}</strong> to go on</>} labelFor="bulk-typed">
            <InputGroup id="bulk-typed" value={name} onValueChange={setName} autoComplete="off" />
          </FormGroup>
        )}
      </DialogBody>
      <DialogFooter actions={state === 'preview' ? (
        <>
          <Button text="Cancel" onClick={onClose} />
          <ActionButton intent={intent} obstacle={hindrance} text={`${verb} ${whatOf(wanted.length)}`} onClick={() => void run(wanted)} />
        </>
      ) : (
        <>
          {state === 'done' && failed.length > 0 && <Button text={failed.length === 1 ? 'Try the one that failed again' : `Try the ${failed.length.toLocaleString()} that failed again`} onClick={() => void run(failed)} />}
          {/* One button, so that the focus stays where it is. */}
          <Button ref={last} intent={state === 'done' ? 'primary' : 'none'} text={state === 'done' ? 'Close' : 'Stop'} onClick={state === 'done' ? onClose : () => controller.current.abort()} />
        </>
      )} />
    </Dialog>
  );
}

/** Failures first, then what is left, then what is done. */
const rank = (result: BulkResult | undefined) => (result ? (result.error ? 0 : 2) : 1);

interface LineProps {
  readonly row: Row;
  readonly note: string | undefined;
  readonly done: string;
  readonly result: BulkResult | undefined;
}

function Line({ row, note, done, result }: LineProps) {
  const title = titleOf(row);
  return (
    <li>
      <span className="bulk-title">{title}</span> {title !== row.id && <code>{row.id}</code>}
      {!result && note !== undefined && <span className="form-note"> {note}</span>}
      {result && (result.error
        ? <span className="bulk-failed"><ErrorIcon size={12} /> {result.error.message}</span>
        : <span className="bulk-done"> <Tick size={12} /> {sentence(done)}</span>)}
    </li>
  );
}
