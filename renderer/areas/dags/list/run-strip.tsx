import { useState } from 'react';
import { nothing } from '../../../components/rows/row-table.tsx';
import type { Dag } from '../airflow.ts';
import { runPath } from '../paths.ts';
import { barsOf, barStep, failedLines, pathsOf, shownRuns, tallest, titleOf, wordsOf, type RunBar } from './run-bars.ts';
import './list.css';

/**
 * The last runs as small bars, oldest first, each of which leads to its run. The links are there once the pointer is: hundreds of
 * strips come and go while a list is scrolled, and each is drawn with as few shapes as can be.
 */
export function RunStrip({ dag, now }: { readonly dag: Dag; readonly now: number }) {
  const [isNear, setNear] = useState(false);
  if (dag.latest.length === 0) return nothing;
  const bars = barsOf(dag.latest, now);
  return (
    <span className="run-strip" onPointerEnter={() => setNear(true)} onPointerLeave={() => setNear(false)}>
      <Bars bars={bars} />
      {isNear && bars.map(({ run }) => <a key={run.id} href={runPath(dag.id, run.id)} tabIndex={-1} title={titleOf(run, now)} aria-label={titleOf(run, now)} />)}
    </span>
  );
}

function Bars({ bars }: { readonly bars: readonly RunBar[] }) {
  return (
    <svg width={shownRuns * barStep} height={tallest} role="img" aria-label={wordsOf(bars)}>
      {[...pathsOf(bars)].map(([state, d]) => <path key={state} className="run-bars" data-state={state} d={d} />)}
      <path className="run-lines" d={failedLines(bars)} />
    </svg>
  );
}
