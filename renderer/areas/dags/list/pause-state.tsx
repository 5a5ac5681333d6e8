import { Time } from '@blueprintjs/icons';
import { exactTime, relativeTime } from '../../../components/resource/cell.tsx';
import type { Dag } from '../airflow.ts';
import { PausedBadge } from '../state-badge.tsx';
import './list.css';

type Paused = Pick<Dag, 'isPaused' | 'pauseReason' | 'pausedUntil'>;

/** Why a DAG is paused, and when it resumes; undefined where nobody said either. */
export function pauseWords({ isPaused, pauseReason, pausedUntil }: Paused, now: number): string | undefined {
  if (!isPaused) return undefined;
  const at = pausedUntil === null ? Number.NaN : Date.parse(pausedUntil);
  const parts = [pauseReason, Number.isNaN(at) ? null : `Resumes ${relativeTime(at, now)} (${exactTime(at)})`].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/** In a row: a clock says that it resumes by itself, the rest comes on hover. */
export function PauseState({ dag, now }: { readonly dag: Paused; readonly now: number }) {
  const words = pauseWords(dag, now);
  return <span title={words} aria-label={words === undefined ? undefined : `Paused. ${words}`} role={words === undefined ? undefined : 'img'}><PausedBadge isPaused={dag.isPaused} />{dag.isPaused && dag.pausedUntil !== null && <> <Time size={12} /></>}</span>;
}

/** Where there is room, all of it in words. */
export function PauseNote({ dag, now }: { readonly dag: Paused; readonly now: number }) {
  const words = pauseWords(dag, now);
  return words === undefined ? null : <span className="pause-note">{words}</span>;
}
