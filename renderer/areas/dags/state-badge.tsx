import {
  Calendar, Circle, Cross, Disable, FastForward, History, Minus, Pause, Play, Refresh, Repeat, Tick, Time,
} from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import './dags.css';
import './states.css';

type Icon = ComponentType<{ readonly size?: number }>;

/** Airflow's states; their colours stand in the style sheet. */
const icons: Readonly<Record<string, Icon>> = {
  none: Circle, scheduled: Calendar, queued: Time, running: Play, success: Tick, failed: Cross, up_for_retry: Repeat, up_for_reschedule: History,
  upstream_failed: Disable, skipped: FastForward, removed: Minus, restarting: Refresh, deferred: Pause,
};

/** `up_for_retry` → "up for retry"; "no status" as Airflow says it. */
export const stateWord = (state: string): string => (state === 'none' ? 'no status' : state.replaceAll('_', ' '));

/** A state's sign alone, where its word stands beside it or is said by its label. */
export function StateSign({ state }: { readonly state: string }) {
  const Sign = icons[state] ?? Circle;
  return <span className="dag-sign" data-state={state} aria-hidden="true"><Sign size={10} /></span>;
}

/** A state of a run or a task: Airflow's colour, a sign, and the word. */
export function StateBadge({ state }: { readonly state: string }) {
  return <span className="dag-state"><StateSign state={state} /> {stateWord(state)}</span>;
}

/** Is a DAG's schedule followed? */
export function PausedBadge({ isPaused }: { readonly isPaused: boolean }) {
  return isPaused ? <span className="dag-state"><Pause size={12} /> Paused</span> : <span className="dag-state dag-active"><Play size={12} /> Active</span>;
}
