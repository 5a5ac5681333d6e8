import { Button, Dialog, DialogBody, DialogFooter, ProgressBar, type Intent } from '@blueprintjs/core';
import { Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { kindOf, sentence, titleOf } from '../../state/list-entity.ts';
import type { BulkResult } from '../../state/lists.ts';
import { useFocus } from '../use-focus.ts';

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
  /** Does it to the rows, and tells the result of each; stops when aborted. */
  readonly run: (rows: readonly Row[], tell: (result: BulkResult) => void, signal: AbortSignal) => Promise<void>;
  readonly onClose: () => void;
}

const shownAtMost = 200;

/** Shows to which rows something would be done, does it when told to, and says the result of each. */
export function BulkDialog({ group, nouns, rows, verb, done, intent, preview, note, run: act, onClose }: BulkDialogProps) {
  const { one, many } = nouns ?? kindOf(group);
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [state, setState] = useState<'preview' | 'running' | 'done'>('preview');
  const controller = useRef(new AbortController());
  useEffect(() => {
    const { current } = controller;
    return () => current.abort();
  }, []);
  // The button that was pressed is gone, and the focus with it.
  const last = useFocus<HTMLButtonElement>(state !== 'preview');
  const what = rows.length === 1 ? `1 ${one}` : `${rows.length.toLocaleString()} ${many}`;
  const failed = [...results.values()].filter(({ error }) => error).length;

  const run = async () => {
    setState('running');
    await act(rows, (result) => setResults((now) => new Map(now).set(result.id, result)), controller.current.signal);
    setState('done');
  };
  const listed = state === 'preview' ? rows : rows.toSorted((a, b) => rank(results.get(a.id)) - rank(results.get(b.id)));
  const summary = {
    preview,
    running: `${results.size.toLocaleString()} of ${rows.length.toLocaleString()} done.`,
    done: `${(results.size - failed).toLocaleString()} ${done}, ${failed.toLocaleString()} failed${results.size < rows.length ? `, ${(rows.length - results.size).toLocaleString()} left as they were` : ''}.`,
  }[state];

  return (
    <Dialog isOpen title={`${verb} ${what}`} onClose={onClose} canOutsideClickClose={state !== 'running'} className="bulk-dialog">
      <DialogBody>
        <p aria-live="polite">{summary}</p>
        {state === 'running' && <ProgressBar value={results.size / rows.length} intent="primary" animate={false} />}
        {/* What scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className="bulk-list" tabIndex={0} aria-label={`The ${what}`}>
          {listed.slice(0, shownAtMost).map((row) => <Line key={row.id} row={row} note={note?.(row)} done={done} result={results.get(row.id)} />)}
          {rows.length > shownAtMost && <li>and {(rows.length - shownAtMost).toLocaleString()} more</li>}
        </ul>
      </DialogBody>
      <DialogFooter actions={state === 'preview' ? (
        <>
          <Button text="Cancel" onClick={onClose} />
          <Button intent={intent} text={`${verb} ${what}`} onClick={() => void run()} />
        </>
      ) : state === 'running' ? <Button ref={last} text="Stop" onClick={() => controller.current.abort()} /> : <Button ref={last} intent="primary" text="Close" onClick={onClose} />} />
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
