import { exactTime, relativeTime } from '../../../components/resource/cell.tsx';
import { Who } from '../../../components/rows/who.tsx';
import { sentence } from '../../../state/list-entity.ts';
import { pausedWord } from '../../../../shared/rules/dag-columns.ts';
import type { Dag } from '../airflow.ts';
import './list.css';

type Paused = Pick<Dag, 'isPaused' | 'pauseReason' | 'pausedUntil'>;

/** Why a DAG is paused, and when it resumes; undefined where nobody said either. */
export function pauseWords({ isPaused, pauseReason, pausedUntil }: Paused, now: number): string | undefined {
  if (!isPaused) return undefined;
  const at = pausedUntil === null ? Number.NaN : Date.parse(pausedUntil);
  const parts = [pauseReason, Number.isNaN(at) ? null : `Resumes ${relativeTime(at, now)} (${exactTime(at)})`].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/** In a row: a mark says that there is more to know, which comes on hover. Signs, not icon components: a screen holds many of them. */
export function PauseState({ dag, now }: { readonly dag: Paused; readonly now: number }) {
  const words = pauseWords(dag, now);
  return (
    <span title={words}>
      <span className="list-sign" aria-hidden="true" data-paused={dag.isPaused || undefined}>{dag.isPaused ? '' : '▶\uFE0E'}</span> {sentence(pausedWord(dag.isPaused))}
      {words !== undefined && <><span aria-hidden="true"> {dag.pausedUntil === null ? '…' : '◷'}</span><span className="visually-hidden">{words}</span></>}
    </span>
  );
}

/** Where there is room: by whom, and all of it in words. */
export function PauseNote({ dag, now }: { readonly dag: Paused & Pick<Dag, 'pausedBy'>; readonly now: number }) {
  const words = pauseWords(dag, now);
  const by = dag.isPaused ? dag.pausedBy : null;
  if (words === undefined && by === null) return null;
  return <span className="pause-note" title={words}>{by !== null && <>by <Who id={by} /></>}{by !== null && words !== undefined && ' · '}{words}</span>;
}
