import type { z } from 'zod';
import type { dagTimeline } from '../../shared/contract/dag-desk.ts';
import type { Source } from './lists.ts';

/** The runs of all DAGs between two instants, and those that their schedules will bring. */

export type TimelineAnswer = z.output<typeof dagTimeline.calls.get.output>;

/** Runs that are asked for at most, the newest first. */
export const mostRuns = 5000;

/** Instants are milliseconds since the epoch; an empty pattern asks for every DAG. */
export const timelineOf = (start: number, end: number, dag_id_pattern: string): Source => ({
  group: 'dagTimeline', method: 'get', live: true,
  input: { start: new Date(start).toISOString(), end: new Date(end).toISOString(), limit: mostRuns, ...(dag_id_pattern === '' ? {} : { dag_id_pattern }) },
});

/** Every DAG, for its name and tags. */
export const namedDags: Source = { group: 'dags', input: { limit: 10_000 } };
