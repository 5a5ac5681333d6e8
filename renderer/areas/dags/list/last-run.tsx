import { When } from '../../../components/rows/times.tsx';
import { stateWord } from '../state-badge.tsx';
import type { Run } from '../airflow.ts';
import './list.css';

const signs: Readonly<Record<string, string>> = { success: '✓', failed: '✗', running: '▸', queued: '…' };

/** How the last run went, and when it began. A sign, not an icon component: a screen holds many of them. */
export function LastRun({ run, now }: { readonly run: Run; readonly now: number }) {
  return (
    <>
      <span className="list-state" data-state={run.state} aria-hidden="true">{signs[run.state] ?? '·'}</span>{stateWord(run.state)}
      {run.start !== null && <span className="tr-muted"> <When at={run.start} now={now} /></span>}
    </>
  );
}
