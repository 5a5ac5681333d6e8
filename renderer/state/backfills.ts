import type { z } from 'zod';
import type { backfills } from '../../shared/contract/dag-desk.ts';
import { api } from '../api/client.ts';
import { refresh, scopeInput, type Source } from './lists.ts';

/** Backfills of a DAG: asked what they would run, made, and held. */

export type Backfill = z.output<typeof backfills.calls.list.output>['backfills'][number];
export type BackfillPreview = z.output<typeof backfills.calls.preview.output>;

export const backfillsOf = (dag_id: string): Source => ({ group: 'backfills', input: { dag_id, limit: 100 }, live: true });

export interface BackfillRange {
  /** Dates such as 2026-03-29 or instants; the last day is meant as a whole. */
  readonly from_date: string;
  readonly to_date: string;
  readonly run_backwards: boolean;
  readonly reprocess_behavior: 'none' | 'failed' | 'completed';
}

export const previewBackfill = (dag_id: string, range: BackfillRange, signal?: AbortSignal) => api.backfills.preview({ ...scopeInput(), dag_id, ...range }, signal);

export async function createBackfill(dag_id: string, range: BackfillRange, max_active_runs: number, dag_run_conf: Record<string, unknown>) {
  const reply = await api.backfills.create({ ...scopeInput(), dag_id, ...range, max_active_runs, dag_run_conf });
  if (reply.ok) refresh(backfillsOf(dag_id));
  return reply;
}

export type BackfillDeed = 'pause' | 'unpause' | 'cancel';

export async function changeBackfill(dag_id: string, id: number, deed: BackfillDeed) {
  const reply = await api.backfills[deed]({ ...scopeInput(), id });
  refresh(backfillsOf(dag_id));
  return reply;
}
