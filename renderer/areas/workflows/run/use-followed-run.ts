import { useEffect, useMemo, useReducer } from 'react';
import { isEnded, type RunEvent, type RunWithNodes } from '../../../../shared/contract/workflow-runs.ts';
import { api } from '../../../api/client.ts';
import { refresh, scopeInput, useList, type ListError, type Source } from '../../../state/lists.ts';
import type { Meta } from '../../../../shared/rpc.ts';
import { executionKey, heard, nothing } from './run-events.ts';

export const runOf = (run_id: string): Source => ({ group: 'workflowRuns', method: 'get', input: { run_id } });
export const runsOf = (workflow_id: string): Source => ({ group: 'workflowRuns', method: 'list', input: { workflow_id, limit: 100, offset: 0 } });

export interface FollowedRun {
  readonly run: RunWithNodes | null;
  readonly texts: ReadonlyMap<string, string>;
  readonly error: ListError | null;
  readonly meta: Meta | null;
}

/** A run as it is, and as it goes on while it is looked at. */
export function useFollowedRun(run_id: string | null): FollowedRun {
  const { data: [row], error, meta } = useList(run_id === null ? null : runOf(run_id));
  const [live, hear] = useReducer(heard, nothing);
  const read = row as unknown as RunWithNodes | undefined;
  const isOver = read !== undefined && isEnded(read.state) && (live.of !== run_id || live.run === null || isEnded(live.run.state));
  useEffect(() => {
    if (run_id === null || isOver) return;
    let waiting: RunEvent[] = [];
    // Tokens come by the hundred: they are shown frame by frame.
    let frame = 0;
    const flush = () => {
      frame = 0;
      hear({ of: run_id, events: waiting });
      waiting = [];
    };
    const stop = api.workflowRuns.follow({ ...scopeInput(), run_id }, {
      event(event) {
        waiting.push(event);
        frame ||= requestAnimationFrame(flush);
      },
      end() {
        if (frame !== 0) cancelAnimationFrame(frame);
        if (waiting.length > 0) flush();
        refresh(runOf(run_id));
      },
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [run_id, isOver]);
  const run = useMemo((): RunWithNodes | null => {
    const own = live.of === run_id ? live : nothing;
    const base = read ?? (own.run ? { ...own.run, executions: [] } : null);
    if (!base) return null;
    const nodes = new Map(base.executions.map((execution) => [executionKey(execution), execution]));
    for (const [key, node] of own.nodes) nodes.set(key, node);
    return { ...base, ...(own.run && !isEnded(base.state) ? own.run : {}), executions: [...nodes.values()] };
  }, [run_id, read, live]);
  return { run, texts: live.of === run_id ? live.texts : nothing.texts, error, meta };
}
