import type { JobState } from '../../shared/contract/jobs.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { reportError } from './problems.ts';
import { scope } from './session.ts';
import { notify, notifyError } from './toasts.ts';

/** Work that goes on when its tab is closed, newest last: the status bar shows what is under way, Home what failed. */
export const useJobs = defineState<{ jobs: JobState[] }>(() => ({ jobs: [] }));

export const isUnderWay = ({ state }: JobState): boolean => state === 'queued' || state === 'running';

const followed = new Map<string, () => void>();
const inScope = () => {
  const { tenant_id, environment_id } = scope();
  return { tenant_id, environment_id };
};

function take(job: JobState): void {
  useJobs.set((draft) => {
    const index = draft.jobs.findIndex(({ id }) => id === job.id);
    if (index === -1) draft.jobs.push(job);
    else draft.jobs[index] = job;
  });
}

function settle(job: JobState): void {
  if (job.state === 'success') notify(`${job.title}: done`, { intent: 'success' });
  if (job.state === 'cancelled') notify(`${job.title}: cancelled`);
  if (job.state === 'failed') notifyError({ code: 'server', message: `${job.title} failed: ${job.error ?? 'the platform gave no reason'}`, details: job });
}

const nowhere = () => false;

/**
 * Shows how far a job is, until it has ended. `onEnd` is told when it has succeeded, wherever the user is by then, and says
 * so; where `isShown` says that the user looks at the job, how it failed is not said once more.
 */
export function followJob(id: string, onEnd?: (job: JobState) => void, isShown: () => boolean = nowhere): void {
  if (followed.has(id)) return;
  const stop = api.jobs.follow({ ...inScope(), id }, {
    event: (job) => {
      take(job);
      if (isUnderWay(job) || !followed.delete(id)) return;
      if (onEnd && job.state === 'success') onEnd(job);
      else if (!isShown()) settle(job);
    },
    end: (error) => {
      followed.delete(id);
      if (error) reportError('Background work', error);
    },
  });
  followed.set(id, stop);
}

/** Reads the jobs of this tenant, and follows those that are under way; those of another are let go. */
export async function loadJobs(): Promise<void> {
  for (const stop of followed.values()) stop();
  followed.clear();
  const { epoch, tenant_id } = scope();
  useJobs.set((draft) => {
    draft.jobs = [];
  });
  if (tenant_id === '') return;
  const reply = await api.jobs.list(inScope());
  if (epoch !== scope().epoch) return;
  if (!reply.ok) {
    if (reply.error.code !== 'unreachable') reportError('Background work', reply.error);
    return;
  }
  for (const job of reply.data.rows) {
    take(job);
    if (isUnderWay(job)) followJob(job.id);
  }
}

export async function cancelJob(id: string): Promise<void> {
  const reply = await api.jobs.cancel({ ...inScope(), id });
  if (!reply.ok) notifyError(reply.error);
}
