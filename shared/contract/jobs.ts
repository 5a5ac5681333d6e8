import { z } from 'zod';
import { anything, call, group, required, stream } from './define.ts';

/** Long work on the platform: it has progress, can be cancelled, and outlives the window that began it. */

export const job = z.looseObject({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(['queued', 'running', 'success', 'failed', 'cancelled']),
  /** 0 to 1. */
  progress: z.number(),
  note: z.string().nullish(),
  result: anything,
  error: z.string().nullish(),
  started_at: z.string(),
  ended_at: z.string().nullish(),
});
export type JobState = z.infer<typeof job>;

const id = required('ID is required');

export const jobs = group({
  list: call({ method: 'GET', path: '/api/jobs', output: z.object({ rows: z.array(job), total: z.number().optional() }), answer: 'list', plural: 'jobs', offline: 'never', fallback: 'Failed to fetch jobs' }),
  get: call({ method: 'GET', path: '/api/jobs/{id}', input: { id }, output: job, answer: 'row', offline: 'never', fallback: 'Failed to fetch the job' }),
  cancel: call({ method: 'DELETE', path: '/api/jobs/{id}', input: { id }, answer: 'done', fallback: 'Failed to cancel the job' }),
  /** The job at once, and after each change; ends when the job has. */
  follow: stream({ path: '/api/jobs/{id}/events', input: { id }, event: job, fallback: 'Failed to follow the job' }),
});
