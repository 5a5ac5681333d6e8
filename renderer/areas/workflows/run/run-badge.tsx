import { Cross, FastForward, Pause, Play, Stop, Tick, Time } from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import type { RunState } from '../../../../shared/contract/workflow-runs.ts';
import type { ExecutionState } from './run-state.ts';
import './run.css';

const signs: Readonly<Record<RunState | ExecutionState, ComponentType<{ readonly size?: number }>>> = {
  queued: Time, running: Play, waiting: Pause, success: Tick, failed: Cross, cancelled: Stop, skipped: FastForward,
};

/** The state of a run or of a node in it: a sign, a colour, and the word. */
export function RunBadge({ state, words }: { readonly state: RunState | ExecutionState; readonly words?: string }) {
  const Sign = signs[state];
  return <span className="run-badge" data-run={state}><Sign size={12} />{words ?? state}</span>;
}
