import { Button, Callout, ProgressBar } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { DifferenceTable, summaryOf } from '../../components/diff/difference-table.tsx';
import { duration } from '../../components/measures.ts';
import { Skeleton } from '../../components/resource/list-states.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { readExecution, useExecutions } from '../../state/executions.ts';
import { isExample, useExample } from '../../state/examples.ts';
import { runOf, useOtherEnvironments } from '../../state/runs-elsewhere.ts';
import type { ListSlice } from '../../state/lists.ts';
import type { Result } from './answer-run.ts';
import { compareAnswers, type Comparison } from './compare-answers.ts';
import { StatusTag } from './status-tag.tsx';

interface RunDiffProps {
  /** Two runs, as an address names them, of which the older one is what was before. */
  readonly ids: readonly [string, string];
  readonly history: ListSlice;
  readonly onClose: () => void;
}

/** Two runs side by side: what one has that the other has not. */
export function RunDiff({ ids, history, onClose }: RunDiffProps) {
  const runs = [useRun(ids[0], history), useRun(ids[1], history)] as const;
  const isSwapped = (runs[0].known?.timestamp ?? '') > (runs[1].known?.timestamp ?? '');
  const [one, other] = isSwapped ? [runs[1], runs[0]] : runs;
  const { differences, note, progress, problem: failure } = useComparison(one.whole, other.whole);
  const problem = one.problem ?? other.problem;
  return (
    <section className="run-diff" aria-label="Comparison">
      <div className="answer-bar">
        <Side label={one.environment ?? 'Before'} run={one.known} /><span aria-hidden="true">→</span><Side label={other.environment ?? 'After'} run={other.known} />
        <span className="filter-space" />
        <Button size="small" variant="minimal" icon={<Cross size={14} />} aria-label="Close the comparison" title="Close the comparison" onClick={onClose} />
      </div>
      {problem !== undefined && <Callout compact intent="warning">One of the two cannot be read: {problem}</Callout>}
      {problem === undefined && failure !== undefined && <Callout compact intent="warning">They cannot be compared: {failure}</Callout>}
      {problem === undefined && failure === undefined && differences === undefined && <Underway progress={progress} />}
      {note !== undefined && <p className="answer-note form-note">{note}</p>}
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

function Underway({ progress }: { readonly progress: number | undefined }) {
  if (progress === undefined) return <Skeleton label="Comparing" />;
  const words = progress < 1 ? `Reading both answers: ${Math.round(progress * 100)} %` : 'Comparing…';
  return <div className="answer-laying"><ProgressBar {...(progress < 1 ? { value: progress } : {})} aria-label={words} /><p className="form-note">{words}</p></div>;
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
function useRun(ref: string, history: ListSlice): { readonly known: Result | undefined; readonly whole: Result | undefined; readonly problem: string | undefined; readonly environment: string | undefined } {
  const { id, environment_id } = runOf(ref);
  const environment = useOtherEnvironments().find((one) => one.id === environment_id)?.name;
  const example = useExample(id);
  const read = useExecutions(({ past }) => past[id]);
  useEffect(() => {
    if (!isExample(id)) void readExecution(id, environment_id);
  }, [id, environment_id]);
  if (isExample(id)) return { environment, known: example.result, whole: example.result, problem: example.problem };
  const whole = read?.ok ? read.data : undefined;
  return { environment, known: whole ?? (history.data.find((row) => row.id === id) as Result | undefined), whole, problem: read?.ok === false ? read.error.message : undefined };
}

type Comparing = Partial<Comparison> & {
  readonly progress?: number;
  readonly problem?: string;
};

const begun: Comparing = {};

/** Compares for as long as it is shown: whatever is under way ends with it. */
function useComparison(one: Result | undefined, other: Result | undefined): Comparing {
  const [found, setFound] = useState<{ readonly one: Result; readonly other: Result; readonly comparing: Comparing }>();
  useEffect(() => {
    if (!one || !other) return;
    const stop = new AbortController();
    const { signal } = stop;
    const put = (comparing: Comparing) => {
      if (!signal.aborted) setFound({ one, other, comparing });
    };
    const look = async () => {
      try {
        put(await compareAnswers(one, other, { signal, tell: (progress) => put({ progress }) }));
      } catch (thrown) {
        put({ problem: thrown instanceof Error ? thrown.message : String(thrown) });
      }
    };
    void look();
    return () => stop.abort();
  }, [one, other]);
  return found?.one === one && found?.other === other ? (found?.comparing ?? begun) : begun;
}
