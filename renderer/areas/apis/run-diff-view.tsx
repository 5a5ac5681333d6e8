import { Button, Callout } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { DifferenceTable, summaryOf } from '../../components/diff/difference-table.tsx';
import type { Difference } from '../../components/diff/differences.ts';
import { duration } from '../../components/measures.ts';
import { Skeleton } from '../../components/resource/list-states.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { readExecution, useExecutions } from '../../state/executions.ts';
import { isExample, useExample } from '../../state/examples.ts';
import type { ListSlice } from '../../state/lists.ts';
import { ask, openPieces } from './answer-client.ts';
import { bodyPieces } from './answer-port.ts';
import { isBinary, isEmptyAnswer, isJson, spooledOf, type Result } from './answer-run.ts';
import { StatusTag } from './status-tag.tsx';

interface RunDiffProps {
  /** Two runs, of which the older one is what was before. */
  readonly ids: readonly [string, string];
  readonly history: ListSlice;
  readonly onClose: () => void;
}

/** Two runs side by side: what one has that the other has not. */
export function RunDiff({ ids, history, onClose }: RunDiffProps) {
  const runs = [useRun(ids[0], history), useRun(ids[1], history)] as const;
  const isSwapped = (runs[0].known?.timestamp ?? '') > (runs[1].known?.timestamp ?? '');
  const [one, other] = isSwapped ? [runs[1], runs[0]] : runs;
  const differences = useDifferences(one.whole, other.whole);
  const problem = one.problem ?? other.problem;
  return (
    <section className="run-diff" aria-label="Comparison">
      <div className="answer-bar">
        <Side label="Before" run={one.known} /><span aria-hidden="true">→</span><Side label="After" run={other.known} />
        <span className="filter-space" />
        <Button size="small" variant="minimal" icon={<Cross size={14} />} aria-label="Close the comparison" title="Close the comparison" onClick={onClose} />
      </div>
      {problem !== undefined && <Callout compact intent="warning">One of the two cannot be read: {problem}</Callout>}
      {problem === undefined && differences === undefined && <Skeleton label="Comparing" />}
      {differences?.length === 0 && <p className="answer-note form-note">Status, headers but for dates, and body are the same.</p>}
      {differences !== undefined && differences.length > 0 && (
        <>
          <p className="answer-note form-note" role="status">{summaryOf(differences)}</p>
          <DifferenceTable differences={differences} />
        </>
      )}
    </section>
  );
}

function Side({ label, run }: { readonly label: string; readonly run: Result | undefined }) {
  return (
    <span className="run-diff-side">
      <span className="tr-muted">{label}</span>
      {run && <StatusTag status={run.status ?? 0} text={run.statusText ?? ''} />}
      {run?.duration !== undefined && <span className="tr-number">{duration(run.duration)}</span>}
      {run?.timestamp !== undefined && <TimeAgo at={run.timestamp} />}
    </span>
  );
}

/** A run as the list knows it, and whole once it is read. */
function useRun(id: string, history: ListSlice): { readonly known: Result | undefined; readonly whole: Result | undefined; readonly problem: string | undefined } {
  const example = useExample(id);
  const read = useExecutions(({ past }) => past[id]);
  useEffect(() => {
    if (!isExample(id)) void readExecution(id);
  }, [id]);
  if (isExample(id)) return { known: example.result, whole: example.result, problem: example.problem };
  const whole = read?.ok ? read.data : undefined;
  return { known: whole ?? (history.data.find((row) => row.id === id) as Result | undefined), whole, problem: read?.ok === false ? read.error.message : undefined };
}

/** Headers that differ each time and say nothing. */
const restless = new Set(['date', 'age', 'x-request-id', 'x-runtime', 'cf-ray', 'server-timing']);

/** Status and headers, before the body. */
function headDifferences(one: Result, other: Result): Difference[] {
  const found: Difference[] = [];
  if (one.status !== other.status) found.push({ kind: 'changed', where: 'status', before: `${one.status ?? ''} ${one.statusText ?? ''}`, after: `${other.status ?? ''} ${other.statusText ?? ''}` });
  const [before, after] = [one.headers ?? {}, other.headers ?? {}];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (restless.has(name.toLowerCase()) || before[name] === after[name]) continue;
    const [was, is] = [before[name], after[name]];
    found.push({ kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed', where: `header ${name}`, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) });
  }
  return found;
}

function useDifferences(one: Result | undefined, other: Result | undefined): readonly Difference[] | undefined {
  const [found, setFound] = useState<{ readonly one: Result; readonly other: Result; readonly differences: readonly Difference[] }>();
  useEffect(() => {
    if (!one || !other) return;
    let here = true;
    const look = async () => {
      const differences = [...headDifferences(one, other), ...(await bodyDifferences(one, other, () => !here))];
      if (here) setFound({ one, other, differences });
    };
    void look();
    return () => {
      here = false;
    };
  }, [one, other]);
  return found?.one === one && found?.other === other ? found?.differences : undefined;
}

async function bodyDifferences(one: Result, other: Result, isStale: () => boolean): Promise<readonly Difference[]> {
  if (isBinary(one) || isBinary(other)) return one.data === other.data ? [] : [{ kind: 'changed', where: 'body', before: 'not text', after: 'not text' }];
  const kind = isJson(one) && isJson(other) && !isEmptyAnswer(one) && !isEmptyAnswer(other) ? 'json' : 'text';
  const text = (result: Result) => {
    const spooled = spooledOf(result);
    if (spooled) return bodyPieces(spooled.execution_id, spooled.bytes, () => undefined);
    return kind === 'text' && isEmptyAnswer(result) ? '' : result.data;
  };
  const [first, second] = [await openPieces(text(one), kind, isStale), await openPieces(text(other), kind, isStale)];
  try {
    return first && second ? await ask({ do: 'compare', document: first.document, other: second.document, kind }) : [];
  } finally {
    for (const opened of [first, second]) if (opened) void ask({ do: 'close', document: opened.document });
  }
}
