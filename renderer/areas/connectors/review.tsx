import { Button, Dialog, DialogBody, DialogFooter, InputGroup, ProgressBar } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { useFocus } from '../../components/use-focus.ts';
import { offerUndoOf, updateEndpoints, type EndpointChange } from '../../state/endpoint-updates.ts';
import { filterRows } from '../../state/list-order.ts';
import type { BulkResult } from '../../state/bulk.ts';
import { ChangeTable, type Change } from './change-table.tsx';

export interface ReviewDialogProps {
  readonly title: string;
  /** What is chosen before: what to change to, and of what. */
  readonly children?: ReactNode;
  /** Each endpoint in question; null while what to change to is not chosen. */
  readonly changes: readonly Change[] | null;
  readonly change: EndpointChange | null;
  /** Why nothing can be changed now. */
  readonly obstacle: string | undefined;
  /** What is said instead of the table while there is nothing in it. */
  readonly nothing: ReactNode;
  readonly onClose: () => void;
}

const counted = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'endpoint' : 'endpoints'}`;

/** What would change in many endpoints, from what to what, before anything is sent; then the result of each, and one undo. */
export function ReviewDialog({ title, children, changes: offered, change, obstacle, nothing, onClose }: ReviewDialogProps) {
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [state, setState] = useState<'preview' | 'running' | 'done'>('preview');
  // As it was when it began: what is shown follows the lists, which change under it.
  const [begun, setBegun] = useState<readonly Change[] | null>(null);
  const [text, setText] = useState('');
  const controller = useRef(new AbortController());
  useEffect(() => {
    const { current } = controller;
    return () => current.abort();
  }, []);
  const last = useFocus<HTMLButtonElement>(state !== 'preview');
  const changes = useMemo(() => begun ?? offered ?? [], [begun, offered]);
  const shown = useMemo(() => {
    const rows = changes.map(({ row, from }) => ({ ...row, from }));
    return Array.from(filterRows(rows, { text, conditions: [] }, ['method', 'path', 'name', 'tags', 'from']), (at) => changes[at]!);
  }, [changes, text]);
  const taken = useMemo(() => changes.filter(({ row, same }) => !same && !skipped.has(row.id)), [changes, skipped]);
  const same = changes.filter((one) => one.same).length;
  const failed = [...results.values()].filter(({ error }) => error).length;

  const skip = (ids: readonly string[], out: boolean) => setSkipped((now) => {
    const next = new Set(now);
    for (const id of ids) {
      if (out) next.add(id);
      else next.delete(id);
    }
    return next;
  });
  const run = async () => {
    if (!change) return;
    setBegun(changes);
    setState('running');
    const all = new Map<string, BulkResult>();
    const updates = await updateEndpoints(taken.map(({ row }): Row => row), change, (some) => {
      for (const one of some) all.set(one.id, one);
      setResults(new Map(all));
    }, controller.current.signal);
    setState('done');
    const done = [...all.values()].filter(({ error }) => error === null).length;
    if (done > 0) offerUndoOf(updates, `${counted(done)} changed`);
  };
  const summary = {
    preview: `${counted(taken.length)} would be changed${same > 0 ? `, ${same.toLocaleString()} ${same === 1 ? 'is' : 'are'} so already` : ''}${skipped.size > 0 ? `, ${(changes.length - taken.length - same).toLocaleString()} skipped` : ''}.`,
    running: `${results.size.toLocaleString()} of ${taken.length.toLocaleString()} done.`,
    done: `${(results.size - failed).toLocaleString()} changed, ${failed.toLocaleString()} failed${results.size < taken.length ? `, ${(taken.length - results.size).toLocaleString()} left as they were` : ''}.`,
  }[state];
  return (
    <Dialog isOpen title={title} onClose={onClose} canOutsideClickClose={false} className="review-dialog">
      <DialogBody>
        {state === 'preview' && children}
        {changes.length === 0 ? <div className="review-nothing">{nothing}</div> : (
          <>
            <div className="review-bar">
              <InputGroup className="filter-text" type="search" size="small" leftIcon={<Search size={14} />} placeholder="Filter endpoints" aria-label="Filter endpoints" value={text} onValueChange={setText} />
              <span aria-live="polite">{summary}</span>
            </div>
            {state === 'running' && <ProgressBar value={results.size / Math.max(1, taken.length)} intent="primary" animate={false} />}
            <ChangeTable label="What would change" changes={shown} skipped={skipped} results={results} settled={state !== 'preview'} ended={state === 'done'} onSkip={skip} />
          </>
        )}
      </DialogBody>
      <DialogFooter actions={state === 'preview' ? (
        <>
          <Button text="Cancel" onClick={onClose} />
          <ActionButton intent="primary" obstacle={obstacle ?? (taken.length === 0 || !change ? 'There is nothing to change yet.' : undefined)} text={`Change ${counted(taken.length)}`} onClick={() => void run()} />
        </>
      ) : state === 'running' ? <Button ref={last} text="Stop" onClick={() => controller.current.abort()} /> : <Button ref={last} intent="primary" text="Close" onClick={onClose} />} />
    </Dialog>
  );
}
